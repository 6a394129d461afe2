package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.Execution;
import dev.mayfly.face.couchbase.query.RowSink;
import dev.mayfly.face.couchbase.query.Statement;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** Shows how a statement would be carried out. */
record ExplainStatement(Value plan, String text) implements Statement {
    @Override
    public Value signature() {
        return Values.of("json");
    }

    @Override
    public boolean isReadOnly() {
        return true;
    }

    @Override
    public void run(Execution execution, RowSink rows) {
        SequencedMap<String, Value> row = new LinkedHashMap<>();
        row.put("plan", plan);
        row.put("text", Values.of(text));
        rows.row(Values.object(row));
    }
}
