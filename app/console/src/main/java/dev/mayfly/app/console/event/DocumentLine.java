package dev.mayfly.app.console.event;

import dev.mayfly.base.document.ValueType;
import dev.mayfly.engine.catalog.DocumentFormat;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.bson.RawBsonDocument;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;

/** Bodies of documents as JSON on one line, whatever form they are kept in. */
final class DocumentLine {
    private static final JsonWriterSettings RELAXED =
            JsonWriterSettings.builder().outputMode(JsonMode.RELAXED).build();

    private DocumentLine() {}

    /** Returns the document as JSON; a body that is not JSON becomes {@code {"base64": "..."}}. */
    static String json(DocumentFormat format, byte[] body) {
        return switch (format) {
            case BSON -> new RawBsonDocument(body).toJson(RELAXED);
            case JSON -> oneLine(body);
            case ANY ->
                format.view(body, 0, body.length).type() == ValueType.UNDEFINED
                        ? "{\"base64\": \"" + Base64.getEncoder().encodeToString(body) + "\"}"
                        : oneLine(body);
        };
    }

    /** Within strings JSON has no line ends, so these are white space. */
    private static String oneLine(byte[] body) {
        return new String(body, StandardCharsets.UTF_8).replace('\n', ' ').replace('\r', ' ');
    }
}
