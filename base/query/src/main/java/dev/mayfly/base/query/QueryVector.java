package dev.mayfly.base.query;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The vector of a query, which is compared with many others by one metric. Used by one thread. */
public final class QueryVector {
    private final VectorMetric metric;
    private final double[] numbers;
    private final double square;

    /** Room for what comes as bytes. */
    private final float[] floats;

    private final double[] others;

    public QueryVector(VectorMetric metric, double[] numbers) {
        this.metric = metric;
        this.numbers = numbers.clone();
        this.square = VectorSums.product(numbers, numbers);
        this.floats = new float[numbers.length];
        this.others = new double[numbers.length];
    }

    /** Returns the metric's value for a vector of as many numbers; see {@link VectorMetric#of}. */
    public double to(double[] other) {
        return metric.of(numbers, square, other);
    }

    /** As {@link #to}, for a vector of float32 in little endian that begins at the offset. */
    public double toFloats(byte[] bytes, int offset) {
        ByteBuffer.wrap(bytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .position(offset)
                .asFloatBuffer()
                .get(floats);
        for (int at = 0; at < floats.length; at++) {
            others[at] = floats[at];
        }
        return to(others);
    }
}
