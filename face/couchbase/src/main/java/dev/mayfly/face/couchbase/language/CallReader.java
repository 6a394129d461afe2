package dev.mayfly.face.couchbase.language;

import dev.mayfly.face.couchbase.language.aggregate.Aggregates;
import dev.mayfly.face.couchbase.language.function.N1qlFunctions;
import dev.mayfly.face.couchbase.language.function.WindowFunctions;
import dev.mayfly.face.couchbase.language.tree.KeyspaceName;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.Near;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;
import org.antlr.v4.runtime.tree.TerminalNode;
import org.jspecify.annotations.Nullable;

/** Makes the tree of a call: of a function, an aggregate, or a window function. Used for one text. */
final class CallReader {
    private static final String META = "META";

    private final ExpressionReader expressions;
    private final QueryReader queries;

    CallReader(ExpressionReader expressions, QueryReader queries) {
        this.expressions = expressions;
        this.queries = queries;
    }

    N1qlExpression read(N1qlParser.CallContext context) {
        String written = ExpressionReader.identifier(context.functionName().identifier());
        String function = written.toUpperCase(Locale.ROOT);
        List<N1qlExpression> arguments = expressions.readAll(context.expressions());
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
            return call(context, written, arguments);
        }
        if (!star && arguments.size() != 1) {
            throw N1qlFunctions.wrongArguments(
                    written, 1, 1, behindBracket(context).text());
        }
        return new N1qlExpression.Aggregate(
                function, context.DISTINCT() != null, star ? null : arguments.getFirst(), filter(context));
    }

    private N1qlExpression call(N1qlParser.CallContext context, String written, List<N1qlExpression> arguments) {
        Near near = ExpressionReader.near(context.start);
        String function = written.toUpperCase(Locale.ROOT);
        if (function.equals(META)) {
            if (arguments.size() > 1) {
                throw N1qlFunctions.wrongArguments(
                        written, 0, 1, behindBracket(context).text());
            }
            return new N1qlExpression.Call(function, arguments, near);
        }
        Optional<N1qlExpression> form =
                FunctionalForms.of(written, arguments, behindBracket(context).text());
        if (form.isPresent()) {
            return form.get();
        }
        if (!N1qlFunctions.isOfService(written)) {
            return new N1qlExpression.UserCall(new KeyspaceName(null, List.of(written)), arguments, near);
        }
        N1qlFunctions.check(
                written, arguments.size(), near.text(), behindBracket(context).text());
        return new N1qlExpression.Call(function, arguments, near);
    }

    /** Makes a call of a function that is named behind its namespace. */
    N1qlExpression read(N1qlParser.PathCallPrimaryContext context) {
        List<String> parts =
                context.identifier().stream().map(ExpressionReader::identifier).toList();
        return new N1qlExpression.UserCall(
                new KeyspaceName(context.DEFAULT().getText(), parts),
                expressions.readAll(context.expressions()),
                ExpressionReader.near(context.start));
    }

    /** Makes a call of a function behind the names of its scope. */
    N1qlExpression read(N1qlExpression scope, N1qlParser.ScopedCallContext context) {
        List<String> parts = new ArrayList<>(ExpressionNames.pathOf(scope));
        if (parts.isEmpty() || parts.size() > 2) {
            throw refused("syntax error - a function is named by its scope alone");
        }
        parts.add(ExpressionReader.identifier(context.identifier()));
        return new N1qlExpression.UserCall(
                new KeyspaceName(null, parts), expressions.readAll(context.expressions()), Near.of(scope));
    }

    /** Returns the place where arguments begin. */
    private static Near behindBracket(N1qlParser.CallContext context) {
        ParseTree first = context.getChild(2);
        return first instanceof ParserRuleContext rule
                ? ExpressionReader.near(rule.start)
                : ExpressionReader.near(((TerminalNode) first).getSymbol());
    }

    private N1qlExpression overWindow(
            N1qlParser.CallContext context,
            N1qlParser.OverContext over,
            String function,
            List<N1qlExpression> arguments,
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
        return new N1qlExpression.WindowFunction(
                function,
                distinct,
                arguments,
                filter(context),
                context.fromEnd() != null && context.fromEnd().LAST() != null,
                context.nullsTreatment() != null && context.nullsTreatment().IGNORE() != null,
                queries.windows().read(over));
    }

    private @Nullable N1qlExpression filter(N1qlParser.CallContext context) {
        return context.filter() == null
                ? null
                : expressions.read(context.filter().where().expression());
    }

    private static N1qlException refused(String text) {
        return new N1qlException(N1qlException.PARSE, text);
    }
}
