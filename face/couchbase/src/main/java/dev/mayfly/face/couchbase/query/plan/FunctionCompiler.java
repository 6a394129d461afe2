package dev.mayfly.face.couchbase.query.plan;

import dev.mayfly.face.couchbase.language.ExpressionText;
import dev.mayfly.face.couchbase.language.tree.FunctionBody;
import dev.mayfly.face.couchbase.language.tree.KeyspaceName;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.CreateFunction;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.DropFunction;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.ExecuteFunction;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.ExplainFunction;
import dev.mayfly.face.couchbase.language.tree.QueryContext;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.query.ExecutableStatement;
import dev.mayfly.face.couchbase.query.StatementExecution;
import dev.mayfly.face.couchbase.query.expression.N1qlExpressionCompiler;
import dev.mayfly.face.couchbase.query.expression.Resolver;
import dev.mayfly.face.couchbase.query.expression.Rewriter;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import dev.mayfly.face.couchbase.query.expression.VisibleNames;
import dev.mayfly.face.couchbase.query.function.FunctionErrors;
import dev.mayfly.face.couchbase.query.function.FunctionName;
import dev.mayfly.face.couchbase.query.function.FunctionRight;
import dev.mayfly.face.couchbase.query.function.RequestScripts;
import dev.mayfly.face.couchbase.query.function.StoredFunction;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Compiles what concerns functions that users make: statements about them, and calls. Used for one statement. */
final class FunctionCompiler {
    private final QueryCompiler queries;
    private final QueryCompiler.Ground ground;

    FunctionCompiler(QueryCompiler queries) {
        this.queries = queries;
        this.ground = queries.ground();
    }

    private FunctionName name(KeyspaceName written) {
        FunctionName name = FunctionName.of(written, queries.context());
        if (name == null) {
            throw FunctionErrors.invalidName(written.toString(), "invalid function path");
        }
        return name;
    }

    ExecutableStatement create(CreateFunction create) {
        FunctionName name = name(create.name());
        StoredFunction function = function(name, create.parameters(), create.body());
        return new DefinitionStatement("CreateFunction", execution -> {
            FunctionRight.MANAGE.require(execution.settings().identity(), name, function.isScript());
            if (function.isScript()) {
                RequestScripts.check(ground.sandbox(), name, function.text());
            }
            if (create.replace()) {
                requireManageable(execution, name);
            }
            try {
                ground.functions().create(name, function, create.replace());
            } catch (N1qlException refused) {
                if (!create.ifNotExists() || refused.code() != FunctionErrors.EXISTS) {
                    throw refused;
                }
            }
        });
    }

    private StoredFunction function(FunctionName name, @Nullable List<String> parameters, FunctionBody body) {
        return switch (body) {
            case FunctionBody.Inline(N1qlExpression expression, String text) -> {
                N1qlExpression resolved = Resolver.resolve(expression, InlineFunction.names(parameters));
                requireCallable(resolved, name);
                yield new StoredFunction(parameters, ExpressionText.of(resolved), text);
            }
            case FunctionBody.Script(String source) -> new StoredFunction(parameters, null, source);
            case FunctionBody.Library _ -> throw FunctionErrors.noLibraries();
            case FunctionBody.Plugin _ -> throw FunctionErrors.noPlugins();
        };
    }

    /** A function may call itself. Those that are called in queries are looked for when it is called. */
    private void requireCallable(N1qlExpression body, FunctionName itself) {
        new Rewriter() {
            @Override
            public N1qlExpression rewrite(N1qlExpression part) {
                if (part instanceof N1qlExpression.UserCall call
                        && !itself.equals(FunctionName.of(call.function(), itself.context()))) {
                    requireKnown(call, itself.context());
                }
                if (part instanceof N1qlExpression.Aggregate aggregate) {
                    throw new N1qlException(
                            N1qlException.PARSE,
                            "Aggregate " + aggregate.function() + " is not allowed in this clause.");
                }
                return parts(part);
            }
        }.rewrite(body);
    }

    private void requireManageable(StatementExecution execution, FunctionName name) {
        StoredFunction there = ground.functions().find(name);
        if (there != null) {
            FunctionRight.MANAGE.require(execution.settings().identity(), name, there.isScript());
        }
    }

    ExecutableStatement drop(DropFunction drop) {
        FunctionName name = name(drop.name());
        return new DefinitionStatement("DropFunction", execution -> {
            requireManageable(execution, name);
            try {
                ground.functions().drop(name);
            } catch (N1qlException refused) {
                if (!drop.ifExists() || refused.code() != FunctionErrors.NOT_FOUND) {
                    throw refused;
                }
            }
        });
    }

    ExecutableStatement execute(ExecuteFunction execute) {
        VisibleNames names = new VisibleNames(null);
        N1qlExpressionCompiler expressions = new N1qlExpressionCompiler(names, queries, Map.of());
        List<Scalar> arguments = execute.arguments().stream()
                .map(argument -> expressions.compile(Resolver.resolve(argument, names)))
                .toList();
        return new ExecuteFunctionStatement(ground, name(execute.name()), names.slots(), arguments);
    }

    ExecutableStatement explain(ExplainFunction explain) {
        return new ExplainFunctionStatement(ground, name(explain.name()));
    }

    /** Compiles a call in an expression. */
    Scalar call(N1qlExpression.UserCall call, Scalar[] arguments) {
        FunctionName name = requireKnown(call, queries.context());
        return new FunctionCall(ground, name, arguments);
    }

    private FunctionName requireKnown(N1qlExpression.UserCall call, QueryContext context) {
        FunctionName name = FunctionName.of(call.function(), context);
        if (name == null || ground.functions().find(name) == null) {
            String path = name == null ? "" : " (resolving to " + name.path() + ")";
            throw new N1qlException(
                    N1qlException.PARSE,
                    "Invalid function " + call.function() + path + call.near().text());
        }
        return name;
    }
}
