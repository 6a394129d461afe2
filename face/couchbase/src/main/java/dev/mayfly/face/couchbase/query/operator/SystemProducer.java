package dev.mayfly.face.couchbase.query.operator;

import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.Meta;
import java.util.Map;

/** Rows of a keyspace of the service itself. */
public record SystemProducer(String name, SystemKeyspaces.Table table, int slot) implements Producer {
    @Override
    public boolean each(Frame frame, JoinStep body) {
        for (Map.Entry<String, N1qlValue> row : table.rows(frame.execution()).entrySet()) {
            frame.set(slot, row.getValue(), new RowMeta(row.getKey(), name));
            if (!RowScope.run(frame, body)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public N1qlValue explained() {
        return ExplainNode.operator("PrimaryScan")
                .with("index", "#primary")
                .with("keyspace", name)
                .with("namespace", "system")
                .with("using", "system")
                .value();
    }

    /** The content of META() for such a row. */
    private record RowMeta(String key, String keyspace) implements Meta {
        @Override
        public N1qlValue field(String name) {
            return switch (name) {
                case "id" -> N1qlValues.of(key);
                case "keyspace" -> N1qlValues.of("system:" + keyspace);
                default -> N1qlValues.MISSING;
            };
        }

        @Override
        public N1qlValue all() {
            return N1qlValues.parse(
                    "{\"id\":" + N1qlValues.json(N1qlValues.of(key)) + ",\"keyspace\":\"system:" + keyspace + "\"}");
        }
    }
}
