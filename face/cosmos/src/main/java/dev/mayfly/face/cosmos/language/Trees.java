package dev.mayfly.face.cosmos.language;

import dev.mayfly.face.cosmos.language.value.SqlString;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Walks over expressions. */
final class Trees {
    private Trees() {}

    static boolean isAggregateOrSubquery(SqlExpression expression) {
        return expression instanceof SqlExpression.Aggregate || expression instanceof SqlExpression.Subquery;
    }

    /** Returns true if the predicate holds for the expression or one inside it. Does not search subqueries. */
    static boolean contains(SqlExpression expression, Predicate<SqlExpression> predicate) {
        if (predicate.test(expression)) {
            return true;
        }
        for (SqlExpression part : parts(expression)) {
            if (contains(part, predicate)) {
                return true;
            }
        }
        return false;
    }

    /** Returns true if a subquery may have more than one row for some item, judged by its shape. */
    static boolean mayMakeManyRows(SqlQuery query) {
        if (!query.groupBy().isEmpty()) {
            return true;
        }
        for (SqlExpression selected : QueryCompiler.selected(query.selection())) {
            if (contains(selected, SqlExpression.Aggregate.class::isInstance)) {
                return false;
            }
        }
        for (SqlQuery.Source source : query.sources()) {
            if (source.each()
                    || (source.rows() instanceof SqlQuery.Derived(SqlQuery inner) && mayMakeManyRows(inner))) {
                return true;
            }
        }
        return false;
    }

    /** Returns the names of the properties that lead from a source to an expression; null if it is no such property. */
    static @Nullable List<String> namesOf(SqlExpression expression) {
        return switch (expression) {
            case SqlExpression.Item _, SqlExpression.Input _ -> List.of();
            case SqlExpression.Member(SqlExpression.NewObject object, SqlExpression.Constant(SqlString name)) -> {
                SqlExpression value = valueOf(object, name.stringValue());
                yield value == null ? null : namesOf(value);
            }
            case SqlExpression.Member(SqlExpression of, SqlExpression.Constant(SqlString name)) -> {
                List<String> before = namesOf(of);
                if (before == null) {
                    yield null;
                }
                List<String> names = new ArrayList<>(before);
                names.add(name.stringValue());
                yield List.copyOf(names);
            }
            default -> null;
        };
    }

    /** Returns what an object that is made in the query has under a name; null if it has nothing there. */
    private static @Nullable SqlExpression valueOf(SqlExpression.NewObject object, String name) {
        SqlExpression found = null;
        for (SqlExpression.Property property : object.properties()) {
            if (property.name().equals(name)) {
                found = property.value();
            }
        }
        return found;
    }

    /** Returns the parts of an expression, one level down. */
    static List<SqlExpression> parts(SqlExpression expression) {
        return switch (expression) {
            case SqlExpression.Constant _,
                    SqlExpression.Parameter _,
                    SqlExpression.Item _,
                    SqlExpression.Input _,
                    SqlExpression.Subquery _ -> List.of();
            case SqlExpression.Member(SqlExpression of, SqlExpression key) -> List.of(of, key);
            case SqlExpression.Unary unary -> List.of(unary.operand());
            case SqlExpression.Binary binary -> List.of(binary.left(), binary.right());
            case SqlExpression.And(List<SqlExpression> terms) -> terms;
            case SqlExpression.Or(List<SqlExpression> terms) -> terms;
            case SqlExpression.Coalesce(List<SqlExpression> terms) -> terms;
            case SqlExpression.Conditional(SqlExpression test, SqlExpression then, SqlExpression otherwise) ->
                List.of(test, then, otherwise);
            case SqlExpression.Between between -> List.of(between.value(), between.from(), between.to());
            case SqlExpression.In in -> with(in.value(), in.choices());
            case SqlExpression.Like like -> List.of(like.value(), like.pattern());
            case SqlExpression.NewArray(List<SqlExpression> elements) -> elements;
            case SqlExpression.NewObject(List<SqlExpression.Property> properties) ->
                properties.stream().map(SqlExpression.Property::value).toList();
            case SqlExpression.Call call -> call.arguments();
            case SqlExpression.UserCall call -> call.arguments();
            case SqlExpression.Aggregate aggregate -> List.of(aggregate.argument());
        };
    }

    private static List<SqlExpression> with(SqlExpression first, List<SqlExpression> others) {
        List<SqlExpression> all = new ArrayList<>(others.size() + 1);
        all.add(first);
        all.addAll(others);
        return all;
    }
}
