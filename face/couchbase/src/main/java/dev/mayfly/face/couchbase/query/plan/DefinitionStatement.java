package dev.mayfly.face.couchbase.query.plan;

import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.ExecutableStatement;
import dev.mayfly.face.couchbase.query.RowSink;
import dev.mayfly.face.couchbase.query.StatementExecution;
import dev.mayfly.face.couchbase.query.change.ExplainableChange;
import dev.mayfly.face.couchbase.query.operator.ExplainNode;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * A statement that makes or drops something and has no rows.
 *
 * @param operator what EXPLAIN calls it
 */
record DefinitionStatement(String operator, Consumer<StatementExecution> action)
        implements ExecutableStatement, ExplainableChange {
    @Override
    public N1qlValue signature() {
        return N1qlValues.MISSING;
    }

    /** The operator's words in capitals. */
    @Override
    public String type() {
        return operator.replaceAll("(?<=[a-z])(?=[A-Z])", "_").toUpperCase(Locale.ROOT);
    }

    @Override
    public boolean isReadOnly() {
        return false;
    }

    @Override
    public void run(StatementExecution execution, RowSink rows) {
        action.accept(execution);
    }

    @Override
    public List<N1qlValue> explained() {
        return List.of(ExplainNode.operator(operator).value());
    }
}
