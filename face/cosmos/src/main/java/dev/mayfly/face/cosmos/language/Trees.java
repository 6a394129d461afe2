package dev.mayfly.face.cosmos.language;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Walks over expressions. */
final class Trees {
    private Trees() {}

    static boolean isAggregateOrSubquery(Expression expression) {
        return expression instanceof Expression.Aggregate || expression instanceof Expression.Subquery;
    }

    /** Whether the predicate holds of the expression or of one inside of it. Does not look into subqueries. */
    static boolean contains(Expression expression, Predicate<Expression> predicate) {
        if (predicate.test(expression)) {
            return true;
        }
        for (Expression part : parts(expression)) {
            if (contains(part, predicate)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a query inside a query has more than one row for some item, as far as its shape says. */
    static boolean mayMakeManyRows(Query query) {
        if (!query.groupBy().isEmpty()) {
            return true;
        }
        for (Expression selected : QueryCompiler.selected(query.selection())) {
            if (contains(selected, Expression.Aggregate.class::isInstance)) {
                return false;
            }
        }
        for (Query.Source source : query.sources()) {
            if (source.each() || (source.rows() instanceof Query.Derived(Query inner) && mayMakeManyRows(inner))) {
                return true;
            }
        }
        return false;
    }

    /** What an expression consists of, one level down. */
    static List<Expression> parts(Expression expression) {
        return switch (expression) {
            case Expression.Constant _,
                    Expression.Parameter _,
                    Expression.Item _,
                    Expression.Input _,
                    Expression.Subquery _ -> List.of();
            case Expression.Member(Expression of, Expression key) -> List.of(of, key);
            case Expression.Unary unary -> List.of(unary.operand());
            case Expression.Binary binary -> List.of(binary.left(), binary.right());
            case Expression.And(List<Expression> terms) -> terms;
            case Expression.Or(List<Expression> terms) -> terms;
            case Expression.Coalesce(List<Expression> terms) -> terms;
            case Expression.Conditional(Expression test, Expression then, Expression otherwise) ->
                List.of(test, then, otherwise);
            case Expression.Between between -> List.of(between.value(), between.from(), between.to());
            case Expression.In in -> with(in.value(), in.choices());
            case Expression.Like like -> List.of(like.value(), like.pattern());
            case Expression.NewArray(List<Expression> elements) -> elements;
            case Expression.NewObject(List<Expression.Property> properties) ->
                properties.stream().map(Expression.Property::value).toList();
            case Expression.Call call -> call.arguments();
            case Expression.Aggregate aggregate -> List.of(aggregate.argument());
        };
    }

    private static List<Expression> with(Expression first, List<Expression> others) {
        List<Expression> all = new ArrayList<>(others.size() + 1);
        all.add(first);
        all.addAll(others);
        return all;
    }
}
