package dev.mayfly.face.couchbase.query.plan;

import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.ExecutableStatement;
import dev.mayfly.face.couchbase.query.RowSink;
import dev.mayfly.face.couchbase.query.StatementExecution;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** Shows how a statement would be carried out. */
record ExplainStatement(N1qlValue plan, String text) implements ExecutableStatement {
    @Override
    public N1qlValue signature() {
        return N1qlValues.of("json");
    }

    @Override
    public boolean isReadOnly() {
        return true;
    }

    @Override
    public void run(StatementExecution execution, RowSink rows) {
        SequencedMap<String, N1qlValue> row = new LinkedHashMap<>();
        row.put("plan", plan);
        row.put("text", N1qlValues.of(text));
        rows.row(N1qlValues.object(row));
    }
}
