package dev.mayfly.engine.forecast;

/**
 * A span of time in buckets of one length.
 *
 * @param from where the first bucket begins, in milliseconds since the epoch
 * @param until where the last bucket ends at the latest; it may be cut short
 */
public record ForecastRange(long from, long until, long bucketMillis) {
    /** The largest number of buckets. */
    public static final int BUCKETS_MAX = 20_000;

    public ForecastRange {
        if (bucketMillis <= 0 || until <= from) {
            throw new IllegalArgumentException("a range is not empty, and a bucket lasts");
        }
        long length = until - from;
        if (length < 0 || (length - 1) / bucketMillis >= BUCKETS_MAX) {
            throw new IllegalArgumentException("a range has at most " + BUCKETS_MAX + " buckets");
        }
    }

    /** Returns a range of this number of buckets from an instant on. */
    public static ForecastRange of(long from, long bucketMillis, int buckets) {
        return new ForecastRange(from, from + bucketMillis * buckets, bucketMillis);
    }

    public int buckets() {
        return (int) ((until - from - 1) / bucketMillis) + 1;
    }

    /** The bucket that an instant within the range falls into. */
    public int bucketOf(long instant) {
        return (int) ((instant - from) / bucketMillis);
    }

    public boolean contains(long instant) {
        return from <= instant && instant < until;
    }

    /** The start of a bucket. */
    public long begin(int bucket) {
        return from + bucket * bucketMillis;
    }
}
