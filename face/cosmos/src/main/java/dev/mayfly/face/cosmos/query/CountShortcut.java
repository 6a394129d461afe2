package dev.mayfly.face.cosmos.query;

import dev.mayfly.engine.Reading;
import dev.mayfly.face.cosmos.language.AggregateFunction;
import dev.mayfly.face.cosmos.language.Expression;
import dev.mayfly.face.cosmos.language.Query;
import dev.mayfly.face.cosmos.language.value.Value;
import dev.mayfly.face.cosmos.language.value.Values;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** Answers how many items there are without reading them. The engine's count leaves out what has expired. */
final class CountShortcut {
    private final Query query;
    private final Value count;

    private CountShortcut(Query query, Value count) {
        this.query = query;
        this.count = count;
    }

    /** The one row of a query that asks for no more than the number of all items, or null for any other. */
    static @Nullable Value of(Asked asked, ItemRanges items, Reading reading) {
        Query query = asked.query().tree();
        boolean isPlain = query.where() == null
                && query.groupBy().isEmpty()
                && query.sources().size() == 1
                && query.sources().getFirst().rows() instanceof Query.Path(Expression.Item _)
                && !query.sources().getFirst().each();
        boolean isOfAll = asked.partition() == null && asked.range().isEmpty() && items.isEverywhere();
        if (!isPlain || !isOfAll || new CountShortcut(query, Values.NULL).row() == null) {
            return null;
        }
        long count = asked.container().collection().count(reading);
        return new CountShortcut(query, Values.of(count)).row();
    }

    private @Nullable Value row() {
        return switch (query.selection()) {
            case Query.Everything _ -> null;
            case Query.OneValue(Expression value) -> value(value);
            case Query.Properties properties -> {
                SequencedMap<String, Value> row = new LinkedHashMap<>();
                List<String> names = properties.names();
                for (int i = 0; i < names.size(); i++) {
                    Value value = value(properties.selected().get(i).value());
                    if (value == null) {
                        yield null;
                    }
                    row.put(names.get(i), value);
                }
                yield Values.object(row);
            }
        };
    }

    /** The value of what is made of counts and nothing else; null for all else. */
    private @Nullable Value value(Expression expression) {
        return switch (expression) {
            case Expression.Aggregate(AggregateFunction function, Expression argument) ->
                function == AggregateFunction.COUNT && isInEveryItem(argument) ? count : null;
            case Expression.NewArray(List<Expression> elements) -> {
                List<Value> values = new ArrayList<>();
                for (Expression element : elements) {
                    Value value = value(element);
                    if (value == null) {
                        yield null;
                    }
                    values.add(value);
                }
                yield Values.array(values);
            }
            case Expression.NewObject(List<Expression.Property> properties) -> {
                SequencedMap<String, Value> values = new LinkedHashMap<>();
                for (Expression.Property property : properties) {
                    Value value = value(property.value());
                    if (value == null) {
                        yield null;
                    }
                    values.put(property.name(), value);
                }
                yield Values.object(values);
            }
            default -> null;
        };
    }

    private static boolean isInEveryItem(Expression argument) {
        return switch (argument) {
            case Expression.Constant(Value value) -> !value.isUndefined();
            case Expression.Input _ -> true;
            default -> false;
        };
    }
}
