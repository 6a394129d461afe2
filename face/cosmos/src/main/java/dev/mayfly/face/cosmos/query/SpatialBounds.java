package dev.mayfly.face.cosmos.query;

import dev.mayfly.base.geo.CellSpan;
import dev.mayfly.base.query.KeyInterval;
import dev.mayfly.face.cosmos.language.BinaryOperator;
import dev.mayfly.face.cosmos.language.SqlExpression;
import dev.mayfly.face.cosmos.language.UnaryOperator;
import dev.mayfly.face.cosmos.language.function.SearchSettings;
import dev.mayfly.face.cosmos.language.function.SpatialCells;
import dev.mayfly.face.cosmos.language.value.SqlNumber;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import dev.mayfly.face.cosmos.query.index.ItemPath;
import dev.mayfly.face.cosmos.query.index.ValueKeys;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** Finds the cells of S2 of which an item has one that a question about places accepts. On the plane none are known. */
record SpatialBounds(QueryNames names, SearchSettings settings) {
    private static final String DISTANCE = "ST_DISTANCE";

    /** Returns the bound of a distance below a constant; null if none is known. */
    @Nullable
    List<Bound> near(BinaryOperator operator, SqlExpression left, SqlValue most) {
        boolean isBelow = operator == BinaryOperator.LESS || operator == BinaryOperator.LESS_OR_EQUAL;
        if (!isBelow
                || !(most instanceof SqlNumber meters)
                || !(left instanceof SqlExpression.Call(String function, List<SqlExpression> arguments))
                || !function.equals(DISTANCE)
                || arguments.size() != 2) {
            return null;
        }
        // A distance is the same both ways.
        ItemPath first = names.path(arguments.get(0));
        ItemPath place = first == null ? names.path(arguments.get(1)) : first;
        SqlValue center = constant(arguments.get(first == null ? 0 : 1));
        return center == null ? null : bounds(place, SpatialCells.near(center, meters.doubleValue()));
    }

    /** Returns the bound of a call that asks what lies in a constant geometry, or meets it; null if none is known. */
    @Nullable
    List<Bound> meeting(List<SqlExpression> arguments) {
        SqlValue region = arguments.size() == 2 ? constant(arguments.get(1)) : null;
        return region == null ? null : bounds(names.path(arguments.getFirst()), SpatialCells.meeting(region));
    }

    private @Nullable List<Bound> bounds(@Nullable ItemPath place, Optional<List<CellSpan>> spans) {
        if (settings.isPlanar() || place == null || place.isThroughElements() || spans.isEmpty()) {
            return null;
        }
        List<KeyInterval> intervals = new ArrayList<>();
        for (CellSpan span : spans.get()) {
            intervals.add(KeyInterval.between(
                    ValueKeys.ofCell(span.first()), KeyInterval.above(ValueKeys.ofCell(span.last()))));
        }
        return List.of(new Bound(place.cells(), intervals, Bound.Tightness.BETWEEN));
    }

    /** Returns the value of an expression that consists of constants and parameters; null if it does not. */
    private @Nullable SqlValue constant(SqlExpression expression) {
        return switch (expression) {
            case SqlExpression.NewArray(List<SqlExpression> elements) -> array(elements);
            case SqlExpression.NewObject(List<SqlExpression.Property> properties) -> object(properties);
            case SqlExpression.Unary(UnaryOperator operator, SqlExpression operand) ->
                operator == UnaryOperator.MINUS && constant(operand) instanceof SqlNumber number
                        ? SqlValues.of(-number.doubleValue())
                        : null;
            default -> names.constant(expression);
        };
    }

    private @Nullable SqlValue array(List<SqlExpression> elements) {
        List<SqlValue> values = new ArrayList<>();
        for (SqlExpression element : elements) {
            SqlValue value = constant(element);
            if (value == null) {
                return null;
            }
            values.add(value);
        }
        return SqlValues.array(values);
    }

    private @Nullable SqlValue object(List<SqlExpression.Property> properties) {
        SequencedMap<String, SqlValue> values = new LinkedHashMap<>();
        for (SqlExpression.Property property : properties) {
            SqlValue value = constant(property.value());
            if (value == null) {
                return null;
            }
            values.put(property.name(), value);
        }
        return SqlValues.object(values);
    }
}
