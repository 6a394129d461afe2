package dev.mayfly.face.couchbase.query.plan;

import dev.mayfly.face.couchbase.language.tree.KeyspaceName;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.query.ExecutableStatement;
import dev.mayfly.face.couchbase.query.RowSink;
import dev.mayfly.face.couchbase.query.StatementExecution;
import java.util.function.Function;

/**
 * A change of a keyspace that a parameter names, and that is known only when the statement runs.
 *
 * @param change the statement for a keyspace
 */
record ParameterStatement(
        N1qlExpression.Parameter parameter, N1qlValue signature, Function<KeyspaceName, ExecutableStatement> change)
        implements ExecutableStatement {
    @Override
    public boolean isReadOnly() {
        return false;
    }

    @Override
    public void run(StatementExecution execution, RowSink rows) {
        change.apply(ParameterProducer.name(parameter, execution)).run(execution, rows);
    }
}
