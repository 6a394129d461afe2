package dev.mayfly.face.transport.connection;

import java.util.Arrays;

/** A histogram of request times, in classes of which six make a factor of ten. */
public final class LatencyClasses {
    private static final long MICRO = 1_000;
    private static final long[] BOUNDS = steps();

    /** One more than there are bounds, for times above the last. */
    static final int CLASSES = BOUNDS.length + 1;

    /**
     * The first class that may hold a time, by the time's number of bits; the right one is at most a few steps
     * further.
     */
    private static final int[] FIRST = first();

    private final long[] counts;

    /** @param counts of each class; not copied, not to be changed */
    LatencyClasses(long[] counts) {
        this.counts = counts;
    }

    /** Returns the bounds, from a microsecond up to fifty seconds. */
    private static long[] steps() {
        long[] steps = {10, 15, 20, 30, 50, 70};
        long[] bounds = new long[7 * steps.length + 5];
        long unit = MICRO / 10;
        for (int index = 0; index < bounds.length; index++) {
            bounds[index] = steps[index % steps.length] * unit;
            unit = index % steps.length == steps.length - 1 ? unit * 10 : unit;
        }
        return bounds;
    }

    private static int[] first() {
        int[] first = new int[Long.SIZE + 1];
        for (int bits = 0; bits <= Long.SIZE; bits++) {
            long least = bits == 0 ? 0 : 1L << (bits - 1);
            int index = 0;
            while (index < BOUNDS.length && least > BOUNDS[index]) {
                index++;
            }
            first[bits] = index;
        }
        return first;
    }

    /** A hot path: each request passes here once. */
    static int classOf(long nanos) {
        if (nanos <= 0) {
            return 0;
        }
        int index = FIRST[Long.SIZE - Long.numberOfLeadingZeros(nanos)];
        while (index < BOUNDS.length && nanos > BOUNDS[index]) {
            index++;
        }
        return index;
    }

    /** The upper ends of all classes but the last, in nanoseconds. */
    public static long[] bounds() {
        return BOUNDS.clone();
    }

    /** Returns the number of requests in each class. */
    public long[] counts() {
        return counts.clone();
    }

    public long count() {
        return Arrays.stream(counts).sum();
    }

    /** Both together. */
    public LatencyClasses plus(LatencyClasses other) {
        long[] sums = counts.clone();
        for (int index = 0; index < sums.length; index++) {
            sums[index] += other.counts[index];
        }
        return new LatencyClasses(sums);
    }

    /**
     * The time within which such a share of the requests was answered, as if those of a class were spread evenly over it:
     * wrong by less than a class is wide. 0 where there are none.
     */
    public long quantileNanos(double share) {
        double rank = share * count();
        long before = 0;
        for (int index = 0; index < counts.length; index++) {
            long here = counts[index];
            if (here > 0 && before + here >= rank) {
                long least = index == 0 ? 0 : BOUNDS[index - 1];
                long most = index == BOUNDS.length ? least : BOUNDS[index];
                return least + Math.round((most - least) * Math.max(0, rank - before) / here);
            }
            before += here;
        }
        return 0;
    }
}
