package dev.mayfly.app.console.metrics;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * The documents of one collection that expired and were destroyed since the start, and their lag. Safe for concurrent
 * use; hot.
 */
public final class PurgeTally {
    /** The upper ends of the classes of lag but for the last, which has none. */
    public static final List<Long> LAG_MILLIS = List.of(
            10L, 100L, 500L, 1_000L, 2_000L, 5_000L, 10_000L, 30_000L, 60_000L, 300_000L, 3_600_000L, 86_400_000L);

    private static final long[] BOUNDS =
            LAG_MILLIS.stream().mapToLong(Long::longValue).toArray();

    private final LongAdder[] lags = new LongAdder[BOUNDS.length + 1];
    private final LongAdder announced = new LongAdder();
    private final LongAdder destroyed = new LongAdder();

    PurgeTally() {
        Arrays.setAll(lags, _ -> new LongAdder());
    }

    public void announced(long lagMillis) {
        int index = 0;
        while (index < BOUNDS.length && lagMillis > BOUNDS[index]) {
            index++;
        }
        lags[index].increment();
        announced.increment();
    }

    public void destroyed(int documents) {
        destroyed.add(documents);
    }

    public long announced() {
        return announced.sum();
    }

    public long destroyed() {
        return destroyed.sum();
    }

    /** Returns the number of documents in each class of lag. */
    public long[] lags() {
        return Arrays.stream(lags).mapToLong(LongAdder::sum).toArray();
    }
}
