package dev.mayfly.engine.sweep;

import static dev.mayfly.engine.EngineFixture.START;
import static dev.mayfly.engine.EngineFixture.at;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.engine.EngineFixture;
import dev.mayfly.engine.EngineSettings;
import dev.mayfly.store.api.CommitOutcome;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.ForwardingStore;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.WriteBatch;
import dev.mayfly.store.memory.MemoryStore;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the sweeper commits at once. */
final class SweepBatchTest {
    private static final int DOCUMENTS = 300;
    private static final int VALUE_BYTES = 20_000;

    /** Remembers the bytes of the keys in its largest batch. */
    private static final class MeasuringStore extends ForwardingStore {
        private long largest;

        MeasuringStore() {
            super(new MemoryStore());
        }

        @Override
        public CommitOutcome commit(
                Partition partition, WriteBatch batch, List<Expectation> expectations, Durability durability) {
            long bytes = batch.writes().stream()
                    .mapToLong(write -> write.key().length)
                    .sum();
            largest = Math.max(largest, bytes);
            return super.commit(partition, batch, expectations, durability);
        }
    }

    @Test
    void documentsWithLongIndexKeysAreDestroyedInSeveralBatches() {
        MeasuringStore store = new MeasuringStore();
        try (EngineFixture fixture = new EngineFixture(store, EngineSettings.DEFAULTS)) {
            fixture.create();
            fixture.ttlIndex("ttl", "at", 10);
            fixture.index("text", "text");
            for (int id = 0; id < DOCUMENTS; id++) {
                String text = id + "x".repeat(VALUE_BYTES);
                fixture.put(id, at(START, "\"text\": \"" + text + "\""));
            }
            store.largest = 0;
            fixture.advance(Duration.ofSeconds(11));
            assertEquals(0, fixture.stored());
            assertTrue(store.largest > VALUE_BYTES, "nothing was destroyed in a batch: " + store.largest);
            assertTrue(store.largest < 2 * QueuePass.ENTRY_BYTES, "a batch of " + store.largest);
        }
    }
}
