package dev.mayfly.face.couchbase.query.expression;

import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.N1qlQuery;
import dev.mayfly.face.couchbase.language.tree.Near;
import dev.mayfly.face.couchbase.language.tree.WindowTerm;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes an expression of another, part by part. The inside of a query in it is left alone. */
public abstract class Rewriter {
    /** Returns the replacement of an expression; asked of the whole before its parts. */
    public N1qlExpression rewrite(N1qlExpression expression) {
        return parts(expression);
    }

    protected final @Nullable N1qlExpression rewriteIf(@Nullable N1qlExpression expression) {
        return expression == null ? null : rewrite(expression);
    }

    protected final List<N1qlExpression> all(List<N1qlExpression> expressions) {
        List<N1qlExpression> rewritten = new ArrayList<>(expressions.size());
        for (N1qlExpression expression : expressions) {
            rewritten.add(rewrite(expression));
        }
        return rewritten;
    }

    /** The same expression of rewritten parts. */
    protected final N1qlExpression parts(N1qlExpression expression) {
        return switch (expression) {
            case N1qlExpression.Constant _,
                    N1qlExpression.Parameter _,
                    N1qlExpression.Identifier _,
                    N1qlExpression.AnyCaseIdentifier _,
                    N1qlExpression.Self _,
                    N1qlExpression.SequenceValue _,
                    N1qlExpression.Subquery _ -> expression;
            case N1qlExpression.Field(N1qlExpression of, N1qlExpression name) ->
                new N1qlExpression.Field(rewrite(of), rewrite(name));
            case N1qlExpression.Element(N1qlExpression of, N1qlExpression index) ->
                new N1qlExpression.Element(rewrite(of), rewrite(index));
            case N1qlExpression.AnyCaseField(N1qlExpression of, String name) ->
                new N1qlExpression.AnyCaseField(rewrite(of), name);
            case N1qlExpression.EachElement(N1qlExpression of) -> new N1qlExpression.EachElement(rewrite(of));
            case N1qlExpression.FlatElements(N1qlExpression of) -> new N1qlExpression.FlatElements(rewrite(of));
            case N1qlExpression.Slice(N1qlExpression of, N1qlExpression from, N1qlExpression until) ->
                new N1qlExpression.Slice(rewrite(of), rewriteIf(from), rewriteIf(until));
            case N1qlExpression.Binary binary ->
                new N1qlExpression.Binary(binary.operator(), rewrite(binary.left()), rewrite(binary.right()));
            case N1qlExpression.And(List<N1qlExpression> terms) -> new N1qlExpression.And(all(terms));
            case N1qlExpression.Or(List<N1qlExpression> terms) -> new N1qlExpression.Or(all(terms));
            case N1qlExpression.Not(N1qlExpression operand) -> new N1qlExpression.Not(rewrite(operand));
            case N1qlExpression.Negate(N1qlExpression operand) -> new N1qlExpression.Negate(rewrite(operand));
            case N1qlExpression.Exists(N1qlExpression operand) -> new N1qlExpression.Exists(rewrite(operand));
            case N1qlExpression.Like like ->
                new N1qlExpression.Like(rewrite(like.value()), rewrite(like.pattern()), rewriteIf(like.escape()));
            case N1qlExpression.Between(N1qlExpression value, N1qlExpression low, N1qlExpression high) ->
                new N1qlExpression.Between(rewrite(value), rewrite(low), rewrite(high));
            case N1qlExpression.Is is -> new N1qlExpression.Is(rewrite(is.value()), is.test());
            case N1qlExpression.DistinctFrom(N1qlExpression left, N1qlExpression right) ->
                new N1qlExpression.DistinctFrom(rewrite(left), rewrite(right));
            case N1qlExpression.Case choice -> choice(choice);
            case N1qlExpression.Quantified quantified ->
                new N1qlExpression.Quantified(
                        quantified.quantifier(), loops(quantified.loops()), rewrite(quantified.satisfies()));
            case N1qlExpression.Collect collect ->
                new N1qlExpression.Collect(
                        collect.kind(),
                        rewriteIf(collect.name()),
                        rewrite(collect.result()),
                        loops(collect.loops()),
                        rewriteIf(collect.when()));
            case N1qlExpression.NewArray(List<N1qlExpression> elements) -> new N1qlExpression.NewArray(all(elements));
            case N1qlExpression.NewObject(List<N1qlExpression.Member> members) -> object(members);
            case N1qlExpression.Call(String function, List<N1qlExpression> arguments, Near near) ->
                new N1qlExpression.Call(function, all(arguments), near);
            case N1qlExpression.UserCall(var function, List<N1qlExpression> arguments, Near near) ->
                new N1qlExpression.UserCall(function, all(arguments), near);
            case N1qlExpression.Aggregate aggregate ->
                new N1qlExpression.Aggregate(
                        aggregate.function(),
                        aggregate.distinct(),
                        rewriteIf(aggregate.argument()),
                        rewriteIf(aggregate.filter()));
            case N1qlExpression.WindowFunction function ->
                new N1qlExpression.WindowFunction(
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
        List<N1qlQuery.Sort> orderBy = new ArrayList<>();
        for (N1qlQuery.Sort sort : window.orderBy()) {
            orderBy.add(new N1qlQuery.Sort(rewrite(sort.value()), sort.descending(), sort.nullsLast()));
        }
        return new WindowTerm(all(window.partitionBy()), orderBy, window.frame());
    }

    private N1qlExpression choice(N1qlExpression.Case choice) {
        List<N1qlExpression.When> whens = new ArrayList<>();
        for (N1qlExpression.When when : choice.whens()) {
            whens.add(new N1qlExpression.When(rewrite(when.condition()), rewrite(when.result())));
        }
        return new N1qlExpression.Case(rewriteIf(choice.operand()), whens, rewriteIf(choice.otherwise()));
    }

    protected final List<N1qlExpression.Loop> loops(List<N1qlExpression.Loop> loops) {
        List<N1qlExpression.Loop> rewritten = new ArrayList<>();
        for (N1qlExpression.Loop loop : loops) {
            rewritten.add(new N1qlExpression.Loop(
                    loop.name(), loop.variable(), loop.within(), rewrite(loop.in()), loop.near()));
        }
        return rewritten;
    }

    private N1qlExpression object(List<N1qlExpression.Member> members) {
        List<N1qlExpression.Member> rewritten = new ArrayList<>();
        for (N1qlExpression.Member member : members) {
            rewritten.add(new N1qlExpression.Member(rewrite(member.name()), rewrite(member.value())));
        }
        return new N1qlExpression.NewObject(rewritten);
    }
}
