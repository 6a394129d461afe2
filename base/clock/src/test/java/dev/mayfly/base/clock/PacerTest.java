package dev.mayfly.base.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class PacerTest {
    private static final long BURST_MILLIS = 10;

    private final VirtualClock clock = new VirtualClock(0);
    private final Pacer pacer = new Pacer(clock, nanos -> clock.advance(Duration.ofNanos(nanos)));

    /** How long the work was held back, in milliseconds. */
    private long spend(long units, long perSecond) {
        long before = clock.tickNanos();
        pacer.spend(units, perSecond);
        return (clock.tickNanos() - before) / 1_000_000;
    }

    @Test
    void theFirstWorkMayBeABurst() {
        assertEquals(0, spend(10, 1000));
        assertEquals(1, spend(1, 1000));
    }

    @Test
    void workIsHeldToItsRate() {
        for (int round = 0; round < 100; round++) {
            spend(100, 1000);
        }
        assertEquals(100 * 100 - BURST_MILLIS, clock.wallMillis());
    }

    @Test
    void workThatTakesItsTimeAnywayIsNotHeldBack() {
        spend(10, 1000);
        for (int round = 0; round < 10; round++) {
            clock.advance(Duration.ofMillis(10));
            assertEquals(0, spend(10, 1000));
        }
    }

    @Test
    void aLongRestIsNotSavedUp() {
        spend(100, 1000);
        clock.advance(Duration.ofHours(1));
        assertEquals(100 - BURST_MILLIS, spend(100, 1000));
    }

    @Test
    void aPauseThatEndsEarlyIsTakenUpAgain() {
        Pacer restless = new Pacer(clock, _ -> clock.advance(Duration.ofMillis(1)));
        restless.spend(150, 1000);
        assertEquals(150 - BURST_MILLIS, clock.wallMillis());
    }

    @Test
    void nothingDoneCostsNothing() {
        assertEquals(0, spend(0, 1));
    }

    @Test
    void anInterruptedThreadIsNotHeldBack() {
        Thread.currentThread().interrupt();
        assertEquals(0, spend(1_000_000, 1));
        assertTrue(Thread.interrupted());
    }

    @Test
    void theUnpacedIsNeverHeldBack() {
        Pacer.UNPACED.spend(Long.MAX_VALUE, 1);
        assertEquals(0, clock.wallMillis());
    }
}
