package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.query.Execution;
import dev.mayfly.face.couchbase.query.RowSink;
import dev.mayfly.face.couchbase.query.Statement;
import dev.mayfly.face.couchbase.query.StatementRole;

/** A query as a statement. */
record SelectStatement(RowSource rows) implements Statement {
    @Override
    public Value signature() {
        return rows.signature();
    }

    @Override
    public StatementRole role() {
        return StatementRole.DATA;
    }

    @Override
    public boolean isReadOnly() {
        return true;
    }

    @Override
    public void run(Execution execution, RowSink sink) {
        rows.run(null, execution, row -> {
            sink.row(row);
            return true;
        });
    }
}
