package dev.mayfly.bench.drivers;

import dev.mayfly.base.clock.SystemClock;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/** Documents that expire at one instant, and what a foreground of steady rate waits before it and in the seconds after it. */
abstract class Storm {
    private static final int DOCUMENTS = 1_000_000;

    /** Documents that stay, which the foreground reads and writes. */
    private static final int STAYING = 20_000;

    /** Long enough for the documents to be loaded and the foreground to become warm. */
    private static final int LIFETIME_SECONDS = 100;

    private static final int LIFETIME_SECONDS_MIN = 3;
    private static final int BEFORE_SECONDS = 5;
    private static final int AFTER_SECONDS = 8;

    private final Scale scale;

    Storm(Scale scale) {
        this.scale = scale;
    }

    /** Loads the documents that expire and those that stay. */
    abstract void load(int expiring, int staying, long deadlineMillis) throws Exception;

    abstract List<? extends StormForeground.Connection> connect() throws Exception;

    String run(String who) throws Exception {
        long seconds = Math.max(LIFETIME_SECONDS_MIN, scale.of(LIFETIME_SECONDS));
        long deadline = SystemClock.INSTANCE.wallMillis() + TimeUnit.SECONDS.toMillis(seconds);
        int staying = scale.of(STAYING);
        load(scale.of(DOCUMENTS), staying, deadline);
        StormForeground foreground = new StormForeground(connect());
        int before = scale.of(BEFORE_SECONDS * StormForeground.PER_SECOND);
        foreground.run(before, staying);
        Histogram calm = foreground.run(before, staying);
        if (scale == Scale.WHOLE && SystemClock.INSTANCE.wallMillis() >= deadline) {
            throw new IllegalStateException("the documents expired before all were loaded and the foreground was warm");
        }
        while (SystemClock.INSTANCE.wallMillis() < deadline) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
        Histogram stormy = foreground.run(scale.of(AFTER_SECONDS * StormForeground.PER_SECOND), staying);
        return String.format(
                Locale.ROOT,
                "%n    %-24s p50 %.2f, p99 %.2f, worst %.1f ms before; p50 %.2f, p99 %.2f, worst %.1f ms after",
                who,
                millis(calm, 50),
                millis(calm, 99),
                millis(calm, 100),
                millis(stormy, 50),
                millis(stormy, 99),
                millis(stormy, 100));
    }

    private static double millis(Histogram latencies, double percent) {
        return latencies.getValueAtPercentile(percent) / 1e6;
    }
}
