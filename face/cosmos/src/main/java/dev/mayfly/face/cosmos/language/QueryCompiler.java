package dev.mayfly.face.cosmos.language;

import dev.mayfly.face.cosmos.language.function.Moment;
import dev.mayfly.face.cosmos.language.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes of a query what carries it out. Used for one. */
final class QueryCompiler {
    private final ExpressionCompiler expressions;
    private final Effort effort = new Effort();

    QueryCompiler(Map<String, Value> parameters, Moment moment) {
        this.expressions = new ExpressionCompiler(parameters, moment, this);
    }

    ExpressionCompiler expressions() {
        return expressions;
    }

    Effort effort() {
        return effort;
    }

    /** A query whose sources get their places here. */
    Selecting selecting(Query query, Slots slots) {
        int[] places = new int[query.sources().size()];
        Expansion.Step[] steps = new Expansion.Step[places.length];
        for (int i = 0; i < places.length; i++) {
            steps[i] = step(query.sources().get(i), slots, i, places);
        }
        Scalar where = query.where() == null ? null : expressions.compile(query.where(), slots);
        Expansion expansion = new Expansion(steps, where, effort);
        Grouping grouping = grouping(query, slots);
        return new Selecting(expansion, places, grouping, projection(query, slots, places), query.distinct());
    }

    /** What a source comes from is compiled before its own name is known. */
    private Expansion.Step step(Query.Source source, Slots slots, int index, int[] places) {
        return switch (source.rows()) {
            case Query.Path(Expression path) -> {
                Scalar value = expressions.compile(path, slots);
                int slot = slots.takeFor(source.alias());
                places[index] = slot;
                yield source.each() ? new Expansion.Each(slot, value) : new Expansion.One(slot, value);
            }
            case Query.Derived(Query query) -> {
                Selecting inner = selecting(query, slots.inner());
                int slot = slots.takeFor(source.alias());
                places[index] = slot;
                yield new Expansion.OfQuery(slot, source.each(), inner);
            }
        };
    }

    private @Nullable Grouping grouping(Query query, Slots slots) {
        Map<Expression, Expression.Aggregate> aggregates = new LinkedHashMap<>();
        for (Expression selected : selected(query.selection())) {
            collect(selected, aggregates);
        }
        if (aggregates.isEmpty() && query.groupBy().isEmpty()) {
            return null;
        }
        Map<Expression, Integer> computed = new LinkedHashMap<>();
        Scalar[] keys = expressions.compileAll(query.groupBy(), slots);
        int[] keySlots = new int[keys.length];
        for (int i = 0; i < keys.length; i++) {
            keySlots[i] = slots.take();
            computed.put(query.groupBy().get(i), keySlots[i]);
        }
        List<Grouping.Aggregation> aggregations = new ArrayList<>();
        for (Expression.Aggregate aggregate : aggregates.values()) {
            int slot = slots.take();
            computed.put(aggregate, slot);
            aggregations.add(new Grouping.Aggregation(
                    aggregate.function(), expressions.compile(aggregate.argument(), slots), slot));
        }
        slots.replace(computed);
        return new Grouping(keys, keySlots, aggregations);
    }

    static List<Expression> selected(Query.Selection selection) {
        return switch (selection) {
            case Query.Everything _ -> List.of();
            case Query.OneValue(Expression value) -> List.of(value);
            case Query.Properties(List<Query.Selected> selected) ->
                selected.stream().map(Query.Selected::value).toList();
        };
    }

    private static void collect(Expression expression, Map<Expression, Expression.Aggregate> aggregates) {
        if (expression instanceof Expression.Aggregate aggregate) {
            aggregates.putIfAbsent(aggregate, aggregate);
            return;
        }
        Trees.parts(expression).forEach(part -> collect(part, aggregates));
    }

    private Scalar projection(Query query, Slots slots, int[] places) {
        return switch (query.selection()) {
            case Query.Everything _ -> {
                int only = places[0];
                yield inputs -> inputs[only];
            }
            case Query.OneValue(Expression value) -> expressions.compile(value, slots);
            case Query.Properties properties ->
                ExpressionCompiler.object(
                        properties.names().toArray(String[]::new), expressions.compileAll(selected(properties), slots));
        };
    }
}
