package dev.mayfly.bench;

import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.store.api.Durability;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * Sends a given number of operations a second whether or not they are answered in time: half gets, half inserts. An operation
 * that is late because an earlier one was slow counts as late.
 */
final class OpenLoop {
    private static final long SECOND_NANOS = 1_000_000_000;

    private final Rig rig;
    private final int perSecond;
    private int next;

    /** @param from the number of the first document it inserts; below it the gets find theirs */
    OpenLoop(Rig rig, int perSecond, int from) {
        this.rig = rig;
        this.perSecond = perSecond;
        this.next = from;
    }

    /** The latencies of one window, in nanoseconds. */
    Histogram run(int seconds) {
        Histogram latencies = new Histogram(3);
        long began = SystemClock.INSTANCE.tickNanos();
        long operations = (long) perSecond * seconds;
        for (long count = 0; count < operations; count++) {
            long due = began + count * SECOND_NANOS / perSecond;
            for (long wait = due - SystemClock.INSTANCE.tickNanos(); wait > 0; ) {
                LockSupport.parkNanos(wait);
                wait = due - SystemClock.INSTANCE.tickNanos();
            }
            if ((count & 1) == 0) {
                rig.isThere((int) Long.remainderUnsigned(Documents.mix(count), next));
            } else {
                rig.put(next++, SystemClock.INSTANCE.wallMillis(), Durability.LOGGED);
            }
            latencies.recordValue(Math.max(0, SystemClock.INSTANCE.tickNanos() - due));
        }
        return latencies;
    }

    static String of(Histogram latencies, double percent) {
        return "%,d us".formatted(latencies.getValueAtPercentile(percent) / 1000);
    }
}
