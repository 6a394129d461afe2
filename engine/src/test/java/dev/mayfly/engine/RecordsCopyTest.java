package dev.mayfly.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.clock.Pacer;
import dev.mayfly.base.clock.VirtualClock;
import dev.mayfly.store.memory.SharedMemoryStore;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a face remembers of its records, while another engine writes them. */
final class RecordsCopyTest {
    private final VirtualClock clock = new VirtualClock(1_700_000_000_000L);
    private final SharedMemoryStore store = new SharedMemoryStore();
    private final Engine engine = Engine.open(
            store,
            new Engine.Machinery(
                    new ClockGuard(
                            clock,
                            new HighestTimeSeen(store),
                            Duration.ofHours(1).toMillis()),
                    clock,
                    Runnable::run,
                    Pacer.UNPACED),
            EngineSettings.DEFAULTS);
    private final FaceRecords records = engine.records("face");
    private final FaceRecords elsewhere = new FaceRecords(store, "face");
    private final RecordsCopy copy = new RecordsCopy(records);
    private final AtomicInteger reads = new AtomicInteger();

    @AfterEach
    void close() {
        engine.close();
    }

    private void changeElsewhere() {
        elsewhere.put("name", new byte[] {1});
        records.refresh();
    }

    @Test
    void aCopyIsOldUntilItWasReadAndAgainAfterAChange() {
        assertTrue(copy.isOld());
        assertTrue(copy.readAnew(reads::incrementAndGet));
        assertFalse(copy.isOld());
        assertFalse(copy.readAnew(reads::incrementAndGet));
        changeElsewhere();
        assertTrue(copy.isOld());
        assertTrue(copy.readAnew(reads::incrementAndGet));
        assertEquals(2, reads.get());
    }

    /** A request that comes while the records are read would go by what is known already. */
    @Test
    void aCopyIsOldWhileItIsRead() {
        copy.readAnew(() -> assertTrue(copy.isOld()));
        assertFalse(copy.isOld());
    }

    @Test
    void aCopyThatIsChangedWhileItIsReadStaysOld() {
        copy.readAnew(this::changeElsewhere);
        assertTrue(copy.isOld());
    }

    @Test
    void aCopyThatCannotBeReadStaysOld() {
        assertThrows(
                IllegalStateException.class,
                () -> copy.readAnew(() -> {
                    throw new IllegalStateException("away");
                }));
        assertTrue(copy.isOld());
    }
}
