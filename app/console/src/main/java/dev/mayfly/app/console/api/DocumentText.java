package dev.mayfly.app.console.api;

import dev.mayfly.base.document.JsonValidator;
import dev.mayfly.base.document.MalformedDocumentException;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.engine.read.Document;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.bson.RawBsonDocument;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;
import org.jspecify.annotations.Nullable;

/**
 * The content of a document as people read it: one of the three is there, or none.
 *
 * @param json all of it, in the notation of its face
 * @param beginning where all of it would be too much
 * @param base64 where it is no JSON
 */
public record DocumentText(
        @Nullable String json,
        @Nullable String beginning,
        @Nullable String base64) {
    /** The characters that a page may show of each of its documents. */
    public static final int PREVIEW = 2_000;

    public static final int PREVIEW_MAX = 1_000_000;
    public static final int WHOLE = Integer.MAX_VALUE;

    private static final DocumentText NOTHING = new DocumentText(null, null, null);
    private static final JsonWriterSettings RELAXED =
            JsonWriterSettings.builder().outputMode(JsonMode.RELAXED).build();

    /** A number is read as the shortest integer that holds it, so a long one that is small says that it is long. */
    private static final JsonWriterSettings EXACT = JsonWriterSettings.builder()
            .outputMode(JsonMode.RELAXED)
            .int64Converter((value, writer) -> {
                if (value == (int) (long) value) {
                    writer.writeStartObject();
                    writer.writeString("$numberLong", Long.toString(value));
                    writer.writeEndObject();
                } else {
                    writer.writeNumber(Long.toString(value));
                }
            })
            .build();

    /** @param most the number of characters that may be shown; 0 for none */
    public static DocumentText of(Document document, DocumentFormat format, int most) {
        return most == 0 ? NOTHING : of(document.body(), format, most);
    }

    /** @param most the number of characters that may be shown; at least 1 */
    public static DocumentText of(byte[] body, DocumentFormat format, int most) {
        return switch (format) {
            case BSON -> bson(body, most);
            case JSON -> cut(new String(body, StandardCharsets.UTF_8), most);
            case ANY -> any(body, most);
        };
    }

    /**
     * Returns the whole of a document in a notation from which the same document can be written again, numbers and their
     * types included; null where it is no JSON.
     */
    public static @Nullable String exact(byte[] body, DocumentFormat format) {
        return switch (format) {
            case BSON -> new RawBsonDocument(body).toJson(EXACT);
            case JSON -> new String(body, StandardCharsets.UTF_8);
            case ANY -> any(body, WHOLE).json;
        };
    }

    private static DocumentText bson(byte[] body, int most) {
        if (most == WHOLE) {
            return new DocumentText(new RawBsonDocument(body).toJson(RELAXED), null, null);
        }
        JsonWriterSettings bounded = JsonWriterSettings.builder()
                .outputMode(JsonMode.RELAXED)
                .maxLength(most + 1)
                .build();
        return cut(new RawBsonDocument(body).toJson(bounded), most);
    }

    private static DocumentText any(byte[] body, int most) {
        try {
            JsonValidator.validate(body, 0, body.length, JsonValidator.DEPTH_MAX);
            return cut(new String(body, StandardCharsets.UTF_8), most);
        } catch (MalformedDocumentException _) {
            return body.length > most
                    ? NOTHING
                    : new DocumentText(null, null, Base64.getEncoder().encodeToString(body));
        }
    }

    private static DocumentText cut(String json, int most) {
        if (json.length() <= most) {
            return new DocumentText(json, null, null);
        }
        boolean splitsPair = Character.isHighSurrogate(json.charAt(most - 1));
        return new DocumentText(null, json.substring(0, splitsPair ? most - 1 : most), null);
    }
}
