package dev.mayfly.face.couchbase.query.system;

import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** A row under way. */
final class SystemRow {
    static final String DATASTORE = "http://127.0.0.1:8091";
    static final String NAMESPACE = "default";

    private final SequencedMap<String, Value> fields = new LinkedHashMap<>();

    SystemRow with(String name, String text) {
        return with(name, Values.of(text));
    }

    SystemRow with(String name, Value value) {
        fields.put(name, value);
        return this;
    }

    /** Where almost everything lies. */
    SystemRow located() {
        return with("datastore_id", DATASTORE).with("namespace", NAMESPACE).with("namespace_id", NAMESPACE);
    }

    Value value() {
        return Values.object(fields);
    }
}
