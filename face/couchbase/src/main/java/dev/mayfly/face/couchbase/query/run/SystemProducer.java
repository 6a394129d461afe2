package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.Meta;
import java.util.Map;

/** Rows of a keyspace of the service itself. */
record SystemProducer(String name, SystemKeyspaces.Table table, int slot) implements Producer {
    @Override
    public boolean each(Frame frame, Step body) {
        for (Map.Entry<String, Value> row : table.rows(frame.execution()).entrySet()) {
            frame.execution().check();
            frame.set(slot, row.getValue(), new RowMeta(row.getKey(), name));
            if (!body.row(frame)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public Value explained() {
        return Explained.operator("PrimaryScan")
                .with("index", "#primary")
                .with("keyspace", name)
                .with("namespace", "system")
                .with("using", "system")
                .value();
    }

    /** What META() shows of such a row. */
    private record RowMeta(String key, String keyspace) implements Meta {
        @Override
        public Value field(String name) {
            return switch (name) {
                case "id" -> Values.of(key);
                case "keyspace" -> Values.of("system:" + keyspace);
                default -> Values.MISSING;
            };
        }

        @Override
        public Value all() {
            return Values.parse(
                    "{\"id\":" + Values.json(Values.of(key)) + ",\"keyspace\":\"system:" + keyspace + "\"}");
        }
    }
}
