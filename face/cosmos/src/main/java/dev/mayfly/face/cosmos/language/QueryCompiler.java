package dev.mayfly.face.cosmos.language;

import dev.mayfly.face.cosmos.language.function.QueryInstant;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Compiles a query into an executable one. Used for one query. */
final class QueryCompiler {
    private final SqlExpressionCompiler expressions;
    private final RowBudget effort = new RowBudget();

    QueryCompiler(Map<String, SqlValue> parameters, QueryInstant moment) {
        this.expressions = new SqlExpressionCompiler(parameters, moment, this);
    }

    SqlExpressionCompiler expressions() {
        return expressions;
    }

    RowBudget effort() {
        return effort;
    }

    /** Compiles a query whose sources get their slots here. */
    SelectClause selecting(SqlQuery query, SlotTable slots) {
        int[] places = new int[query.sources().size()];
        FromClause.Step[] steps = new FromClause.Step[places.length];
        for (int i = 0; i < places.length; i++) {
            steps[i] = step(query.sources().get(i), slots, i, places);
        }
        Scalar where = query.where() == null ? null : expressions.compile(query.where(), slots);
        FromClause expansion = new FromClause(steps, where, effort);
        GroupByClause grouping = grouping(query, slots);
        return new SelectClause(expansion, places, grouping, projection(query, slots, places), query.distinct());
    }

    /** The origin of a source is compiled before its own name is known. */
    private FromClause.Step step(SqlQuery.Source source, SlotTable slots, int index, int[] places) {
        return switch (source.rows()) {
            case SqlQuery.Path(SqlExpression path) -> {
                Scalar value = expressions.compile(path, slots);
                int slot = slots.takeFor(source.alias());
                places[index] = slot;
                yield source.each() ? new FromClause.Each(slot, value) : new FromClause.One(slot, value);
            }
            case SqlQuery.Derived(SqlQuery query) -> {
                SelectClause inner = selecting(query, slots.inner());
                int slot = slots.takeFor(source.alias());
                places[index] = slot;
                yield new FromClause.OfQuery(slot, source.each(), inner);
            }
        };
    }

    private @Nullable GroupByClause grouping(SqlQuery query, SlotTable slots) {
        Map<SqlExpression, SqlExpression.Aggregate> aggregates = new LinkedHashMap<>();
        for (SqlExpression selected : selected(query.selection())) {
            collect(selected, aggregates);
        }
        if (aggregates.isEmpty() && query.groupBy().isEmpty()) {
            return null;
        }
        Map<SqlExpression, Integer> computed = new LinkedHashMap<>();
        Scalar[] keys = expressions.compileAll(query.groupBy(), slots);
        int[] keySlots = new int[keys.length];
        for (int i = 0; i < keys.length; i++) {
            keySlots[i] = slots.take();
            computed.put(query.groupBy().get(i), keySlots[i]);
        }
        List<GroupByClause.Aggregation> aggregations = new ArrayList<>();
        for (SqlExpression.Aggregate aggregate : aggregates.values()) {
            int slot = slots.take();
            computed.put(aggregate, slot);
            aggregations.add(new GroupByClause.Aggregation(
                    aggregate.function(), expressions.compile(aggregate.argument(), slots), slot));
        }
        slots.replace(computed);
        return new GroupByClause(keys, keySlots, aggregations);
    }

    static List<SqlExpression> selected(SqlQuery.Selection selection) {
        return switch (selection) {
            case SqlQuery.Everything _ -> List.of();
            case SqlQuery.OneValue(SqlExpression value) -> List.of(value);
            case SqlQuery.Properties(List<SqlQuery.Selected> selected) ->
                selected.stream().map(SqlQuery.Selected::value).toList();
        };
    }

    private static void collect(SqlExpression expression, Map<SqlExpression, SqlExpression.Aggregate> aggregates) {
        if (expression instanceof SqlExpression.Aggregate aggregate) {
            aggregates.putIfAbsent(aggregate, aggregate);
            return;
        }
        Trees.parts(expression).forEach(part -> collect(part, aggregates));
    }

    private Scalar projection(SqlQuery query, SlotTable slots, int[] places) {
        return switch (query.selection()) {
            case SqlQuery.Everything _ -> {
                int only = places[0];
                yield inputs -> inputs[only];
            }
            case SqlQuery.OneValue(SqlExpression value) -> expressions.compile(value, slots);
            case SqlQuery.Properties properties ->
                SqlExpressionCompiler.object(
                        properties.names().toArray(String[]::new), expressions.compileAll(selected(properties), slots));
        };
    }
}
