package dev.mayfly.face.couchbase.query.system;

import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** A row under way. */
final class SystemRow {
    static final String DATASTORE = "http://127.0.0.1:8091";
    static final String NAMESPACE = "default";

    private final SequencedMap<String, N1qlValue> fields = new LinkedHashMap<>();

    SystemRow with(String name, String text) {
        return with(name, N1qlValues.of(text));
    }

    SystemRow with(String name, N1qlValue value) {
        fields.put(name, value);
        return this;
    }

    /** Adds the location, which is the same for almost everything. */
    SystemRow located() {
        return with("datastore_id", DATASTORE).with("namespace", NAMESPACE).with("namespace_id", NAMESPACE);
    }

    N1qlValue value() {
        return N1qlValues.object(fields);
    }
}
