package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.base.query.VectorMetric;
import dev.mayfly.face.couchbase.language.value.N1qlArray;
import dev.mayfly.face.couchbase.language.value.N1qlNumber;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Functions of vectors, which are arrays of numbers. A distance is the smaller the nearer the vectors are, by every metric; it is
 * exact also where an approximate one is asked for.
 */
public final class VectorFunctions {
    private static final int APPROXIMATE_ARGUMENTS_MAX = 6;

    /** The functions that tell a distance. */
    private static final Set<String> DISTANCES =
            Set.of("VECTOR_DISTANCE", "KNN_DISTANCE", "APPROX_VECTOR_DISTANCE", "ANN_DISTANCE");

    private VectorFunctions() {}

    /** Returns true if a function of this name tells the distance of two vectors. */
    public static boolean isDistance(String function) {
        return DISTANCES.contains(function.toUpperCase(Locale.ROOT));
    }

    /** The metrics as the language names them. */
    public enum Metric {
        COSINE(VectorMetric.COSINE),
        DOT(VectorMetric.DOTPRODUCT),
        L2(VectorMetric.EUCLIDEAN),
        L2_SQUARED(VectorMetric.EUCLIDEAN);

        private final VectorMetric of;

        Metric(VectorMetric of) {
            this.of = of;
        }

        /** Returns the metric of a name in any letters, or null. */
        public static @Nullable Metric named(String name) {
            return switch (name.toUpperCase(Locale.ROOT)) {
                case "COSINE" -> COSINE;
                case "DOT" -> DOT;
                case "L2", "EUCLIDEAN" -> L2;
                case "L2_SQUARED", "EUCLIDEAN_SQUARED" -> L2_SQUARED;
                default -> null;
            };
        }

        /** What it is computed of. */
        public VectorMetric of() {
            return of;
        }

        /** Returns the distance of vectors of which {@link #of} has this value: never greater for nearer ones. */
        public double distance(double value) {
            return switch (this) {
                case COSINE -> 1 - value;
                case DOT -> -value;
                case L2 -> value;
                case L2_SQUARED -> value * value;
            };
        }
    }

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
        Metric metric = arguments[2] instanceof N1qlString name ? Metric.named(name.stringValue()) : null;
        if (one == null || other == null || one.length != other.length || metric == null) {
            return N1qlValues.NULL;
        }
        RequestGuard.current().stepsOf(one.length);
        double distance = metric.distance(metric.of().of(one, other));
        return Double.isNaN(distance) ? N1qlValues.NULL : N1qlValues.of(distance);
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

    /** Returns the numbers of a vector, or null for what is none. */
    public static double @Nullable [] numbers(N1qlValue value) {
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
