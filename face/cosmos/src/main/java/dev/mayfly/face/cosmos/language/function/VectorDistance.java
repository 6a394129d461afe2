package dev.mayfly.face.cosmos.language.function;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.base.query.VectorMetric;
import dev.mayfly.face.cosmos.language.value.SqlArray;
import dev.mayfly.face.cosmos.language.value.SqlBoolean;
import dev.mayfly.face.cosmos.language.value.SqlNumber;
import dev.mayfly.face.cosmos.language.value.SqlObject;
import dev.mayfly.face.cosmos.language.value.SqlString;
import dev.mayfly.face.cosmos.language.value.SqlUndefined;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A call of the function that compares two vectors: arrays of as many numbers. A third argument asks for an exact answer, as all
 * are here; a fourth may name another metric than that of the container.
 *
 * @param standard the metric of a call that names none
 */
public record VectorDistance(VectorMetric standard) implements SqlEvaluator {
    public static final String NAME = "VectorDistance";

    private static final String METRIC = "distanceFunction";

    static void addTo(SqlFunctionTable table) {
        table.addMomentary(
                NAME, 2, 4, (moment, arguments) -> new VectorDistance(VectorMetric.COSINE).evaluate(moment, arguments));
    }

    public static boolean isNamed(String function) {
        return function.equalsIgnoreCase(NAME);
    }

    @Override
    public SqlValue evaluate(QueryInstant moment, SqlValue[] arguments) {
        VectorMetric metric = metric(arguments);
        double[] one = vector(arguments[0]);
        double[] other = vector(arguments[1]);
        return metric == null ? SqlValues.UNDEFINED : between(metric, one, other);
    }

    /** Returns the value for two vectors; undefined if either is none, or they have other dimensions. */
    public static SqlValue between(VectorMetric metric, double @Nullable [] one, double @Nullable [] other) {
        if (one == null || other == null || one.length != other.length) {
            return SqlValues.UNDEFINED;
        }
        RequestGuard.current().stepsOf(one.length);
        return SqlFunctionTable.finite(metric.of(one, other));
    }

    /** Returns the metric of a call with these arguments; null if one of the optional ones cannot be. */
    public @Nullable VectorMetric metric(SqlValue[] arguments) {
        SqlValue isExact = SqlFunctionTable.optional(arguments, 2);
        if (!SqlFunctionTable.omits(arguments, 2) && !(isExact instanceof SqlBoolean)) {
            return null;
        }
        if (SqlFunctionTable.omits(arguments, 3)) {
            return standard;
        }
        if (!(arguments[3] instanceof SqlObject options)) {
            return null;
        }
        return switch (options.field(METRIC)) {
            case SqlString name -> {
                Optional<VectorMetric> named = VectorMetric.named(name.stringValue());
                yield named.orElse(null);
            }
            case SqlUndefined _ -> standard;
            default -> null;
        };
    }

    /** Returns the numbers of a vector; null if the value is none. */
    public static double @Nullable [] vector(SqlValue value) {
        if (!(value instanceof SqlArray array) || array.size() == 0) {
            return null;
        }
        double[] numbers = new double[array.size()];
        int at = 0;
        for (SqlValue element : array) {
            if (!(element instanceof SqlNumber number)) {
                return null;
            }
            numbers[at++] = number.doubleValue();
        }
        return numbers;
    }
}
