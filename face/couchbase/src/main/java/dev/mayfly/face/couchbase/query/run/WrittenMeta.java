package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.expression.Meta;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** What META() shows of a document that was written and is another by now. */
record WrittenMeta(String id, long cas, String keyspace) implements Meta {
    @Override
    public Value field(String name) {
        return switch (name) {
            case "id" -> Values.of(id);
            case "cas" -> Values.of(cas);
            case "keyspace" -> Values.of(keyspace);
            default -> Values.MISSING;
        };
    }

    @Override
    public Value all() {
        SequencedMap<String, Value> all = new LinkedHashMap<>();
        all.put("cas", field("cas"));
        all.put("id", field("id"));
        all.put("keyspace", field("keyspace"));
        return Values.object(all);
    }
}
