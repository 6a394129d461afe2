package dev.mayfly.face.couchbase.query.change;

import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlKind;
import dev.mayfly.face.couchbase.language.value.N1qlNumber;
import dev.mayfly.face.couchbase.language.value.N1qlObject;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.StatementExecution;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * A document that a statement says: a key, a value, and options.
 *
 * @param options an object or MISSING
 */
record NewDocument(String key, N1qlValue value, N1qlValue options) {
    /** The code of a key that is no string. */
    static final int INSERT_KEY_TYPE = 5070;

    private static final int INSERT_KEY = 5050;
    private static final int INSERT_VALUE = 5060;
    private static final int INSERT_OPTIONS_TYPE = 5071;
    private static final int UPSERT_KEY = 5072;
    private static final int UPSERT_VALUE = 5075;
    private static final int UPSERT_KEY_TYPE = 5078;
    private static final int UPSERT_OPTIONS_TYPE = 5079;
    private static final int BINARY = 12030;

    /** Returns the document described, or null if it is none and an error was recorded. */
    static @Nullable NewDocument of(
            boolean upsert, N1qlValue key, N1qlValue value, N1qlValue options, StatementExecution execution) {
        String verb = upsert ? "UPSERT" : "INSERT";
        if (key.isMissing()) {
            execution.fail(upsert ? UPSERT_KEY : INSERT_KEY, "No " + verb + " key for " + shown(value));
            return null;
        }
        if (!(key instanceof N1qlString text)) {
            execution.fail(
                    upsert ? UPSERT_KEY_TYPE : INSERT_KEY_TYPE,
                    "Cannot " + verb + " non-string key " + shown(key) + ".");
            return null;
        }
        if (value.isMissing()) {
            execution.fail(upsert ? UPSERT_VALUE : INSERT_VALUE, "No " + verb + " value for " + shown(key));
            return null;
        }
        if (!options.isUnknown() && !(options instanceof N1qlObject)) {
            execution.fail(
                    upsert ? UPSERT_OPTIONS_TYPE : INSERT_OPTIONS_TYPE,
                    "Cannot " + verb + " non-OBJECT options " + shown(options) + ".");
            return null;
        }
        if (value.kind() == N1qlKind.BINARY) {
            throw new N1qlException(BINARY, verb + " of binary document is not supported: " + text.stringValue());
        }
        return new NewDocument(text.stringValue(), value, options);
    }

    private static String shown(N1qlValue value) {
        return value.isMissing() ? "missing" : N1qlValues.json(value);
    }

    DocumentWriter.Content content() {
        return new DocumentWriter.Content(
                N1qlValues.jsonBytes(value), expiration(options.field("expiration")), xattrs(options.field("xattrs")));
    }

    /** Returns the seconds of an expiration in options or META(); null for anything but a number. */
    static @Nullable Long expiration(N1qlValue said) {
        if (!(said instanceof N1qlNumber number)) {
            return null;
        }
        return number.isLong() ? number.longValue() : (long) number.doubleValue();
    }

    /** Extended attributes without those that are virtual, or null when none are said. */
    static byte @Nullable [] xattrs(N1qlValue said) {
        if (!(said instanceof N1qlObject object)) {
            return null;
        }
        SequencedMap<String, N1qlValue> kept = new LinkedHashMap<>(object.toMap());
        kept.keySet().removeIf(name -> name.startsWith("$"));
        return kept.isEmpty() ? new byte[0] : N1qlValues.jsonBytes(N1qlValues.object(kept));
    }
}
