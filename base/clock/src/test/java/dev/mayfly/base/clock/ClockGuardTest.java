package dev.mayfly.base.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class ClockGuardTest {
    private static final long START = 1_767_225_600_000L;
    private static final long STEADY = Duration.ofHours(1).toMillis();

    private final VirtualClock machine = new VirtualClock(START);
    private final KeptMark mark = new KeptMark();
    private final List<Long> ends = new ArrayList<>();

    private ClockGuard guard() {
        ClockGuard guard = new ClockGuard(machine, mark, STEADY);
        guard.addListener(ends::add);
        return guard;
    }

    @Test
    void steadyTimeIsTheWall() {
        ClockGuard guard = guard();
        machine.advance(Duration.ofMillis(1234));
        assertEquals(START + 1234, guard.wallMillis());
        assertEquals(ClockGuard.State.STEADY, guard.state());
    }

    @Test
    void timeGoesOnByTheTickAfterAStepBackUntilTheWallHasCaughtUp() {
        ClockGuard guard = guard();
        assertEquals(START, guard.wallMillis());
        machine.stepWall(Duration.ofHours(-1));
        assertEquals(START, guard.wallMillis());
        machine.advance(Duration.ofMinutes(10));
        assertEquals(START + 600_000, guard.wallMillis());
        assertEquals(ClockGuard.State.HELD_BACK, guard.state());
        assertEquals(Duration.ofHours(1).toMillis(), guard.behindMillis());
        machine.stepWall(Duration.ofHours(1));
        assertEquals(START + 600_000, guard.wallMillis());
        assertEquals(ClockGuard.State.STEADY, guard.state());
    }

    @Test
    void timeNeverRunsBackAcrossARestart() {
        ClockGuard guard = guard();
        machine.advance(Duration.ofSeconds(100));
        guard.saveMark();
        machine.advance(Duration.ofMillis(900));
        long last = guard.wallMillis();
        machine.stepWall(Duration.ofDays(-1));
        assertTrue(guard().wallMillis() >= last);
    }

    @Test
    void aJumpAheadIsShownButNotTrusted() {
        ClockGuard guard = guard();
        machine.stepWall(Duration.ofDays(3650));
        assertEquals(START + Duration.ofDays(3650).toMillis(), guard.wallMillis());
        assertTrue(guard.isSuspect());
        assertEquals(1, guard.epoch());
        machine.advance(Duration.ofSeconds(5));
        assertEquals(START + 5000, guard.guardedMillis());
        guard.saveMark();
        assertTrue(mark.load().isEmpty());
    }

    @Test
    void aJumpTakenBackLowersTimeAndEndsTheSuspicion() {
        ClockGuard guard = guard();
        machine.stepWall(Duration.ofHours(2));
        assertTrue(guard.isSuspect());
        machine.advance(Duration.ofSeconds(30));
        machine.stepWall(Duration.ofHours(-2));
        assertEquals(START + 30_000, guard.wallMillis());
        assertFalse(guard.isSuspect());
        assertEquals(2, guard.epoch());
        assertEquals(List.of(START + 30_000), ends);
    }

    @Test
    void aJumpTakenBackFurtherThanItWentHoldsTimeBackAndEndsTheSuspicion() {
        ClockGuard guard = guard();
        machine.stepWall(Duration.ofHours(2));
        assertTrue(guard.isSuspect());
        machine.advance(Duration.ofSeconds(30));
        machine.stepWall(Duration.ofHours(-3));
        assertEquals(ClockGuard.State.HELD_BACK, guard.state());
        assertEquals(START + 30_000, guard.wallMillis());
        assertEquals(Duration.ofHours(1).toMillis(), guard.behindMillis());
        assertEquals(List.of(START + 30_000), ends);
    }

    @Test
    void aWallThatWasBehindHasReturnedWhereItWas() {
        ClockGuard guard = guard();
        machine.stepWall(Duration.ofHours(-1));
        assertEquals(START, guard.wallMillis());
        machine.stepWall(Duration.ofHours(2));
        assertTrue(guard.isSuspect());
        machine.stepWall(Duration.ofHours(-2));
        assertEquals(ClockGuard.State.HELD_BACK, guard.state());
        assertEquals(START, guard.wallMillis());
    }

    @Test
    void confirmationEndsTheSuspicionAtTheWall() {
        ClockGuard guard = guard();
        machine.stepWall(Duration.ofHours(2));
        assertTrue(guard.isSuspect());
        guard.confirm();
        assertFalse(guard.isSuspect());
        assertEquals(START + 7_200_000, guard.wallMillis());
        assertEquals(List.of(START + 7_200_000), ends);
    }

    @Test
    void aClockThatIsFarFromThatOfOthersIsSuspectUntilItIsFoundRight() {
        ClockGuard guard = guard();
        long epoch = guard.epoch();
        guard.setOffset(ClockGuard.OFFSET_MILLIS_MAX);
        assertFalse(guard.isSuspect());
        guard.setOffset(-ClockGuard.OFFSET_MILLIS_MAX - 1);
        assertTrue(guard.isSuspect());
        assertTrue(guard.epoch() > epoch);
        guard.confirm();
        machine.advance(Duration.ofMillis(2 * STEADY));
        assertTrue(guard.isSuspect());
        assertEquals(List.of(), ends);
        long suspect = guard.epoch();
        guard.setOffset(10);
        assertFalse(guard.isSuspect());
        assertTrue(guard.epoch() > suspect);
        assertEquals(List.of(START + 2 * STEADY), ends);
        assertEquals(OptionalLong.of(10), guard.offset());
    }

    @Test
    void aClockIsSuspectForAsLongAsThereIsAReason() {
        ClockGuard guard = guard();
        guard.setOffset(5_000);
        machine.stepWall(Duration.ofHours(2));
        assertTrue(guard.isSuspect());
        guard.setOffset(0);
        assertTrue(guard.isSuspect());
        assertEquals(List.of(), ends);
        guard.setOffset(5_000);
        guard.confirm();
        assertTrue(guard.isSuspect());
        assertEquals(List.of(), ends);
        guard.setOffset(0);
        assertFalse(guard.isSuspect());
        assertEquals(1, ends.size());
    }

    @Test
    void aLongSteadyRunEndsTheSuspicion() {
        ClockGuard guard = guard();
        machine.stepWall(Duration.ofHours(2));
        assertTrue(guard.isSuspect());
        machine.advance(Duration.ofMillis(STEADY - 1));
        assertTrue(guard.isSuspect());
        machine.advance(Duration.ofMillis(1));
        assertFalse(guard.isSuspect());
    }

    @Test
    void aStartLongAfterTheMarkIsSuspect() {
        mark.save(START - Duration.ofHours(25).toMillis());
        ClockGuard guard = guard();
        assertTrue(guard.isSuspect());
        assertEquals(START, guard.wallMillis());
        assertEquals(START - Duration.ofHours(25).toMillis() + 1000, guard.guardedMillis());
    }

    @Test
    void aJumpTakenBackAfterARestartEndsTheSuspicion() {
        guard().saveMark();
        machine.stepWall(Duration.ofDays(3650));
        machine.advance(Duration.ofMinutes(10));
        ClockGuard restarted = guard();
        assertTrue(restarted.isSuspect());
        machine.stepWall(Duration.ofDays(-3650));
        assertEquals(START + 600_000, restarted.wallMillis());
        assertFalse(restarted.isSuspect());
    }

    @Test
    void aSteadyRunBeginsAgainWithAStepBackAndEndsAtTheWall() {
        ClockGuard guard = guard();
        machine.stepWall(Duration.ofDays(3650));
        assertTrue(guard.isSuspect());
        machine.advance(Duration.ofMinutes(30));
        machine.stepWall(Duration.ofDays(-3640));
        long shown = guard.wallMillis();
        machine.advance(Duration.ofMinutes(40));
        assertTrue(guard.isSuspect());
        assertEquals(shown + 2_400_000, guard.wallMillis());
        machine.advance(Duration.ofMinutes(20));
        assertFalse(guard.isSuspect());
        assertEquals(machine.wallMillis(), guard.wallMillis());
    }

    @Test
    void guardedTimeIsNeverBehindTimeThatWasTrusted() {
        ClockGuard guard = guard();
        machine.stepWall(Duration.ofSeconds(59));
        long trusted = guard.wallMillis();
        machine.stepWall(Duration.ofMinutes(10));
        assertTrue(guard.isSuspect());
        assertTrue(guard.guardedMillis() >= trusted);
    }

    @Test
    void smallStepsOfTheWallAreFollowed() {
        ClockGuard guard = guard();
        machine.stepWall(Duration.ofSeconds(60));
        assertEquals(START + 60_000, guard.wallMillis());
        assertEquals(ClockGuard.State.STEADY, guard.state());
    }

    @Test
    void timeStaysWithinASecondOfASlewedWall() {
        ClockGuard guard = guard();
        for (int second = 0; second < 86_400; second++) {
            machine.advance(Duration.ofSeconds(1));
            if (second % 2 == 0) {
                machine.stepWall(Duration.ofMillis(-1));
            }
            guard.saveMark();
            assertTrue(Math.abs(guard.wallMillis() - machine.wallMillis()) < 1000);
        }
    }

    @Test
    void timeNeverRunsBackWithoutTheEndOfASuspicion() {
        long seed = Long.getLong("seed", 20261120L);
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 200; round++) {
            ClockGuard guard = guard();
            long last = guard.wallMillis();
            long epoch = guard.epoch();
            for (int step = 0; step < 200; step++) {
                machine.advance(Duration.ofMillis(random.nextLong(100_000)));
                if (random.nextInt(4) == 0) {
                    machine.stepWall(Duration.ofMillis(random.nextLong(-500_000, 500_000)));
                }
                long now = guard.wallMillis();
                assertTrue(now >= last || guard.epoch() != epoch, "seed " + seed + " round " + round);
                last = now;
                epoch = guard.epoch();
            }
        }
    }

    private static final class KeptMark implements ClockGuard.MarkStore {
        private OptionalLong kept = OptionalLong.empty();

        @Override
        public OptionalLong load() {
            return kept;
        }

        @Override
        public void save(long mark) {
            kept = OptionalLong.of(mark);
        }
    }
}
