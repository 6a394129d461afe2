package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.Execution;
import dev.mayfly.face.couchbase.query.RowSink;
import dev.mayfly.face.couchbase.query.Statement;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * A statement that makes or drops something and has no rows.
 *
 * @param operator what EXPLAIN calls it
 */
record DefinitionStatement(String operator, Consumer<Execution> action) implements Statement, Changing {
    @Override
    public Value signature() {
        return Values.MISSING;
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
    public void run(Execution execution, RowSink rows) {
        action.accept(execution);
    }

    @Override
    public List<Value> explained() {
        return List.of(Explained.operator(operator).value());
    }
}
