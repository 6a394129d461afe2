package dev.mayfly.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.clock.VirtualClock;
import dev.mayfly.engine.commit.Versions;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.memory.MemoryStore;
import org.junit.jupiter.api.Test;

final class RestoredStoreTest {
    private static final long MADE_AT = EngineFixture.START;
    private static final long DAY_MILLIS = 86_400_000L;

    private final Store store = new MemoryStore();
    private final HighestTimeSeen mark = new HighestTimeSeen(store);

    @Test
    void anOldMarkIsNoReasonToSuspectTheClock() {
        mark.save(MADE_AT);
        long now = MADE_AT + 30 * DAY_MILLIS;
        assertEquals(ClockGuard.State.SUSPECT, stateAt(now), "as it would be without");
        RestoredStore.settleClock(store, now);
        assertEquals(ClockGuard.State.STEADY, stateAt(now + 1_000));
    }

    @Test
    void timeGoesOnFromTheMarkWhereTheWallIsBehind() {
        mark.save(MADE_AT);
        RestoredStore.settleClock(store, MADE_AT - DAY_MILLIS);
        ClockGuard guard = guardAt(MADE_AT - DAY_MILLIS);
        assertEquals(ClockGuard.State.HELD_BACK, guard.state());
        assertTrue(guard.wallMillis() >= MADE_AT, "what had expired stays so");
    }

    @Test
    void versionsThatTheOriginalGaveOutLaterAreNotGivenOutAgain() {
        Versions original = Versions.ofStore(store);
        long last = original.next();
        RestoredStore.settle(store);
        assertTrue(Versions.ofStore(store).next() > last + 1_000_000_000_000L);
    }

    private ClockGuard.State stateAt(long wall) {
        return guardAt(wall).state();
    }

    private ClockGuard guardAt(long wall) {
        return new ClockGuard(new VirtualClock(wall), mark, DAY_MILLIS);
    }
}
