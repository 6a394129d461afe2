package dev.mayfly.face.couchbase.query.plan;

import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.query.ExecutableStatement;
import dev.mayfly.face.couchbase.query.RowSink;
import dev.mayfly.face.couchbase.query.StatementExecution;
import dev.mayfly.face.couchbase.query.StatementProfile;
import dev.mayfly.face.couchbase.query.StatementRole;
import dev.mayfly.face.couchbase.query.operator.ExplainNode;
import dev.mayfly.face.couchbase.query.operator.RowSource;

/** A query as a statement. */
record SelectStatement(RowSource rows) implements ExecutableStatement {
    @Override
    public N1qlValue signature() {
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
    public N1qlValue timings(StatementProfile profile) {
        return ExplainNode.operator("Sequence").children(rows.timed(profile)).value();
    }

    @Override
    public void run(StatementExecution execution, RowSink sink) {
        rows.run(null, execution, row -> {
            sink.row(row);
            return true;
        });
    }
}
