package dev.mayfly.face.cosmos.query;

import dev.mayfly.base.query.value.JsonSink;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/** The indexes of a query as a client is told of them, in either form that SDKs decode. */
final class IndexMetrics {
    private IndexMetrics() {}

    /** The first form: four lists, in base64. */
    static String base64(IndexUse use) {
        JsonSink out = SqlValues.sink();
        out.ascii("{\"UtilizedSingleIndexes\":[");
        single(out, use.single(), true);
        out.ascii("],\"PotentialSingleIndexes\":[");
        single(out, use.potentialSingle(), true);
        out.ascii("],\"UtilizedCompositeIndexes\":[");
        composite(out, use.composite(), true);
        out.ascii("],\"PotentialCompositeIndexes\":[");
        composite(out, use.potentialComposite(), true);
        out.ascii("]}");
        return Base64.getEncoder().encodeToString(out.toByteArray());
    }

    /** The second form: what is used and what would be, as JSON in which every octet that needs it is escaped by a percent sign. */
    static String urlEncoded(IndexUse use) {
        JsonSink out = SqlValues.sink();
        out.ascii("{\"UtilizedIndexes\":");
        both(out, use.single(), use.composite());
        out.ascii(",\"PotentialIndexes\":");
        both(out, use.potentialSingle(), use.potentialComposite());
        out.put('}');
        String text = new String(out.toByteArray(), StandardCharsets.UTF_8);
        // A form has plus signs for spaces, which decodeURIComponent leaves as they are.
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static void both(JsonSink out, List<String> single, List<List<String>> composite) {
        out.ascii("{\"SingleIndexes\":[");
        single(out, single, false);
        out.ascii("],\"CompositeIndexes\":[");
        composite(out, composite, false);
        out.ascii("]}");
    }

    private static void single(JsonSink out, List<String> paths, boolean isFirstForm) {
        for (int i = 0; i < paths.size(); i++) {
            out.ascii(i > 0 ? "," : "");
            out.ascii(isFirstForm ? "{\"FilterExpression\":\"\",\"IndexSpec\":" : "{\"IndexSpec\":");
            out.string(paths.get(i));
            out.ascii(isFirstForm ? ",\"FilterPreciseSet\":true,\"IndexPreciseSet\":true" : "");
            out.ascii(",\"IndexImpactScore\":\"High\"}");
        }
    }

    private static void composite(JsonSink out, List<List<String>> indexes, boolean isFirstForm) {
        for (int i = 0; i < indexes.size(); i++) {
            out.ascii(i > 0 ? "," : "");
            out.ascii("{\"IndexSpecs\":[");
            List<String> paths = indexes.get(i);
            for (int part = 0; part < paths.size(); part++) {
                out.ascii(part > 0 ? "," : "");
                out.string(paths.get(part));
            }
            out.ascii(isFirstForm ? "],\"IndexPreciseSet\":true" : "]");
            out.ascii(",\"IndexImpactScore\":\"High\"}");
        }
    }
}
