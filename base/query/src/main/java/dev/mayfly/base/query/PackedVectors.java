package dev.mayfly.base.query;

import java.util.Arrays;

/**
 * Many vectors of one number of dimensions in little memory, to say of each how near to another it can be at most. Not safe for
 * concurrent use; any number of threads may read while none writes.
 *
 * <p>Hot: a search takes its time in {@link #product}, which reads all that is kept.
 */
public final class PackedVectors {
    /*
     * A vector is kept as its length, and as its direction in float32. What is computed of these differs a little from what double
     * precision gives. The difference has a bound, so what is returned is a bound too: no vector is nearer than that. The caller
     * looks at the vectors themselves, the best bound first, until no bound is better than what it has found.
     *
     * The bound is that of Higham, "Accuracy and Stability of Numerical Algorithms" (2002), section 3.1: a product of two vectors
     * whose sums are n additions deep errs by no more than n units of rounding, times the lengths of both, which are 1 here.
     *
     * The order of the additions of one sum may not change, so the compiler leaves it as it is; eight sums at once do not wait for
     * each other, and are nearly as fast as the memory.
     */
    private static final int STRANDS = 8;

    private static final double UNIT = 0x1p-24;
    private static final double SLACK = 1.1;

    /** Additions beside those over the dimensions: roundings of both vectors, and what is computed of the product. */
    private static final int OTHERS = 16;

    private static final double DOUBLE_SLACK = 1e-12;

    /** Beyond these lengths squares of squares overflow, or vanish, in double precision. */
    private static final double LENGTH_LEAST = 1e-70;

    private static final double LENGTH_MOST = 1e70;

    private static final int CAPACITY = 16;

    /** What an array and the reference to it take. */
    private static final int ARRAY_BYTES = 24;

    private final int dimensions;
    private final double error;
    private float[][] directions = new float[CAPACITY][];
    private double[] lengths = new double[CAPACITY];

    public PackedVectors(int dimensions) {
        this.dimensions = dimensions;
        this.error = (dimensions / (double) STRANDS + OTHERS) * UNIT * SLACK;
    }

    /** Returns the memory that this number of vectors takes. */
    public static long bytes(long vectors, int dimensions) {
        return vectors * ((long) Float.BYTES * dimensions + ARRAY_BYTES + 2L * Double.BYTES);
    }

    /** Returns true if a vector can be kept, or be compared with those that are: if its length is neither huge nor tiny. */
    public static boolean isUsual(double[] numbers) {
        double length = Math.sqrt(VectorSums.product(numbers, numbers));
        return length == 0 ? isZero(numbers) : length >= LENGTH_LEAST && length <= LENGTH_MOST;
    }

    /** Returns true if a vector has no length, and so no direction. */
    public static boolean isZero(double[] numbers) {
        for (double number : numbers) {
            if (number != 0) {
                return false;
            }
        }
        return true;
    }

    /** Keeps a usual vector in a slot; slots are taken from 0 on without a gap. */
    public void set(int slot, double[] numbers) {
        if (slot == lengths.length) {
            directions = Arrays.copyOf(directions, 2 * slot);
            lengths = Arrays.copyOf(lengths, 2 * slot);
        }
        double length = Math.sqrt(VectorSums.product(numbers, numbers));
        directions[slot] = direction(numbers, length);
        lengths[slot] = length;
    }

    private float[] direction(double[] numbers, double length) {
        float[] direction = new float[dimensions];
        for (int at = 0; at < dimensions && length != 0; at++) {
            direction[at] = (float) (numbers[at] / length);
        }
        return direction;
    }

    /**
     * Says of each slot which value the metric has at best: none is nearer by it.
     *
     * @param query a usual vector
     * @param bounds as many as there are slots
     */
    public void bounds(VectorMetric metric, double[] query, double[] bounds) {
        double length = Math.sqrt(VectorSums.product(query, query));
        float[] direction = direction(query, length);
        RequestGuard guard = RequestGuard.current();
        for (int slot = 0; slot < bounds.length; slot++) {
            guard.stepsOf(dimensions);
            bounds[slot] = bound(metric, length, lengths[slot], product(direction, directions[slot]) + error);
        }
    }

    private static float product(float[] one, float[] other) {
        float first = 0;
        float second = 0;
        float third = 0;
        float fourth = 0;
        float fifth = 0;
        float sixth = 0;
        float seventh = 0;
        float eighth = 0;
        int at = 0;
        for (; at + STRANDS <= one.length; at += STRANDS) {
            first += one[at] * other[at];
            second += one[at + 1] * other[at + 1];
            third += one[at + 2] * other[at + 2];
            fourth += one[at + 3] * other[at + 3];
            fifth += one[at + 4] * other[at + 4];
            sixth += one[at + 5] * other[at + 5];
            seventh += one[at + 6] * other[at + 6];
            eighth += one[at + 7] * other[at + 7];
        }
        for (; at < one.length; at++) {
            first += one[at] * other[at];
        }
        return ((first + second) + (third + fourth)) + ((fifth + sixth) + (seventh + eighth));
    }

    /** @param product at most, of the directions */
    private static double bound(VectorMetric metric, double length, double other, double product) {
        return switch (metric) {
            case COSINE -> product;
            case DOTPRODUCT -> length * other * product + DOUBLE_SLACK * length * other;
            case EUCLIDEAN -> {
                double squares = length * length + other * other;
                double between = squares - 2 * length * other * product - DOUBLE_SLACK * squares;
                yield Math.sqrt(Math.max(0, between));
            }
        };
    }
}
