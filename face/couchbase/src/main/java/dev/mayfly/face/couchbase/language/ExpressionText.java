package dev.mayfly.face.couchbase.language;

import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.tree.Operator;
import dev.mayfly.face.couchbase.language.value.StringValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes an expression as the service shows it: names between grave accents, every operation in parentheses. */
public final class ExpressionText {
    private final StringBuilder out = new StringBuilder();

    private ExpressionText() {}

    public static String of(Expression expression) {
        ExpressionText text = new ExpressionText();
        text.write(expression);
        return text.out.toString();
    }

    /** A name between grave accents. */
    public static String name(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    private void write(Expression expression) {
        switch (expression) {
            case Expression.Constant(Value value) -> out.append(value.isMissing() ? "missing" : Values.json(value));
            case Expression.Parameter(String name) -> out.append('$').append(name);
            case Expression.Identifier(String name) -> out.append(name(name));
            case Expression.AnyCaseIdentifier(String name) ->
                out.append(name(name)).append('i');
            case Expression.Field(Expression of, Expression name) -> field(of, name);
            case Expression.AnyCaseField(Expression of, String name) -> parts("(", of, "." + name(name) + "i)");
            case Expression.Element(Expression of, Expression index) -> parts("(", of, "[", index, "])");
            case Expression.EachElement(Expression of) -> parts("(", of, "[*])");
            case Expression.FlatElements(Expression of) -> parts("(", of, "[])");
            case Expression.Slice(Expression of, Expression from, Expression until) -> slice(of, from, until);
            case Expression.Binary(Operator operator, Expression left, Expression right) ->
                binary(operator, left, right);
            case Expression.And(List<Expression> terms) -> list("(", terms, " and ", ")");
            case Expression.Or(List<Expression> terms) -> list("(", terms, " or ", ")");
            case Expression.Not(Expression operand) -> parts("(not ", operand, ")");
            case Expression.Negate(Expression operand) -> parts("(-", operand, ")");
            case Expression.Exists(Expression operand) -> parts("(exists ", operand, ")");
            case Expression.Like like -> like(like);
            case Expression.Between(Expression value, Expression low, Expression high) ->
                parts("(", value, " between ", low, " and ", high, ")");
            case Expression.Is(Expression value, Expression.Test test) ->
                parts("(", value, " is " + test.name().toLowerCase(Locale.ROOT).replace('_', ' ') + ")");
            case Expression.DistinctFrom(Expression left, Expression right) ->
                parts("(", left, " is distinct from ", right, ")");
            case Expression.Case choice -> choice(choice);
            case Expression.Quantified quantified -> quantified(quantified);
            case Expression.Collect collect -> collect(collect);
            case Expression.NewArray(List<Expression> elements) -> list("[", elements, ", ", "]");
            case Expression.NewObject(List<Expression.Member> members) -> object(members);
            case Expression.Call(String function, List<Expression> arguments) ->
                list(function.toLowerCase(Locale.ROOT) + "(", arguments, ", ", ")");
            case Expression.Aggregate aggregate -> aggregate(aggregate);
            case Expression.WindowFunction function -> out.append(WindowText.of(function));
            case Expression.Subquery _ -> out.append("(select ...)");
        }
    }

    /** Texts as they are, expressions written. */
    private void parts(Object... parts) {
        for (Object part : parts) {
            if (part instanceof Expression expression) {
                write(expression);
            } else {
                out.append(part);
            }
        }
    }

    private void list(String before, List<Expression> terms, String between, String behind) {
        out.append(before);
        for (int i = 0; i < terms.size(); i++) {
            out.append(i == 0 ? "" : between);
            write(terms.get(i));
        }
        out.append(behind);
    }

    private void field(Expression of, Expression name) {
        if (name instanceof Expression.Constant(StringValue constant)) {
            parts("(", of, ".", name(constant.stringValue()), ")");
        } else {
            parts("(", of, ".[", name, "])");
        }
    }

    private void slice(Expression of, @Nullable Expression from, @Nullable Expression until) {
        parts("(", of, "[", from == null ? "" : from, " : ", until == null ? "" : until, "])");
    }

    /** The service knows two comparisons of order and one of equality; the others are these turned. */
    private void binary(Operator operator, Expression left, Expression right) {
        switch (operator) {
            case NOT_EQUAL -> parts("(not (", left, " = ", right, "))");
            case GREATER -> parts("(", right, " < ", left, ")");
            case GREATER_OR_EQUAL -> parts("(", right, " <= ", left, ")");
            default -> parts("(", left, " " + operator.text() + " ", right, ")");
        }
    }

    private void like(Expression.Like like) {
        parts("(", like.value(), " like ", like.pattern());
        if (like.escape() != null) {
            parts(" escape ", like.escape());
        }
        out.append(')');
    }

    private void choice(Expression.Case choice) {
        out.append("case");
        if (choice.operand() != null) {
            parts(" ", choice.operand());
        }
        for (Expression.When when : choice.whens()) {
            parts(" when ", when.condition(), " then ", when.result());
        }
        if (choice.otherwise() != null) {
            parts(" else ", choice.otherwise());
        }
        out.append(" end");
    }

    private void quantified(Expression.Quantified quantified) {
        out.append(quantified.quantifier().name().toLowerCase(Locale.ROOT).replace('_', ' '));
        loops(quantified.loops());
        parts(" satisfies ", quantified.satisfies(), " end");
    }

    private void loops(List<Expression.Loop> loops) {
        for (int i = 0; i < loops.size(); i++) {
            Expression.Loop loop = loops.get(i);
            out.append(i == 0 ? " " : ", ");
            if (loop.name() != null) {
                out.append(name(loop.name())).append(" : ");
            }
            parts(name(loop.variable()), loop.within() ? " within " : " in ", loop.in());
        }
    }

    private void collect(Expression.Collect collect) {
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

    private void object(List<Expression.Member> members) {
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

    private void aggregate(Expression.Aggregate aggregate) {
        out.append(aggregate.function().toLowerCase(Locale.ROOT)).append(aggregate.distinct() ? "(distinct " : "(");
        parts(aggregate.argument() == null ? "*" : aggregate.argument(), ")");
        if (aggregate.filter() != null) {
            parts(" filter (where ", aggregate.filter(), ")");
        }
    }
}
