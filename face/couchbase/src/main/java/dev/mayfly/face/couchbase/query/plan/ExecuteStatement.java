package dev.mayfly.face.couchbase.query.plan;

import dev.mayfly.face.couchbase.language.value.N1qlArray;
import dev.mayfly.face.couchbase.language.value.N1qlObject;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.query.ExecutableStatement;
import dev.mayfly.face.couchbase.query.Parameters;
import dev.mayfly.face.couchbase.query.RowSink;
import dev.mayfly.face.couchbase.query.StatementExecution;
import dev.mayfly.face.couchbase.query.StatementProfile;
import dev.mayfly.face.couchbase.query.StatementRole;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import java.util.List;
import java.util.Map;

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
        execution.use(
                switch (values) {
                    case N1qlArray array -> new Parameters(array.elements(), Map.of());
                    case N1qlObject object -> new Parameters(List.of(), object.toMap());
                    default -> Parameters.NONE;
                });
        prepared.run(execution, rows);
    }
}
