package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.value.Kind;
import dev.mayfly.face.couchbase.language.value.NumberValue;
import dev.mayfly.face.couchbase.language.value.ObjectValue;
import dev.mayfly.face.couchbase.language.value.StringValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.Execution;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * A document that a statement says: a key, a value, and options.
 *
 * @param options an object or MISSING
 */
record NewDocument(String key, Value value, Value options) {
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

    /** What was said, or null when it is no document and that was told. */
    static @Nullable NewDocument of(boolean upsert, Value key, Value value, Value options, Execution execution) {
        String verb = upsert ? "UPSERT" : "INSERT";
        if (key.isMissing()) {
            execution.fail(upsert ? UPSERT_KEY : INSERT_KEY, "No " + verb + " key for " + shown(value));
            return null;
        }
        if (!(key instanceof StringValue text)) {
            execution.fail(
                    upsert ? UPSERT_KEY_TYPE : INSERT_KEY_TYPE,
                    "Cannot " + verb + " non-string key " + shown(key) + ".");
            return null;
        }
        if (value.isMissing()) {
            execution.fail(upsert ? UPSERT_VALUE : INSERT_VALUE, "No " + verb + " value for " + shown(key));
            return null;
        }
        if (!options.isUnknown() && !(options instanceof ObjectValue)) {
            execution.fail(
                    upsert ? UPSERT_OPTIONS_TYPE : INSERT_OPTIONS_TYPE,
                    "Cannot " + verb + " non-OBJECT options " + shown(options) + ".");
            return null;
        }
        if (value.kind() == Kind.BINARY) {
            throw new QueryException(BINARY, verb + " of binary document is not supported: " + text.stringValue());
        }
        return new NewDocument(text.stringValue(), value, options);
    }

    private static String shown(Value value) {
        return value.isMissing() ? "missing" : Values.json(value);
    }

    DocumentWriter.Content content() {
        return new DocumentWriter.Content(
                Budget.json(value), expiration(options.field("expiration")), xattrs(options.field("xattrs")));
    }

    /** Seconds as options and META() say them; anything but a number says nothing. */
    static @Nullable Long expiration(Value said) {
        if (!(said instanceof NumberValue number)) {
            return null;
        }
        return number.isLong() ? number.longValue() : (long) number.doubleValue();
    }

    /** Extended attributes without those that are virtual, or null when none are said. */
    static byte @Nullable [] xattrs(Value said) {
        if (!(said instanceof ObjectValue object)) {
            return null;
        }
        SequencedMap<String, Value> kept = new LinkedHashMap<>(object.toMap());
        kept.keySet().removeIf(name -> name.startsWith("$"));
        return kept.isEmpty() ? new byte[0] : Budget.json(Values.object(kept));
    }
}
