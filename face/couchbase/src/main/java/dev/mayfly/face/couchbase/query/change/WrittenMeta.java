package dev.mayfly.face.couchbase.query.change;

import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.expression.Meta;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** The content of META() for a document that this statement has written. */
record WrittenMeta(String id, long cas, String keyspace) implements Meta {
    @Override
    public N1qlValue field(String name) {
        return switch (name) {
            case "id" -> N1qlValues.of(id);
            case "cas" -> N1qlValues.of(cas);
            case "keyspace" -> N1qlValues.of(keyspace);
            default -> N1qlValues.MISSING;
        };
    }

    @Override
    public N1qlValue all() {
        SequencedMap<String, N1qlValue> all = new LinkedHashMap<>();
        all.put("cas", field("cas"));
        all.put("id", field("id"));
        all.put("keyspace", field("keyspace"));
        return N1qlValues.object(all);
    }
}
