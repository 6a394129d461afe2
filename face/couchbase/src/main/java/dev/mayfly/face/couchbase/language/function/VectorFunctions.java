package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.base.query.VectorMetric;
import dev.mayfly.face.couchbase.language.value.N1qlArray;
import dev.mayfly.face.couchbase.language.value.N1qlNumber;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Functions of vectors, which are arrays of numbers. A distance is the smaller the nearer the vectors are, by every metric; it is
 * exact also where an approximate one is asked for.
 */
final class VectorFunctions {
    private static final int APPROXIMATE_ARGUMENTS_MAX = 6;

    private VectorFunctions() {}

    static void addTo(N1qlFunctionTable table) {
        table.add("VECTOR_DISTANCE", 3, 3, VectorFunctions::distance);
        table.alias("KNN_DISTANCE", "VECTOR_DISTANCE");
        table.add("APPROX_VECTOR_DISTANCE", 3, APPROXIMATE_ARGUMENTS_MAX, VectorFunctions::distance);
        table.alias("ANN_DISTANCE", "APPROX_VECTOR_DISTANCE");
        table.add("ISVECTOR", 2, 3, VectorFunctions::isVector);
    }

    private static N1qlValue distance(N1qlValue[] arguments) {
        double @Nullable [] one = numbers(arguments[0]);
        double @Nullable [] other = numbers(arguments[1]);
        if (one == null
                || other == null
                || one.length != other.length
                || !(arguments[2] instanceof N1qlString metric)) {
            return N1qlValues.NULL;
        }
        RequestGuard.current().stepsOf(one.length);
        double distance = switch (metric.stringValue().toUpperCase(Locale.ROOT)) {
            case "COSINE" -> 1 - VectorMetric.COSINE.of(one, other);
            case "DOT" -> -VectorMetric.DOTPRODUCT.of(one, other);
            case "L2", "EUCLIDEAN" -> VectorMetric.EUCLIDEAN.of(one, other);
            case "L2_SQUARED", "EUCLIDEAN_SQUARED" -> square(VectorMetric.EUCLIDEAN.of(one, other));
            default -> Double.NaN;
        };
        return Double.isNaN(distance) ? N1qlValues.NULL : N1qlValues.of(distance);
    }

    private static double square(double length) {
        return length * length;
    }

    private static N1qlValue isVector(N1qlValue[] arguments) {
        double @Nullable [] numbers = numbers(arguments[0]);
        if (!(arguments[1] instanceof N1qlNumber dimensions)) {
            return N1qlValues.NULL;
        }
        boolean isKnownFormat = arguments.length == 2
                || arguments[2] instanceof N1qlString format
                        && format.stringValue().equalsIgnoreCase("float32");
        return N1qlValues.of(isKnownFormat && numbers != null && numbers.length == dimensions.doubleValue());
    }

    private static double @Nullable [] numbers(N1qlValue value) {
        if (!(value instanceof N1qlArray array) || array.size() == 0) {
            return null;
        }
        double[] numbers = new double[array.size()];
        int at = 0;
        for (N1qlValue element : array) {
            if (!(element instanceof N1qlNumber number)) {
                return null;
            }
            numbers[at++] = number.doubleValue();
        }
        return numbers;
    }
}
