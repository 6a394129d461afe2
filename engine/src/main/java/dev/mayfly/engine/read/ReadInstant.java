package dev.mayfly.engine.read;

import dev.mayfly.base.clock.ClockGuard;

/**
 * The instant as of which one request reads: taken once, and given to every collection that the request reads.
 *
 * @param now milliseconds since the epoch
 * @param epoch the clock's epoch at that moment
 */
public record ReadInstant(long now, long epoch) {
    public static ReadInstant of(ClockGuard clock) {
        // The epoch comes first: a clock that is set between the two makes the instant stale, never wrong.
        long epoch = clock.epoch();
        return new ReadInstant(clock.wallMillis(), epoch);
    }
}
