package dev.mayfly.face.couchbase.query.expression;

import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.tree.Query;
import dev.mayfly.face.couchbase.language.tree.WindowTerm;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes an expression of another, part by part. What is inside of a query in it is left alone. */
public abstract class Rewriter {
    /** What stands for an expression; asked of the whole before its parts. */
    public Expression rewrite(Expression expression) {
        return parts(expression);
    }

    protected final @Nullable Expression rewriteIf(@Nullable Expression expression) {
        return expression == null ? null : rewrite(expression);
    }

    protected final List<Expression> all(List<Expression> expressions) {
        List<Expression> rewritten = new ArrayList<>(expressions.size());
        for (Expression expression : expressions) {
            rewritten.add(rewrite(expression));
        }
        return rewritten;
    }

    /** The same expression of rewritten parts. */
    protected final Expression parts(Expression expression) {
        return switch (expression) {
            case Expression.Constant _,
                    Expression.Parameter _,
                    Expression.Identifier _,
                    Expression.AnyCaseIdentifier _,
                    Expression.Subquery _ -> expression;
            case Expression.Field(Expression of, Expression name) -> new Expression.Field(rewrite(of), rewrite(name));
            case Expression.Element(Expression of, Expression index) ->
                new Expression.Element(rewrite(of), rewrite(index));
            case Expression.AnyCaseField(Expression of, String name) -> new Expression.AnyCaseField(rewrite(of), name);
            case Expression.EachElement(Expression of) -> new Expression.EachElement(rewrite(of));
            case Expression.FlatElements(Expression of) -> new Expression.FlatElements(rewrite(of));
            case Expression.Slice(Expression of, Expression from, Expression until) ->
                new Expression.Slice(rewrite(of), rewriteIf(from), rewriteIf(until));
            case Expression.Binary binary ->
                new Expression.Binary(binary.operator(), rewrite(binary.left()), rewrite(binary.right()));
            case Expression.And(List<Expression> terms) -> new Expression.And(all(terms));
            case Expression.Or(List<Expression> terms) -> new Expression.Or(all(terms));
            case Expression.Not(Expression operand) -> new Expression.Not(rewrite(operand));
            case Expression.Negate(Expression operand) -> new Expression.Negate(rewrite(operand));
            case Expression.Exists(Expression operand) -> new Expression.Exists(rewrite(operand));
            case Expression.Like like ->
                new Expression.Like(rewrite(like.value()), rewrite(like.pattern()), rewriteIf(like.escape()));
            case Expression.Between(Expression value, Expression low, Expression high) ->
                new Expression.Between(rewrite(value), rewrite(low), rewrite(high));
            case Expression.Is is -> new Expression.Is(rewrite(is.value()), is.test());
            case Expression.DistinctFrom(Expression left, Expression right) ->
                new Expression.DistinctFrom(rewrite(left), rewrite(right));
            case Expression.Case choice -> choice(choice);
            case Expression.Quantified quantified ->
                new Expression.Quantified(
                        quantified.quantifier(), loops(quantified.loops()), rewrite(quantified.satisfies()));
            case Expression.Collect collect ->
                new Expression.Collect(
                        collect.kind(),
                        rewriteIf(collect.name()),
                        rewrite(collect.result()),
                        loops(collect.loops()),
                        rewriteIf(collect.when()));
            case Expression.NewArray(List<Expression> elements) -> new Expression.NewArray(all(elements));
            case Expression.NewObject(List<Expression.Member> members) -> object(members);
            case Expression.Call(String function, List<Expression> arguments) ->
                new Expression.Call(function, all(arguments));
            case Expression.Aggregate aggregate ->
                new Expression.Aggregate(
                        aggregate.function(),
                        aggregate.distinct(),
                        rewriteIf(aggregate.argument()),
                        rewriteIf(aggregate.filter()));
            case Expression.WindowFunction function ->
                new Expression.WindowFunction(
                        function.function(),
                        function.distinct(),
                        all(function.arguments()),
                        rewriteIf(function.filter()),
                        function.fromLast(),
                        function.ignoreNulls(),
                        window(function.window()));
        };
    }

    private WindowTerm window(WindowTerm window) {
        List<Query.Sort> orderBy = new ArrayList<>();
        for (Query.Sort sort : window.orderBy()) {
            orderBy.add(new Query.Sort(rewrite(sort.value()), sort.descending(), sort.nullsLast()));
        }
        return new WindowTerm(all(window.partitionBy()), orderBy, window.frame());
    }

    private Expression choice(Expression.Case choice) {
        List<Expression.When> whens = new ArrayList<>();
        for (Expression.When when : choice.whens()) {
            whens.add(new Expression.When(rewrite(when.condition()), rewrite(when.result())));
        }
        return new Expression.Case(rewriteIf(choice.operand()), whens, rewriteIf(choice.otherwise()));
    }

    protected final List<Expression.Loop> loops(List<Expression.Loop> loops) {
        List<Expression.Loop> rewritten = new ArrayList<>();
        for (Expression.Loop loop : loops) {
            rewritten.add(new Expression.Loop(loop.name(), loop.variable(), loop.within(), rewrite(loop.in())));
        }
        return rewritten;
    }

    private Expression object(List<Expression.Member> members) {
        List<Expression.Member> rewritten = new ArrayList<>();
        for (Expression.Member member : members) {
            rewritten.add(new Expression.Member(rewrite(member.name()), rewrite(member.value())));
        }
        return new Expression.NewObject(rewritten);
    }
}
