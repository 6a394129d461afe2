package dev.mayfly.face.couchbase.kv;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.engine.node.ClockTrust;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The source of CAS values: the wall clock's nanoseconds with a counter in their low sixteen bits, each greater than
 * all before. Safe for concurrent use.
 */
public final class CasClock {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long COUNTER_MASK = 0xffff;

    private final Clock clock;
    private final Runnable trust;
    private final AtomicLong last = new AtomicLong();

    /** @param clock whose wall never runs back over a restart, or values might be given out twice */
    public CasClock(ClockGuard clock) {
        this(clock, () -> ClockTrust.require(clock));
    }

    /** A clock that is never wrong. */
    CasClock(Clock clock) {
        this(clock, () -> {});
    }

    private CasClock(Clock clock, Runnable trust) {
        this.clock = clock;
        this.trust = trust;
    }

    /** Refuses an expiry that counts from now while the clock is too wrong for that. */
    void requireTrust() {
        trust.run();
    }

    public long next() {
        long wall = (clock.wallMillis() * NANOS_PER_MILLI) & ~COUNTER_MASK;
        while (true) {
            long before = last.get();
            long next = Long.compareUnsigned(wall, before) > 0 ? wall : before + 1;
            if (last.compareAndSet(before, next)) {
                return next;
            }
        }
    }

    /** Notes a value given out elsewhere, so that all later ones are greater. */
    public void observe(long foreign) {
        last.accumulateAndGet(foreign, (one, other) -> Long.compareUnsigned(one, other) >= 0 ? one : other);
    }
}
