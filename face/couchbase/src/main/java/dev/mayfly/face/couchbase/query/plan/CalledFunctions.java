package dev.mayfly.face.couchbase.query.plan;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.base.query.RequestResource;
import dev.mayfly.face.couchbase.language.StatementReader;
import dev.mayfly.face.couchbase.language.tree.N1qlQuery;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.query.Parameters;
import dev.mayfly.face.couchbase.query.StatementExecution;
import dev.mayfly.face.couchbase.query.function.FunctionErrors;
import dev.mayfly.face.couchbase.query.function.FunctionName;
import dev.mayfly.face.couchbase.query.function.FunctionRight;
import dev.mayfly.face.couchbase.query.function.RequestScripts;
import dev.mayfly.face.couchbase.query.function.ScriptQueries;
import dev.mayfly.face.couchbase.query.function.StoredFunction;
import dev.mayfly.face.couchbase.query.operator.OperatorMemory;
import dev.mayfly.face.couchbase.query.operator.RowSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The functions that one run of a statement calls, as they were at the first call of each. Used by one thread. */
final class CalledFunctions implements RequestResource {
    /** Limit on calls in calls. */
    private static final int DEPTH_MAX = 128;

    private final QueryCompiler.Ground ground;
    private final Map<FunctionName, Callable> called = new HashMap<>();
    private int depth;

    /** @param inline its compiled form; null of JavaScript */
    private record Callable(StoredFunction stored, @Nullable InlineFunction inline) {}

    private CalledFunctions(QueryCompiler.Ground ground) {
        this.ground = ground;
    }

    /** Calls a function for the statement that this thread runs. */
    static N1qlValue call(
            QueryCompiler.Ground ground, StatementExecution execution, FunctionName name, List<N1qlValue> arguments) {
        CalledFunctions functions =
                RequestGuard.current().keep(CalledFunctions.class, () -> new CalledFunctions(ground));
        return functions.call(execution, name, arguments);
    }

    private N1qlValue call(StatementExecution execution, FunctionName name, List<N1qlValue> arguments) {
        RequestGuard.current().step();
        if (depth == DEPTH_MAX) {
            throw FunctionErrors.nested(name, depth + 1);
        }
        depth++;
        try {
            return call(execution, name, callable(execution, name), arguments);
        } catch (StackOverflowError _) {
            throw FunctionErrors.nested(name, depth);
        } finally {
            depth--;
        }
    }

    private N1qlValue call(
            StatementExecution execution, FunctionName name, Callable function, List<N1qlValue> arguments) {
        List<String> parameters = function.stored.parameters();
        if (parameters != null && parameters.size() != arguments.size()) {
            throw FunctionErrors.wrongArguments(name);
        }
        InlineFunction inline = function.inline;
        return inline == null
                ? RequestScripts.call(ground.sandbox(), queriesOf(execution), name, function.stored.text(), arguments)
                : inline.call(execution, arguments);
    }

    private ScriptQueries queriesOf(StatementExecution execution) {
        return (asking, statement, parameters) -> {
            if (!(StatementReader.read(statement) instanceof N1qlStatement.Select(N1qlQuery query))) {
                throw new N1qlException(
                        N1qlException.SEMANTIC, "JavaScript functions run statements that read, and no others.");
            }
            RowSource rows = new QueryCompiler(ground, asking.context()).rows(query, null);
            OperatorMemory budget = new OperatorMemory(OperatorMemory.BYTES_MAX);
            List<N1qlValue> all = new ArrayList<>();
            long held = execution.held();
            execution.nested(
                    Parameters.of(parameters),
                    () -> rows.run(null, execution, row -> {
                        all.add(budget.keep(row));
                        return true;
                    }));
            execution.letGoUntil(held);
            return all;
        };
    }

    private Callable callable(StatementExecution execution, FunctionName name) {
        Callable known = called.get(name);
        if (known == null) {
            StoredFunction stored = ground.functions().find(name);
            if (stored == null) {
                throw FunctionErrors.notFound(name);
            }
            FunctionRight.EXECUTE.require(execution.settings().identity(), name, stored.isScript());
            known = new Callable(stored, stored.isScript() ? null : InlineFunction.of(ground, name, stored));
            called.put(name, known);
        }
        return known;
    }

    @Override
    public void close() {
        called.clear();
    }
}
