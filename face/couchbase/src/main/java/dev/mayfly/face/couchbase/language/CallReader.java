package dev.mayfly.face.couchbase.language;

import dev.mayfly.face.couchbase.language.function.Aggregates;
import dev.mayfly.face.couchbase.language.function.WindowFunctions;
import dev.mayfly.face.couchbase.language.tree.Expression;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Makes the tree of a call: of a function, an aggregate, or a window function. Used for one text. */
final class CallReader {
    private final ExpressionReader expressions;
    private final QueryReader queries;

    CallReader(ExpressionReader expressions, QueryReader queries) {
        this.expressions = expressions;
        this.queries = queries;
    }

    Expression read(N1qlParser.CallContext context) {
        String function =
                ExpressionReader.identifier(context.functionName().identifier()).toUpperCase(Locale.ROOT);
        List<Expression> arguments = expressions.readAll(context.expressions());
        boolean star =
                context.expressions() == null && context.getChild(2).getText().equals("*");
        if (context.nullsTreatment() != null) {
            WindowFunctions.Rules rules = WindowFunctions.of(function);
            if (rules == null || !rules.nulls()) {
                throw refused("RESPECT|IGNORE NULLS syntax is not valid for function " + function + ".");
            }
        }
        if (context.over() != null) {
            return overWindow(context, context.over(), function, arguments, star);
        }
        boolean quantified = star || context.DISTINCT() != null || context.ALL() != null || context.filter() != null;
        if (!Aggregates.contains(function)) {
            if (quantified) {
                throw refused("Function '" + function + "' is not an aggregate.");
            }
            return FunctionalForms.of(function, arguments).orElseGet(() -> new Expression.Call(function, arguments));
        }
        if (!star && arguments.size() != 1) {
            throw refused("Number of arguments to function " + function + " must be 1.");
        }
        return new Expression.Aggregate(
                function, context.DISTINCT() != null, star ? null : arguments.getFirst(), filter(context));
    }

    private Expression overWindow(
            N1qlParser.CallContext context,
            N1qlParser.OverContext over,
            String function,
            List<Expression> arguments,
            boolean star) {
        WindowFunctions.Rules rules = WindowFunctions.of(function);
        boolean distinct = context.DISTINCT() != null;
        if (rules == null || (context.filter() != null && !rules.aggregate())) {
            throw refused("Invalid function " + function);
        }
        if ((distinct || context.ALL() != null) && !rules.aggregate()) {
            throw refused("Invalid aggregate function " + function + ".");
        }
        if (star) {
            if (!function.equals("COUNT")) {
                throw refused("Invalid aggregate function " + function + "(*).");
            }
        } else if (arguments.size() < rules.least() || arguments.size() > rules.most()) {
            throw refused("Number of arguments to function " + function + " must be "
                    + (rules.least() == rules.most()
                            ? String.valueOf(rules.least())
                            : "between " + rules.least() + " and " + rules.most())
                    + ".");
        }
        if (context.fromEnd() != null && !rules.fromEnd()) {
            throw refused("syntax error - FROM FIRST|LAST is not valid for function " + function + ".");
        }
        return new Expression.WindowFunction(
                function,
                distinct,
                arguments,
                filter(context),
                context.fromEnd() != null && context.fromEnd().LAST() != null,
                context.nullsTreatment() != null && context.nullsTreatment().IGNORE() != null,
                queries.windows().read(over));
    }

    private @Nullable Expression filter(N1qlParser.CallContext context) {
        return context.filter() == null
                ? null
                : expressions.read(context.filter().where().expression());
    }

    private static QueryException refused(String text) {
        return new QueryException(QueryException.PARSE, text);
    }
}
