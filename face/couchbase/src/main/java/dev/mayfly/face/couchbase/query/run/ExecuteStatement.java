package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.language.value.ArrayValue;
import dev.mayfly.face.couchbase.language.value.ObjectValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.query.Execution;
import dev.mayfly.face.couchbase.query.Parameters;
import dev.mayfly.face.couchbase.query.RowSink;
import dev.mayfly.face.couchbase.query.Statement;
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
record ExecuteStatement(Statement prepared, Scalar using) implements Statement {
    @Override
    public Value signature() {
        return prepared.signature();
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
    public void run(Execution execution, RowSink rows) {
        Value values = using.of(new Frame(0, null, execution));
        execution.use(
                switch (values) {
                    case ArrayValue array -> new Parameters(array.elements(), Map.of());
                    case ObjectValue object -> new Parameters(List.of(), object.toMap());
                    default -> Parameters.NONE;
                });
        prepared.run(execution, rows);
    }
}
