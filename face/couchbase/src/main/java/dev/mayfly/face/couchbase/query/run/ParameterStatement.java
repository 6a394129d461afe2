package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.tree.KeyspaceName;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.query.Execution;
import dev.mayfly.face.couchbase.query.RowSink;
import dev.mayfly.face.couchbase.query.Statement;
import java.util.function.Function;

/**
 * A change of a keyspace that a parameter names, and that is known only when the statement runs.
 *
 * @param change the statement for a keyspace
 */
record ParameterStatement(Expression.Parameter parameter, Value signature, Function<KeyspaceName, Statement> change)
        implements Statement {
    @Override
    public boolean isReadOnly() {
        return false;
    }

    @Override
    public void run(Execution execution, RowSink rows) {
        change.apply(ParameterProducer.name(parameter, execution)).run(execution, rows);
    }
}
