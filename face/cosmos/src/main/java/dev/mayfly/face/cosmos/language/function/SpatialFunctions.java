package dev.mayfly.face.cosmos.language.function;

import dev.mayfly.face.cosmos.language.function.GeoJsonShape.MalformedException;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The functions of places. What is no geometry makes them undefined, but for those that ask whether it is one. */
final class SpatialFunctions {
    private SpatialFunctions() {}

    /** A question about two geometries. */
    @FunctionalInterface
    private interface Question {
        SqlValue answer(SpatialValue one, SpatialValue other);
    }

    static void addTo(SqlFunctionTable table) {
        question(table, "ST_DISTANCE", (one, other) -> SqlValues.of(one.distanceTo(other)));
        question(table, "ST_WITHIN", (one, other) -> SqlValues.of(one.isWithin(other)));
        question(table, "ST_INTERSECTS", (one, other) -> SqlValues.of(one.intersects(other)));
        number(table, "ST_AREA", SpatialValue::area);
        judgement(table, "ST_ISVALID", (value, moment) -> SqlValues.of(valueOf(value, moment) != null));
        judgement(table, "ST_ISVALIDDETAILED", SpatialFunctions::detailed);
    }

    private static void question(SqlFunctionTable table, String name, Question question) {
        table.of(name, 2, (moment, arguments) -> {
            SpatialValue first = valueOf(arguments[0], moment);
            SpatialValue second = valueOf(arguments[1], moment);
            return first == null || second == null ? SqlValues.UNDEFINED : question.answer(first, second);
        });
    }

    private static void number(SqlFunctionTable table, String name, ToDoubleFunction<SpatialValue> measure) {
        table.of(name, 1, (moment, arguments) -> {
            SpatialValue geometry = valueOf(arguments[0], moment);
            return geometry == null ? SqlValues.UNDEFINED : SqlValues.of(measure.applyAsDouble(geometry));
        });
    }

    private static void judgement(
            SqlFunctionTable table, String name, BiFunction<SqlValue, QueryInstant, SqlValue> judge) {
        table.of(
                name,
                1,
                (moment, arguments) ->
                        arguments[0].isUndefined() ? SqlValues.UNDEFINED : judge.apply(arguments[0], moment));
    }

    private static @Nullable SpatialValue valueOf(SqlValue value, QueryInstant moment) {
        try {
            return SpatialValue.of(value, moment.settings());
        } catch (MalformedException _) {
            return null;
        }
    }

    private static SqlValue detailed(SqlValue value, QueryInstant moment) {
        SequencedMap<String, SqlValue> details = new LinkedHashMap<>();
        try {
            SpatialValue.of(value, moment.settings());
            details.put("valid", SqlValues.TRUE);
        } catch (MalformedException malformed) {
            details.put("valid", SqlValues.FALSE);
            details.put("reason", SqlValues.of(String.valueOf(malformed.getMessage())));
        }
        return SqlValues.object(details);
    }
}
