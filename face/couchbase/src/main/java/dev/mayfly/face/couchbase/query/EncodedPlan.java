package dev.mayfly.face.couchbase.query;

import dev.mayfly.base.document.MalformedDocumentException;
import dev.mayfly.face.couchbase.language.tree.QueryContext;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.UUID;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The part of a prepared statement that a client keeps, so that a server that has forgotten it can execute it:
 * compressed JSON of its name and text, from which a plan is made anew.
 */
record EncodedPlan(String name, String text, String context) {
    private static final int UNDECODABLE = 4070;
    private static final int UNRECOGNIZED = 4050;
    private static final int OTHER_NAME = 4090;

    /** Nothing that this server has made is longer. */
    private static final int JSON_BYTES_MAX = 4 << 20;

    /** The same for the same text, so that preparing twice is preparing once. */
    static String nameOf(String text, QueryContext context) {
        byte[] said = (context.text() + '\n' + text).getBytes(StandardCharsets.UTF_8);
        return UUID.nameUUIDFromBytes(said).toString();
    }

    String encoded() {
        SequencedMap<String, N1qlValue> fields = new LinkedHashMap<>();
        fields.put("name", N1qlValues.of(name));
        fields.put("text", N1qlValues.of(text));
        fields.put("queryContext", N1qlValues.of(context));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream compressed = new GZIPOutputStream(bytes)) {
            compressed.write(N1qlValues.json(N1qlValues.object(fields)).getBytes(StandardCharsets.UTF_8));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    /** Null of an empty text. */
    static @Nullable EncodedPlan decode(String encoded) {
        if (encoded.isEmpty()) {
            return null;
        }
        byte[] json;
        try {
            byte[] bytes = Base64.getDecoder().decode(encoded);
            json = new GZIPInputStream(new ByteArrayInputStream(bytes)).readNBytes(JSON_BYTES_MAX);
        } catch (IOException | IllegalArgumentException _) {
            throw new N1qlException(UNDECODABLE, "Unable to decode prepared statement");
        }
        return read(json);
    }

    private static EncodedPlan read(byte[] json) {
        try {
            N1qlValue plan = N1qlValues.parse(json);
            if (plan.field("name") instanceof N1qlString name
                    && plan.field("text") instanceof N1qlString text
                    && plan.field("queryContext") instanceof N1qlString context) {
                return new EncodedPlan(name.stringValue(), text.stringValue(), context.stringValue());
            }
        } catch (MalformedDocumentException _) {
            // Answered below, as every other thing that is no plan.
        }
        throw new N1qlException(UNRECOGNIZED, "Unrecognizable prepared statement");
    }

    void requireName(String expected) {
        if (!name.equals(expected)) {
            throw new N1qlException(
                    OTHER_NAME, "Mismatching name in encoded plan, expecting: " + expected + ", found: " + name);
        }
    }
}
