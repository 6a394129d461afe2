package dev.mayfly.base.query;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The vector of a query, which is compared with many others by one metric. What depends on it alone is computed once, and sums
 * go in four strands that do not wait for each other. Used by one thread.
 */
public final class QueryVector {
    private static final int STRANDS = 4;

    private final VectorMetric metric;
    private final int dimensions;

    /** Both have zeros up to a whole number of steps, which change no sum. */
    private final double[] numbers;

    private final double[] others;
    private final float[] floats;
    private final double square;

    public QueryVector(VectorMetric metric, double[] numbers) {
        this.metric = metric;
        this.dimensions = numbers.length;
        int length = (dimensions + STRANDS - 1) / STRANDS * STRANDS;
        this.numbers = new double[length];
        this.others = new double[length];
        this.floats = new float[dimensions];
        System.arraycopy(numbers, 0, this.numbers, 0, dimensions);
        this.square = product(this.numbers, this.numbers);
    }

    /** Returns the metric's value for a vector of as many numbers; see {@link VectorMetric#of}. */
    public double to(double[] other) {
        System.arraycopy(other, 0, others, 0, dimensions);
        return toOthers();
    }

    /** As {@link #to}, for a vector of float32 in little endian that begins at the offset. */
    public double toFloats(byte[] bytes, int offset) {
        ByteBuffer.wrap(bytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .position(offset)
                .asFloatBuffer()
                .get(floats);
        for (int at = 0; at < dimensions; at++) {
            others[at] = floats[at];
        }
        return toOthers();
    }

    private double toOthers() {
        return switch (metric) {
            case COSINE -> product(numbers, others) / Math.sqrt(square * product(others, others));
            case DOTPRODUCT -> product(numbers, others);
            case EUCLIDEAN -> Math.sqrt(between(numbers, others));
        };
    }

    private static double product(double[] one, double[] other) {
        double first = 0;
        double second = 0;
        double third = 0;
        double fourth = 0;
        for (int at = 0; at < one.length; at += STRANDS) {
            first += one[at] * other[at];
            second += one[at + 1] * other[at + 1];
            third += one[at + 2] * other[at + 2];
            fourth += one[at + 3] * other[at + 3];
        }
        return first + second + third + fourth;
    }

    private static double between(double[] one, double[] other) {
        double first = 0;
        double second = 0;
        double third = 0;
        double fourth = 0;
        for (int at = 0; at < one.length; at += STRANDS) {
            first += (one[at] - other[at]) * (one[at] - other[at]);
            second += (one[at + 1] - other[at + 1]) * (one[at + 1] - other[at + 1]);
            third += (one[at + 2] - other[at + 2]) * (one[at + 2] - other[at + 2]);
            fourth += (one[at + 3] - other[at + 3]) * (one[at + 3] - other[at + 3]);
        }
        return first + second + third + fourth;
    }
}
