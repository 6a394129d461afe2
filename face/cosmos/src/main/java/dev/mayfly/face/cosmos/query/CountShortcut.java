package dev.mayfly.face.cosmos.query;

import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.cosmos.language.AggregateFunction;
import dev.mayfly.face.cosmos.language.SqlExpression;
import dev.mayfly.face.cosmos.language.SqlQuery;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** Answers queries for the number of items without reading them. The engine's count leaves out expired ones. */
final class CountShortcut {
    private final SqlQuery query;
    private final SqlValue count;

    private CountShortcut(SqlQuery query, SqlValue count) {
        this.query = query;
        this.count = count;
    }

    /** The one row of a query that asks for no more than the number of all items, or null for any other. */
    static @Nullable SqlValue of(PageRequest asked, ItemRanges items, ReadView reading) {
        SqlQuery query = asked.query().tree();
        boolean isPlain = query.where() == null
                && query.groupBy().isEmpty()
                && query.sources().size() == 1
                && query.sources().getFirst().rows() instanceof SqlQuery.Path(SqlExpression.Item _)
                && !query.sources().getFirst().each();
        boolean isOfAll = asked.partition() == null && asked.range().isEmpty() && items.isEverywhere();
        if (!isPlain || !isOfAll || new CountShortcut(query, SqlValues.NULL).row() == null) {
            return null;
        }
        long count = asked.container().collection().count(reading);
        return new CountShortcut(query, SqlValues.of(count)).row();
    }

    private @Nullable SqlValue row() {
        return switch (query.selection()) {
            case SqlQuery.Everything _ -> null;
            case SqlQuery.OneValue(SqlExpression value) -> value(value);
            case SqlQuery.Properties properties -> {
                SequencedMap<String, SqlValue> row = new LinkedHashMap<>();
                List<String> names = properties.names();
                for (int i = 0; i < names.size(); i++) {
                    SqlValue value = value(properties.selected().get(i).value());
                    if (value == null) {
                        yield null;
                    }
                    row.put(names.get(i), value);
                }
                yield SqlValues.object(row);
            }
        };
    }

    /** The value of what is made of counts and nothing else; null for all else. */
    private @Nullable SqlValue value(SqlExpression expression) {
        return switch (expression) {
            case SqlExpression.Aggregate(AggregateFunction function, SqlExpression argument) ->
                function == AggregateFunction.COUNT && isInEveryItem(argument) ? count : null;
            case SqlExpression.NewArray(List<SqlExpression> elements) -> {
                List<SqlValue> values = new ArrayList<>();
                for (SqlExpression element : elements) {
                    SqlValue value = value(element);
                    if (value == null) {
                        yield null;
                    }
                    values.add(value);
                }
                yield SqlValues.array(values);
            }
            case SqlExpression.NewObject(List<SqlExpression.Property> properties) -> {
                SequencedMap<String, SqlValue> values = new LinkedHashMap<>();
                for (SqlExpression.Property property : properties) {
                    SqlValue value = value(property.value());
                    if (value == null) {
                        yield null;
                    }
                    values.put(property.name(), value);
                }
                yield SqlValues.object(values);
            }
            default -> null;
        };
    }

    private static boolean isInEveryItem(SqlExpression argument) {
        return switch (argument) {
            case SqlExpression.Constant(SqlValue value) -> !value.isUndefined();
            case SqlExpression.Input _ -> true;
            default -> false;
        };
    }
}
