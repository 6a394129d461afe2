package dev.mayfly.engine.transaction;

import static dev.mayfly.engine.EngineFixture.body;
import static dev.mayfly.engine.EngineFixture.key;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.EngineFixture;
import dev.mayfly.engine.EngineSettings;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.write.IdempotencyRecord;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.engine.write.WriteRequest;
import dev.mayfly.store.api.CommitOutcome;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.ForwardingStore;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.StoreException;
import dev.mayfly.store.api.WriteBatch;
import dev.mayfly.store.memory.SharedMemoryStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Many writes of one call over the shards of a collection in a store that commits to each by itself. */
final class ScatterWriterTest {
    private static final int SHARDS = 16;
    private static final int DOCUMENTS = 1000;

    private final WatchedStore store = new WatchedStore();
    private final EngineFixture fixture = new EngineFixture(store, EngineSettings.DEFAULTS.withShards(SHARDS));

    ScatterWriterTest() {
        fixture.create(BaseInstant.MODIFIED, List.of(), Policy.NONE);
        // What each engine reads when it meets a shard for the first time is not counted.
        store.batches.clear();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    /** Counts what reaches the shards, and may fail or act before a commit. */
    private static final class WatchedStore extends ForwardingStore {
        private final Map<Partition, AtomicInteger> batches = new ConcurrentHashMap<>();
        private final AtomicInteger reads = new AtomicInteger();
        private Consumer<Partition> beforeCommit = _ -> {};

        WatchedStore() {
            super(new SharedMemoryStore());
        }

        @Override
        public CommitOutcome commit(
                Partition partition, WriteBatch batch, List<Expectation> expectations, Durability durability) {
            if (!partition.equals(Partition.CATALOG)) {
                beforeCommit.accept(partition);
            }
            CommitOutcome outcome = super.commit(partition, batch, expectations, durability);
            if (!partition.equals(Partition.CATALOG) && outcome instanceof CommitOutcome.Applied) {
                batches.computeIfAbsent(partition, _ -> new AtomicInteger()).incrementAndGet();
            }
            return outcome;
        }

        @Override
        public byte @Nullable [] get(Partition partition, Space space, byte[] key) {
            if (space == Space.DOCUMENT) {
                reads.incrementAndGet();
            }
            return super.get(partition, space, key);
        }

        int all() {
            return batches.values().stream().mapToInt(AtomicInteger::get).sum();
        }
    }

    private static WriteRequest insertion(int id) {
        return new WriteRequest(key(id), (current, _) -> current == null ? body("{n: " + id + "}") : Decision.KEEP);
    }

    private static List<WriteRequest> insertions(int from, int until) {
        List<WriteRequest> requests = new ArrayList<>();
        for (int id = from; id < until; id++) {
            requests.add(insertion(id));
        }
        return requests;
    }

    private List<WriteOutcome> writeAll(List<WriteRequest> requests, boolean ordered) {
        return fixture.collection().writeAll(requests, ordered, Durability.LOGGED);
    }

    @Test
    void writesWithoutAnOrderAreOneBatchAShard() {
        List<WriteOutcome> outcomes = writeAll(insertions(0, DOCUMENTS), false);
        assertEquals(DOCUMENTS, outcomes.size());
        outcomes.forEach(outcome -> assertInstanceOf(WriteOutcome.Stored.class, outcome));
        assertEquals(DOCUMENTS, fixture.count());
        assertEquals(SHARDS, store.all());
        assertEquals(0, store.reads.get());
    }

    @Test
    void outcomesStandWhereTheirRequestsDo() {
        for (int id = 0; id < DOCUMENTS; id += 7) {
            fixture.insert(id, "{n: -1}");
        }
        List<WriteOutcome> outcomes = writeAll(insertions(0, DOCUMENTS), false);
        for (int id = 0; id < DOCUMENTS; id++) {
            Class<? extends WriteOutcome> expected = id % 7 == 0 ? WriteOutcome.Kept.class : WriteOutcome.Stored.class;
            assertInstanceOf(expected, outcomes.get(id), "outcome of " + id);
        }
        assertEquals(DOCUMENTS, fixture.count());
    }

    @Test
    void moreThanABatchTakesSeveralRounds() {
        int many = SHARDS * 100 * 2;
        writeAll(insertions(0, many), false);
        assertEquals(many, fixture.count());
        store.batches.values().forEach(each -> assertTrue(each.get() <= 4, "batches " + store.batches));
    }

    @Test
    void theLaterOfTwoWritesToOneDocumentIsTheLater() {
        List<WriteRequest> requests = new ArrayList<>();
        for (int time = 0; time < 3; time++) {
            String json = "{n: " + time + "}";
            for (int id = 0; id < 50; id++) {
                requests.add(new WriteRequest(key(id), (_, _) -> body(json)));
            }
        }
        List<WriteOutcome> outcomes = writeAll(requests, false);
        assertEquals(150, outcomes.size());
        assertEquals(50, fixture.count());
        assertTrue(fixture.scan().stream().allMatch(json -> json.equals("{\"n\": 2}")), () -> "" + fixture.scan());
    }

    @Test
    void anOrderedListIsWrittenInRunsAndReadTogether() {
        List<WriteOutcome> outcomes = writeAll(insertions(0, 200), true);
        assertEquals(200, outcomes.size());
        assertEquals(200, fixture.count());
        int runs = 1;
        for (int id = 1; id < 200; id++) {
            runs += shardOf(id) == shardOf(id - 1) ? 0 : 1;
        }
        assertEquals(runs, store.all());
        assertEquals(0, store.reads.get());
    }

    @Test
    void anOrderedListWritesNothingBehindAFailure() {
        store.beforeCommit = partition -> {
            if (partition.equals(partitionOf(77))) {
                throw new StoreException(StoreException.Reason.UNAVAILABLE, "away", null);
            }
        };
        Map<Integer, WriteOutcome> told = new HashMap<>();
        assertThrows(
                EngineException.class,
                () -> fixture.collection().writeAll(insertions(0, 200), true, Durability.LOGGED, told::put));
        store.beforeCommit = _ -> {};
        int stored = (int) fixture.count();
        assertEquals(told.size(), stored);
        for (int id = 0; id < stored; id++) {
            assertTrue(fixture.isLive(id), "document " + id);
        }
    }

    private int shardOf(int id) {
        return fixture.collection().receipts().shardOf(key(id));
    }

    private Partition partitionOf(int id) {
        return fixture.collection().record().partitions().get(shardOf(id));
    }

    @Test
    void aShardThatIsAwayDoesNotKeepTheOthersFromBeingTold() {
        Partition away = partitionOf(5);
        store.beforeCommit = partition -> {
            if (partition.equals(away)) {
                throw new StoreException(StoreException.Reason.UNAVAILABLE, "away", null);
            }
        };
        Map<Integer, WriteOutcome> told = new HashMap<>();
        assertThrows(
                EngineException.class,
                () -> fixture.collection().writeAll(insertions(0, DOCUMENTS), false, Durability.LOGGED, told::put));
        store.beforeCommit = _ -> {};
        for (int id = 0; id < DOCUMENTS; id++) {
            boolean isAway = partitionOf(id).equals(away);
            assertEquals(!isAway, told.containsKey(id), "told of " + id);
            assertEquals(!isAway, fixture.isLive(id), "stored " + id);
        }
    }

    @Test
    void nothingIsWrittenIfOneOfThemIsRefused() {
        List<WriteRequest> requests = insertions(0, 99);
        requests.add(new WriteRequest(key(99), (_, _) -> {
            throw new IllegalArgumentException("not this one");
        }));
        assertThrows(IllegalArgumentException.class, () -> writeAll(requests, false));
        assertEquals(0, fixture.count());
        assertEquals(0, store.all());
    }

    @Test
    void whatAnotherEngineWritesMeanwhileIsSeen() {
        Set<Partition> met = ConcurrentHashMap.newKeySet();
        Collection other = fixture.collection();
        store.beforeCommit = partition -> {
            if (met.add(partition)) {
                for (int id = 0; id < DOCUMENTS; id += 10) {
                    if (partitionOf(id).equals(partition)) {
                        other.write(key(id), Durability.LOGGED, (_, _) -> body("{n: -1}"));
                    }
                }
            }
        };
        List<WriteOutcome> outcomes = writeAll(insertions(0, DOCUMENTS), false);
        for (int id = 0; id < DOCUMENTS; id++) {
            Class<? extends WriteOutcome> expected = id % 10 == 0 ? WriteOutcome.Kept.class : WriteOutcome.Stored.class;
            assertInstanceOf(expected, outcomes.get(id), "outcome of " + id);
        }
        assertEquals(DOCUMENTS, fixture.count());
        assertEquals(
                DOCUMENTS / 10,
                fixture.scan().stream().filter("{\"n\": -1}"::equals).count());
    }

    @Test
    void eachShardKeepsTheReceiptOfWhatItWrote() {
        Map<Partition, Set<Integer>> places = new HashMap<>();
        IdempotencyRecord receipt = new IdempotencyRecord() {
            @Override
            public byte[] id() {
                return new byte[] {7};
            }

            @Override
            public byte[] body(
                    byte @Nullable [] before, List<@Nullable WriteOutcome> outcomes, IntPredicate isOfBatch) {
                assertEquals(100, outcomes.size());
                Set<Integer> own = new HashSet<>();
                for (int place = 0; place < outcomes.size(); place++) {
                    if (isOfBatch.test(place)) {
                        assertInstanceOf(WriteOutcome.Stored.class, outcomes.get(place));
                        own.add(place);
                    }
                }
                places.put(partitionOf(own.iterator().next()), own);
                return new byte[] {(byte) own.size()};
            }
        };
        fixture.collection().leaving(receipt).writeAll(insertions(0, 100), false, Durability.LOGGED);
        Set<Integer> all = new HashSet<>();
        places.forEach((partition, own) -> {
            own.forEach(place -> assertEquals(partition, partitionOf(place)));
            all.addAll(own);
        });
        assertEquals(100, all.size());
        int receipts = 0;
        for (int shard = 0; shard < SHARDS; shard++) {
            receipts += fixture.collection().receipts().at(shard, receipt.id()) == null ? 0 : 1;
        }
        assertEquals(places.size(), receipts);
    }
}
