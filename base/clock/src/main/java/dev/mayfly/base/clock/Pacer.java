package dev.mayfly.base.clock;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Holds a worker back to a given rate of work per second. Used by one thread at a time. */
public final class Pacer {
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    /** The longest delay behind its rate that a worker may catch up in one go. */
    private static final long BURST_NANOS = 10_000_000;

    /** A pacer that never holds a worker back. */
    public static final Pacer UNPACED = new Pacer(null, _ -> {});

    private final @Nullable Clock clock;
    private final LongConsumer pause;
    private long freeAt = Long.MIN_VALUE;

    /**
     * @param clock whose ticks count; null for a worker that is never held back
     * @param pause holds the thread for about the given nanoseconds; it may end too early
     */
    Pacer(@Nullable Clock clock, LongConsumer pause) {
        this.clock = clock;
        this.pause = pause;
    }

    /** Paces by the ticks of the machine. */
    public static Pacer ofMachine() {
        return new Pacer(SystemClock.INSTANCE, LockSupport::parkNanos);
    }

    /** Returns once that much work, just done, fits the rate; or immediately if the thread is interrupted. */
    public void spend(long units, long unitsPerSecond) {
        if (clock == null || units == 0) {
            return;
        }
        long now = clock.tickNanos();
        if (freeAt == Long.MIN_VALUE || now - freeAt > BURST_NANOS) {
            freeAt = now - BURST_NANOS;
        }
        freeAt += units * NANOS_PER_SECOND / unitsPerSecond;
        while (freeAt - clock.tickNanos() > 0 && !Thread.currentThread().isInterrupted()) {
            pause.accept(freeAt - clock.tickNanos());
        }
    }
}
