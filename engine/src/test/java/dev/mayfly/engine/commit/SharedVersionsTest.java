package dev.mayfly.engine.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.clock.Pacer;
import dev.mayfly.base.clock.Timers;
import dev.mayfly.base.clock.VirtualClock;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.Catalog;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineFixture;
import dev.mayfly.engine.EngineSettings;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.catalog.ChangeKeeping;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.store.api.CommitOutcome;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.ForwardingStore;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.WriteBatch;
import dev.mayfly.store.memory.SharedMemoryStore;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a store of many nodes asks of each batch holds also where engines write at the same instant. */
final class SharedVersionsTest {
    private static final CollectionName NAME = new CollectionName("test", "db", "c");
    private static final int ROUNDS = 200;
    private static final long BATCH_BYTES_MAX = 10_000;

    private final VirtualClock clock = new VirtualClock(EngineFixture.START);
    private final SharedMemoryStore shared = new SharedMemoryStore(clock::wallMillis);
    private final List<Engine> engines = new ArrayList<>();
    private long batchBytesMax = Long.MAX_VALUE;

    /** One engine's way to a store that refuses batches as Cassandra's does. */
    private final class StrictStore extends ForwardingStore {
        StrictStore(Store store) {
            super(store);
        }

        @Override
        public long batchBytesMax() {
            return batchBytesMax;
        }

        @Override
        public CommitOutcome commit(
                Partition partition, WriteBatch batch, List<Expectation> expectations, Durability durability) {
            Set<Object> keys = new HashSet<>();
            for (WriteBatch.Write write : batch.writes()) {
                Space space = switch (write) {
                    case WriteBatch.Put put -> put.space();
                    case WriteBatch.Delete delete -> delete.space();
                    case WriteBatch.DeleteRange _ -> null;
                };
                assertTrue(space == null || keys.add(List.of(space, ByteBuffer.wrap(write.key()))), "a key twice");
            }
            return super.commit(partition, batch, expectations, durability);
        }

        @Override
        public void close() {
            // The test closes the store.
        }
    }

    private static final Timers NEVER = (_, _) -> () -> true;

    private Engine open(String id) {
        ClockGuard guard = new ClockGuard(
                clock, ClockGuard.MarkStore.NONE, Duration.ofHours(1).toMillis());
        Engine engine = Engine.open(
                new StrictStore(shared),
                new Engine.Machinery(guard, NEVER, Runnable::run, Pacer.UNPACED),
                EngineSettings.DEFAULTS.withNodeId(id).withForms("test", _ -> _ -> true));
        engines.add(engine);
        return engine;
    }

    @AfterEach
    void close() {
        engines.forEach(Engine::close);
        shared.close();
    }

    private void openTwo() {
        open("a")
                .catalog()
                .create(
                        NAME,
                        new Catalog.CollectionOptions(
                                        DocumentFormat.BSON,
                                        BaseInstant.MODIFIED,
                                        new byte[0],
                                        List.of(QueueIds.UNTIL),
                                        new Policy(List.of(new Rule.Absolute()), 0, Policy.Visibility.EXACT, false))
                                .keeping(ChangeKeeping.recencyAndHistory(0)));
        open("b");
    }

    private static WriteOutcome put(Engine engine, int id, String body) {
        Collection collection = Objects.requireNonNull(engine.find(NAME));
        return collection.write(
                EngineFixture.key(id), Durability.LOGGED, (_, _) -> EngineFixture.body(body, Lifetime.FOREVER));
    }

    /** The clock stands, so both engines count on from the same versions. */
    @Test
    void noBatchNamesAKeyTwiceWhoeverHasWrittenTheDocumentBefore() {
        openTwo();
        for (int round = 0; round < ROUNDS; round++) {
            // One is ahead of the other by as many writes as it has made alone.
            for (int write = 0; write <= round % 3; write++) {
                assertInstanceOf(WriteOutcome.Stored.class, put(engines.getFirst(), 1, "{}"));
            }
            assertInstanceOf(WriteOutcome.Stored.class, put(engines.getLast(), 1, "{}"));
        }
    }

    @Test
    void aDocumentThatMakesTooLargeABatchIsRefusedByName() {
        openTwo();
        assertInstanceOf(WriteOutcome.Stored.class, put(engines.getFirst(), 1, "{}"));
        batchBytesMax = BATCH_BYTES_MAX;
        String large = "{\"a\": \"" + "x".repeat((int) BATCH_BYTES_MAX) + "\"}";
        EngineException refusal = assertThrows(EngineException.class, () -> put(engines.getFirst(), 2, large));
        EngineError.DocumentTooLarge tooLarge = assertInstanceOf(EngineError.DocumentTooLarge.class, refusal.error());
        assertTrue(tooLarge.bytes() > tooLarge.limit());
        assertInstanceOf(WriteOutcome.Stored.class, put(engines.getFirst(), 3, "{}"));
        assertEquals(
                2,
                Objects.requireNonNull(engines.getLast().find(NAME))
                        .storedSize()
                        .documents());
    }
}
