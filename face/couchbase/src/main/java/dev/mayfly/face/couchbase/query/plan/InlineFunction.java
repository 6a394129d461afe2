package dev.mayfly.face.couchbase.query.plan;

import dev.mayfly.face.couchbase.language.StatementReader;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.StatementExecution;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.N1qlExpressionCompiler;
import dev.mayfly.face.couchbase.query.expression.Resolver;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import dev.mayfly.face.couchbase.query.expression.VisibleNames;
import dev.mayfly.face.couchbase.query.function.FunctionName;
import dev.mayfly.face.couchbase.query.function.StoredFunction;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A function of an expression, compiled for one statement. It sees its arguments, and nothing of where it is called.
 *
 * @param parameters the names of its arguments; null where it takes any number of them
 */
record InlineFunction(@Nullable List<String> parameters, int slots, Scalar body) {
    /** The name of all arguments together, where they have none of their own. */
    private static final String ARGUMENTS = "args";

    static InlineFunction of(QueryCompiler.Ground ground, FunctionName name, StoredFunction function) {
        VisibleNames names = names(function.parameters());
        QueryCompiler queries = new QueryCompiler(ground, name.context());
        N1qlExpression read = Resolver.resolve(StatementReader.readExpression(function.text()), names);
        Scalar body = new N1qlExpressionCompiler(names, queries, Map.of()).compile(read);
        return new InlineFunction(function.parameters(), names.slots(), body);
    }

    /** Returns the names that are visible in a function with these parameters. */
    static VisibleNames names(@Nullable List<String> parameters) {
        VisibleNames names = new VisibleNames(null);
        if (parameters == null) {
            names.declare(ARGUMENTS);
        } else {
            parameters.forEach(names::declare);
        }
        return names;
    }

    N1qlValue call(StatementExecution execution, List<N1qlValue> arguments) {
        Frame frame = new Frame(slots, null, execution);
        if (parameters == null) {
            frame.set(0, N1qlValues.array(arguments));
        } else {
            for (int i = 0; i < arguments.size(); i++) {
                frame.set(i, arguments.get(i));
            }
        }
        return body.of(frame);
    }
}
