package dev.mayfly.face.couchbase.language;

import dev.mayfly.face.couchbase.language.tree.KeyspaceName;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.N1qlQuery;
import dev.mayfly.face.couchbase.language.tree.Operator;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes an expression as the service shows it: names between grave accents, every operation in parentheses. */
public final class ExpressionText {
    private final StringBuilder out = new StringBuilder();

    private final @Nullable N1qlQuery correlated;

    private ExpressionText(@Nullable N1qlQuery correlated) {
        this.correlated = correlated;
    }

    public static String of(N1qlExpression expression) {
        return of(expression, null);
    }

    /** @param correlated a query in it that depends on the rows around it, or null */
    public static String of(N1qlExpression expression, @Nullable N1qlQuery correlated) {
        ExpressionText text = new ExpressionText(correlated);
        text.write(expression);
        return text.out.toString();
    }

    /** A query as it stands in an expression, without parentheses around it. */
    public static String of(N1qlQuery query) {
        return SubqueryText.of(query);
    }

    /** A name between grave accents. */
    public static String name(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    private static String function(KeyspaceName function) {
        return (function.namespace() == null ? "" : function.namespace() + ":")
                + function.parts().stream().map(ExpressionText::name).collect(Collectors.joining("."));
    }

    private void write(N1qlExpression expression) {
        switch (expression) {
            case N1qlExpression.Constant(N1qlValue value) ->
                out.append(value.isMissing() ? "missing" : N1qlValues.json(value));
            case N1qlExpression.Parameter(String name) -> out.append('$').append(name);
            case N1qlExpression.Identifier(String name, var _) -> out.append(name(name));
            case N1qlExpression.AnyCaseIdentifier(String name) ->
                out.append(name(name)).append('i');
            case N1qlExpression.Field(N1qlExpression of, N1qlExpression name) -> field(of, name);
            case N1qlExpression.AnyCaseField(N1qlExpression of, String name) -> parts("(", of, "." + name(name) + "i)");
            case N1qlExpression.Element(N1qlExpression of, N1qlExpression index) -> parts("(", of, "[", index, "])");
            case N1qlExpression.EachElement(N1qlExpression of) -> parts("(", of, "[*])");
            case N1qlExpression.FlatElements(N1qlExpression of) -> parts("(", of, "[])");
            case N1qlExpression.Slice(N1qlExpression of, N1qlExpression from, N1qlExpression until) ->
                slice(of, from, until);
            case N1qlExpression.Binary(Operator operator, N1qlExpression left, N1qlExpression right) ->
                binary(operator, left, right);
            case N1qlExpression.And(List<N1qlExpression> terms) -> list("(", terms, " and ", ")");
            case N1qlExpression.Or(List<N1qlExpression> terms) -> list("(", terms, " or ", ")");
            case N1qlExpression.Not(N1qlExpression operand) -> parts("(not ", operand, ")");
            case N1qlExpression.Negate(N1qlExpression operand) -> parts("(-", operand, ")");
            case N1qlExpression.Exists(N1qlExpression operand) -> parts("(exists ", operand, ")");
            case N1qlExpression.Like like -> like(like);
            case N1qlExpression.Between(N1qlExpression value, N1qlExpression low, N1qlExpression high) ->
                parts("(", value, " between ", low, " and ", high, ")");
            case N1qlExpression.Is(N1qlExpression value, N1qlExpression.Test test) ->
                parts("(", value, " is " + test.name().toLowerCase(Locale.ROOT).replace('_', ' ') + ")");
            case N1qlExpression.DistinctFrom(N1qlExpression left, N1qlExpression right) ->
                parts("(", left, " is distinct from ", right, ")");
            case N1qlExpression.Case choice -> choice(choice);
            case N1qlExpression.Quantified quantified -> quantified(quantified);
            case N1qlExpression.Collect collect -> collect(collect);
            case N1qlExpression.NewArray(List<N1qlExpression> elements) -> list("[", elements, ", ", "]");
            case N1qlExpression.NewObject(List<N1qlExpression.Member> members) -> object(members);
            case N1qlExpression.Call(String function, List<N1qlExpression> arguments, var _) ->
                list(function.toLowerCase(Locale.ROOT) + "(", arguments, ", ", ")");
            case N1qlExpression.UserCall(KeyspaceName function, List<N1qlExpression> arguments, var _) ->
                list(function(function) + "(", arguments, ", ", ")");
            case N1qlExpression.Aggregate aggregate -> aggregate(aggregate);
            case N1qlExpression.WindowFunction function -> out.append(WindowText.of(function));
            case N1qlExpression.Self _ -> out.append("self");
            case N1qlExpression.SequenceValue(boolean next, KeyspaceName sequence) ->
                out.append(next ? "next value for " : "prev value for ").append(sequence);
            case N1qlExpression.Subquery(N1qlQuery query, var _) ->
                out.append(query.equals(correlated) ? "correlated (" : "(")
                        .append(SubqueryText.of(query))
                        .append(')');
        }
    }

    /** Texts as they are, expressions written. */
    private void parts(Object... parts) {
        for (Object part : parts) {
            if (part instanceof N1qlExpression expression) {
                write(expression);
            } else {
                out.append(part);
            }
        }
    }

    private void list(String before, List<N1qlExpression> terms, String between, String behind) {
        out.append(before);
        for (int i = 0; i < terms.size(); i++) {
            out.append(i == 0 ? "" : between);
            write(terms.get(i));
        }
        out.append(behind);
    }

    private void field(N1qlExpression of, N1qlExpression name) {
        if (name instanceof N1qlExpression.Constant(N1qlString constant)) {
            parts("(", of, ".", name(constant.stringValue()), ")");
        } else {
            parts("(", of, ".[", name, "])");
        }
    }

    private void slice(N1qlExpression of, @Nullable N1qlExpression from, @Nullable N1qlExpression until) {
        parts("(", of, "[", from == null ? "" : from, " : ", until == null ? "" : until, "])");
    }

    /** The service knows two comparisons of order and one of equality; the others are these turned. */
    private void binary(Operator operator, N1qlExpression left, N1qlExpression right) {
        switch (operator) {
            case NOT_EQUAL -> parts("(not (", left, " = ", right, "))");
            case GREATER -> parts("(", right, " < ", left, ")");
            case GREATER_OR_EQUAL -> parts("(", right, " <= ", left, ")");
            default -> parts("(", left, " " + operator.text() + " ", right, ")");
        }
    }

    private void like(N1qlExpression.Like like) {
        parts("(", like.value(), " like ", like.pattern());
        if (like.escape() != null) {
            parts(" escape ", like.escape());
        }
        out.append(')');
    }

    private void choice(N1qlExpression.Case choice) {
        out.append("case");
        if (choice.operand() != null) {
            parts(" ", choice.operand());
        }
        for (N1qlExpression.When when : choice.whens()) {
            parts(" when ", when.condition(), " then ", when.result());
        }
        if (choice.otherwise() != null) {
            parts(" else ", choice.otherwise());
        }
        out.append(" end");
    }

    private void quantified(N1qlExpression.Quantified quantified) {
        out.append(quantified.quantifier().name().toLowerCase(Locale.ROOT).replace('_', ' '));
        loops(quantified.loops());
        parts(" satisfies ", quantified.satisfies(), " end");
    }

    private void loops(List<N1qlExpression.Loop> loops) {
        for (int i = 0; i < loops.size(); i++) {
            N1qlExpression.Loop loop = loops.get(i);
            out.append(i == 0 ? " " : ", ");
            if (loop.name() != null) {
                out.append(name(loop.name())).append(" : ");
            }
            parts(name(loop.variable()), loop.within() ? " within " : " in ", loop.in());
        }
    }

    private void collect(N1qlExpression.Collect collect) {
        out.append(collect.kind().name().toLowerCase(Locale.ROOT)).append(' ');
        if (collect.name() != null) {
            parts(collect.name(), " : ");
        }
        parts(collect.result(), " for");
        loops(collect.loops());
        if (collect.when() != null) {
            parts(" when ", collect.when());
        }
        out.append(" end");
    }

    private void object(List<N1qlExpression.Member> members) {
        out.append('{');
        for (int i = 0; i < members.size(); i++) {
            parts(
                    i == 0 ? "" : ", ",
                    members.get(i).name(),
                    ": ",
                    members.get(i).value());
        }
        out.append('}');
    }

    private void aggregate(N1qlExpression.Aggregate aggregate) {
        out.append(aggregate.function().toLowerCase(Locale.ROOT)).append(aggregate.distinct() ? "(distinct " : "(");
        parts(aggregate.argument() == null ? "*" : aggregate.argument(), ")");
        if (aggregate.filter() != null) {
            parts(" filter (where ", aggregate.filter(), ")");
        }
    }
}
