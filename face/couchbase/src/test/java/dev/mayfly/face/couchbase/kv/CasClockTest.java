package dev.mayfly.face.couchbase.kv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.clock.VirtualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class CasClockTest {
    private static final long START = 1_767_225_600_000L;
    private final VirtualClock machine = new VirtualClock(START);
    private final CasClock clock = new CasClock(machine);

    @Test
    void valuesGrowWhileTheClockStandsStillOrStepsBack() {
        long first = clock.next();
        assertEquals(first + 1, clock.next());
        machine.stepWall(Duration.ofDays(-1));
        assertEquals(first + 2, clock.next());
    }

    @Test
    void theHighBitsAreTheWallsNanoseconds() {
        long nanos = START * 1_000_000;
        assertTrue(nanos - clock.next() < 0x10000);
        machine.advance(Duration.ofSeconds(1));
        assertEquals(0, clock.next() & 0xffff);
    }

    @Test
    void whatIsWrittenLaterIsGreaterThanWhatCameFromElsewhere() {
        long foreign = clock.next() + Duration.ofHours(1).toNanos();
        clock.observe(foreign);
        assertEquals(foreign + 1, clock.next());
        clock.observe(5);
        assertEquals(foreign + 2, clock.next());
    }
}
