package dev.mayfly.base.query;

import java.util.Locale;
import java.util.Optional;

/** How far two vectors are from each other, or how like. */
public enum VectorMetric {
    /** The cosine of the angle between them: 1 for one direction, -1 for opposite ones. */
    COSINE,
    /** The sum of the products of their numbers: the greater the nearer. */
    DOTPRODUCT,
    /** The length of what is between their ends: 0 for equal ones. */
    EUCLIDEAN;

    /** Returns the metric that a policy or a query names, without regard to case. */
    public static Optional<VectorMetric> named(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "cosine" -> Optional.of(COSINE);
            case "dotproduct" -> Optional.of(DOTPRODUCT);
            case "euclidean" -> Optional.of(EUCLIDEAN);
            default -> Optional.empty();
        };
    }

    /**
     * Returns the value for two vectors of the same number of dimensions; not a number for the angle to a vector without a
     * length.
     */
    public double of(double[] one, double[] other) {
        return of(one, this == COSINE ? VectorSums.product(one, one) : Double.NaN, other);
    }

    /** As {@link #of}, for a vector whose product with itself is known; only the angle asks for it. */
    double of(double[] one, double square, double[] other) {
        return switch (this) {
            case COSINE -> VectorSums.product(one, other) / Math.sqrt(square * VectorSums.product(other, other));
            case DOTPRODUCT -> VectorSums.product(one, other);
            case EUCLIDEAN -> Math.sqrt(VectorSums.between(one, other));
        };
    }

    /** Returns a value that is the greater the more alike the vectors are. */
    public double nearness(double value) {
        return this == EUCLIDEAN ? -value : value;
    }
}
