package dev.mayfly.face.cosmos.query;

import dev.mayfly.base.query.value.JsonSink;
import dev.mayfly.face.cosmos.language.value.Values;
import java.util.Base64;
import java.util.List;

/** What a client is told about the indexes of its query, in the form that the SDKs decode. */
final class IndexMetrics {
    private IndexMetrics() {}

    static String encoded(IndexUse use) {
        return Base64.getEncoder().encodeToString(json(use).toByteArray());
    }

    private static JsonSink json(IndexUse use) {
        JsonSink out = Values.sink();
        out.ascii("{\"UtilizedSingleIndexes\":[");
        single(out, use.single());
        out.ascii("],\"PotentialSingleIndexes\":[");
        single(out, use.potentialSingle());
        out.ascii("],\"UtilizedCompositeIndexes\":[");
        composite(out, use.composite());
        out.ascii("],\"PotentialCompositeIndexes\":[");
        composite(out, use.potentialComposite());
        out.ascii("]}");
        return out;
    }

    private static void single(JsonSink out, List<String> paths) {
        for (int i = 0; i < paths.size(); i++) {
            out.ascii(i > 0 ? "," : "");
            out.ascii("{\"FilterExpression\":\"\",\"IndexSpec\":");
            out.string(paths.get(i));
            out.ascii(",\"FilterPreciseSet\":true,\"IndexPreciseSet\":true,\"IndexImpactScore\":\"High\"}");
        }
    }

    private static void composite(JsonSink out, List<List<String>> indexes) {
        for (int i = 0; i < indexes.size(); i++) {
            out.ascii(i > 0 ? "," : "");
            out.ascii("{\"IndexSpecs\":[");
            List<String> paths = indexes.get(i);
            for (int part = 0; part < paths.size(); part++) {
                out.ascii(part > 0 ? "," : "");
                out.string(paths.get(part));
            }
            out.ascii("],\"IndexPreciseSet\":true,\"IndexImpactScore\":\"High\"}");
        }
    }
}
