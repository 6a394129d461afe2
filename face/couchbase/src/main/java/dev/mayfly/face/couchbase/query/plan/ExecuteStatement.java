package dev.mayfly.face.couchbase.query.plan;

import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.query.ExecutableStatement;
import dev.mayfly.face.couchbase.query.Parameters;
import dev.mayfly.face.couchbase.query.RowSink;
import dev.mayfly.face.couchbase.query.StatementExecution;
import dev.mayfly.face.couchbase.query.StatementProfile;
import dev.mayfly.face.couchbase.query.StatementRole;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.Scalar;

/**
 * A prepared statement with values for its parameters.
 *
 * @param using makes an array of them, or an object by their names
 */
record ExecuteStatement(ExecutableStatement prepared, Scalar using) implements ExecutableStatement {
    @Override
    public N1qlValue signature() {
        return prepared.signature();
    }

    @Override
    public N1qlValue timings(StatementProfile profile) {
        return prepared.timings(profile);
    }

    @Override
    public StatementRole role() {
        return prepared.role();
    }

    @Override
    public boolean isReadOnly() {
        return prepared.isReadOnly();
    }

    @Override
    public void run(StatementExecution execution, RowSink rows) {
        N1qlValue values = using.of(new Frame(0, null, execution));
        execution.use(Parameters.of(values));
        prepared.run(execution, rows);
    }
}
