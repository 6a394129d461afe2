package dev.mayfly.base.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class VirtualClockTest {
    private static final long START = 1_767_225_600_000L;

    private final VirtualClock clock = new VirtualClock(START);
    private final List<String> ran = new ArrayList<>();

    private Timers.Timer schedule(long millis, String name) {
        return clock.schedule(Duration.ofMillis(millis), () -> ran.add(name + "@" + (clock.wallMillis() - START)));
    }

    private void advance(long millis) {
        clock.advance(Duration.ofMillis(millis));
    }

    @Test
    void standsStillUntilItIsAdvanced() {
        long tick = clock.tickNanos();
        assertEquals(START, clock.wallMillis());
        assertEquals(START, clock.wallMillis());
        assertEquals(tick, clock.tickNanos());
    }

    @Test
    void beginsAtTheInstantGiven() {
        assertEquals(0, new VirtualClock(Instant.EPOCH).wallMillis());
        assertEquals(-1000, new VirtualClock(Instant.ofEpochSecond(-1)).wallMillis());
    }

    @Test
    void advancingMovesBothReadings() {
        long tick = clock.tickNanos();
        clock.advance(Duration.ofNanos(1_500_001));
        assertEquals(START + 1, clock.wallMillis());
        assertEquals(tick + 1_500_001, clock.tickNanos());
        clock.advance(Duration.ofNanos(499_999));
        assertEquals(START + 2, clock.wallMillis());
    }

    @Test
    void theReadingsAreUnrelated() {
        assertNotEquals(clock.wallMillis(), clock.tickNanos() / 1_000_000);
        assertTrue(clock.tickNanos() < 0, "a tick that is taken for a wall is at once seen to be none");
    }

    @Test
    void steppingTheWallLeavesTickAndTimersAlone() {
        schedule(100, "a");
        long tick = clock.tickNanos();
        clock.stepWall(Duration.ofDays(1));
        assertEquals(START + 86_400_000, clock.wallMillis());
        clock.stepWall(Duration.ofDays(-2));
        assertEquals(START - 86_400_000, clock.wallMillis());
        assertEquals(tick, clock.tickNanos());
        assertTrue(ran.isEmpty());
        advance(100);
        assertEquals(1, ran.size());
    }

    @Test
    void whatIsDueRunsBeforeAdvanceReturns() {
        schedule(100, "a");
        advance(99);
        assertTrue(ran.isEmpty());
        advance(1);
        assertEquals(List.of("a@100"), ran);
        advance(1000);
        assertEquals(1, ran.size(), "a timer runs once");
    }

    @Test
    void timersRunInTheOrderOfTheirInstantsAndThenOfTheirScheduling() {
        schedule(300, "c");
        schedule(100, "a");
        schedule(200, "b1");
        schedule(200, "b2");
        advance(1000);
        assertEquals(List.of("a@100", "b1@200", "b2@200", "c@300"), ran);
        assertEquals(START + 1000, clock.wallMillis());
    }

    @Test
    void timersScheduledMeanwhileRunTooIfTheyFallDue() {
        clock.schedule(Duration.ofMillis(100), () -> {
            schedule(0, "at once");
            schedule(50, "soon");
            schedule(901, "late");
        });
        schedule(120, "between");
        advance(1000);
        assertEquals(List.of("at once@100", "between@120", "soon@150"), ran);
        advance(1);
        assertEquals("late@1001", ran.getLast());
    }

    @Test
    void aTimerThatSchedulesItselfRunsAsOftenAsItFallsDue() {
        repeat();
        advance(50);
        assertEquals(5, ran.size());
    }

    private void repeat() {
        clock.schedule(Duration.ofMillis(10), () -> {
            ran.add("again");
            repeat();
        });
    }

    @Test
    void aTimerOfNoOrNegativeDelayRunsWithTheNextAdvance() {
        schedule(0, "now");
        schedule(-5, "overdue");
        assertTrue(ran.isEmpty());
        advance(0);
        assertEquals(List.of("now@0", "overdue@0"), ran);
    }

    @Test
    void aCancelledTimerNeverRuns() {
        Timers.Timer timer = schedule(100, "a");
        assertTrue(timer.cancel());
        assertFalse(timer.cancel(), "it is cancelled already");
        advance(1000);
        assertTrue(ran.isEmpty());
    }

    @Test
    void aTimerThatRanCannotBeCancelled() {
        Timers.Timer timer = schedule(100, "a");
        advance(100);
        assertFalse(timer.cancel());
    }

    @Test
    void aTimerMayCancelAnotherOfTheSameInstant() {
        List<Timers.Timer> second = new ArrayList<>();
        clock.schedule(Duration.ofMillis(10), () -> second.forEach(timer -> ran.add("cancelled " + timer.cancel())));
        second.add(schedule(10, "second"));
        advance(10);
        assertEquals(List.of("cancelled true"), ran);
    }

    @Test
    void aTimerThatFailsLeavesTheRestForTheNextAdvance() {
        clock.schedule(Duration.ofMillis(10), () -> {
            throw new IllegalStateException("on purpose");
        });
        schedule(20, "b");
        assertThrows(IllegalStateException.class, () -> advance(100));
        assertEquals(START + 10, clock.wallMillis());
        advance(100);
        assertEquals(List.of("b@20"), ran);
    }

    @Test
    void aTimerMayAdvanceTheClockItself() {
        clock.schedule(Duration.ofMillis(10), () -> advance(500));
        schedule(300, "b");
        advance(100);
        assertEquals(List.of("b@300"), ran);
        assertEquals(START + 510, clock.wallMillis(), "time never runs back");
    }

    @Test
    void itOnlyAdvances() {
        assertThrows(IllegalArgumentException.class, () -> advance(-1));
    }

    @Test
    void quietLastsUntilTheNextTaskOrTheEndOfTheAdvance() {
        clock.schedule(
                Duration.ofMillis(10), () -> ran.add("first " + clock.quiet().toMillis()));
        clock.schedule(
                Duration.ofMillis(25), () -> ran.add("last " + clock.quiet().toMillis()));
        advance(100);
        assertEquals(List.of("first 15", "last 75"), ran);
    }

    @Test
    void nothingIsQuietWhileTimeStandsStill() {
        clock.schedule(Duration.ofMillis(10), () -> {});
        assertEquals(Duration.ZERO, clock.quiet());
    }

    @Test
    void quietInsideOfAnAdvanceWithinAnotherEndsWithThatOne() {
        clock.schedule(Duration.ofMillis(10), () -> {
            clock.schedule(
                    Duration.ofMillis(5), () -> ran.add("inner " + clock.quiet().toMillis()));
            advance(20);
            ran.add("outer " + clock.quiet().toMillis());
        });
        advance(100);
        assertEquals(List.of("inner 15", "outer 70"), ran);
    }
}
