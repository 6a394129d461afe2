package dev.mayfly.face.mongo.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.store.api.CommitOutcome;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.ForwardingStore;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.StoreException;
import dev.mayfly.store.api.WriteBatch;
import dev.mayfly.store.memory.SharedMemoryStore;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Commands that write many documents over the shards of a collection in a store that commits to each by itself. */
final class ScatteredWritesTest {
    private static final int SHARDS = 16;
    private static final int MANY = 1000;
    private static final BsonDocument SESSION =
            BsonDocument.parse("{id: {$uuid: '00112233-4455-6677-8899-aabbccddeeff'}}");

    private final CountedStore store = new CountedStore();
    private final MongoFixture fixture;
    private final RawMongoClient client;
    private long number;

    ScatteredWritesTest() throws IOException {
        fixture = new MongoFixture(MongoSettings.open(), store);
        client = fixture.connect();
        run(BsonDocument.parse(
                "{shardCollection: 'shop.c', key: {_id: 'hashed'}, numInitialChunks: " + SHARDS + ", $db: 'admin'}"));
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        fixture.close();
    }

    /** Counts batches, and is away for some partitions. */
    private static final class CountedStore extends ForwardingStore {
        private final AtomicInteger batches = new AtomicInteger();
        private final AtomicInteger settled = new AtomicInteger();
        private volatile Predicate<Partition> away = _ -> false;

        CountedStore() {
            super(new SharedMemoryStore());
        }

        @Override
        public void settle(Partition partition) {
            settled.incrementAndGet();
            super.settle(partition);
        }

        @Override
        public CommitOutcome commit(
                Partition partition, WriteBatch batch, List<Expectation> expectations, Durability durability) {
            if (away.test(partition)) {
                throw new StoreException(StoreException.Reason.UNAVAILABLE, "away", null);
            }
            CommitOutcome outcome = super.commit(partition, batch, expectations, durability);
            if (outcome instanceof CommitOutcome.Applied && !partition.equals(Partition.CATALOG)) {
                batches.incrementAndGet();
            }
            return outcome;
        }
    }

    private BsonDocument run(BsonDocument command) throws IOException {
        return client.run(command.append("$db", command.get("$db", new BsonString("shop"))));
    }

    private BsonDocument run(String json) throws IOException {
        BsonDocument answer = run(BsonDocument.parse(json));
        assertEquals(1.0, answer.getNumber("ok").doubleValue(), answer.toJson());
        return answer;
    }

    private static BsonDocument insertion(int from, int until, boolean ordered) {
        BsonArray documents = new BsonArray();
        for (int id = from; id < until; id++) {
            documents.add(new BsonDocument("_id", new BsonInt32(id)).append("n", new BsonInt32(id)));
        }
        return new BsonDocument("insert", new BsonString("c"))
                .append("documents", documents)
                .append("ordered", BsonBoolean.valueOf(ordered));
    }

    private BsonDocument numbered(BsonDocument command) {
        return command.append("lsid", SESSION).append("txnNumber", new BsonInt64(number));
    }

    private static int inserted(BsonDocument answer) {
        return answer.getInt32("n").getValue();
    }

    private static Set<Integer> errors(BsonDocument answer, int code) {
        Set<Integer> indexes = new TreeSet<>();
        for (BsonValue each : answer.getArray("writeErrors", new BsonArray())) {
            BsonDocument error = each.asDocument();
            assertEquals(code, error.getInt32("code").getValue(), answer.toJson());
            assertTrue(indexes.add(error.getInt32("index").getValue()), answer.toJson());
        }
        return indexes;
    }

    private int count() throws IOException {
        return run("{count: 'c'}").getInt32("n").getValue();
    }

    private Set<Integer> ids() throws IOException {
        return run("{find: 'c', batchSize: 100000}").getDocument("cursor").getArray("firstBatch").stream()
                .map(each -> each.asDocument().getInt32("_id").getValue())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void aLongListWithoutAnOrderTakesOneBatchAShard() throws IOException {
        int before = store.batches.get();
        assertEquals(MANY, inserted(run(insertion(0, MANY, false))));
        assertEquals(SHARDS, store.batches.get() - before);
        assertEquals(MANY, count());
        number++;
        before = store.batches.get();
        assertEquals(MANY, inserted(run(numbered(insertion(MANY, 2 * MANY, false)))));
        assertEquals(SHARDS, store.batches.get() - before);
        assertEquals(2 * MANY, count());
    }

    @Test
    void eachDuplicateIsToldAtItsPlace() throws IOException {
        run("{insert: 'c', documents: [{_id: 3}, {_id: 500}, {_id: 999}]}");
        BsonDocument answer = run(insertion(0, MANY, false));
        assertEquals(MANY - 3, inserted(answer));
        assertEquals(Set.of(3, 500, 999), errors(answer, 11_000));
        assertEquals(MANY, count());
    }

    @Test
    void anOrderedListStopsAtItsFirstDuplicate() throws IOException {
        run("{insert: 'c', documents: [{_id: 150}, {_id: 180}]}");
        BsonDocument answer = run(insertion(0, 200, true));
        assertEquals(150, inserted(answer));
        assertEquals(Set.of(150), errors(answer, 11_000));
        assertEquals(152, count());
    }

    @Test
    void oneThatMayNotBeStoredKeepsNoOtherFromBeing() throws IOException {
        run("{collMod: 'c', validator: {n: {$nin: [7, 700]}}}");
        for (boolean isNumbered : new boolean[] {false, true}) {
            BsonDocument command = insertion(0, MANY, false);
            number++;
            BsonDocument answer = run(isNumbered ? numbered(command) : command);
            assertEquals(MANY - 2, inserted(answer));
            assertEquals(Set.of(7, 700), errors(answer, 121));
            run("{delete: 'c', deletes: [{q: {}, limit: 0}]}");
            assertEquals(0, count());
        }
    }

    @Test
    void whatIsRepeatedIsNotStoredAgain() throws IOException {
        number++;
        assertEquals(200, inserted(run(numbered(insertion(0, 200, false)))));
        run("{delete: 'c', deletes: [{q: {_id: {$lt: 50}}, limit: 0}]}");
        BsonDocument again = run(numbered(insertion(0, 200, false)));
        assertEquals(200, inserted(again), again.toJson());
        assertEquals(200, again.getArray("retriedStmtIds").size());
        assertEquals(150, count());
    }

    @Test
    void whatIsRepeatedAsAWholeIsLookedForOnceAShard() throws IOException {
        for (boolean ordered : new boolean[] {false, true}) {
            number++;
            run("{delete: 'c', deletes: [{q: {}, limit: 0}]}");
            assertEquals(300, inserted(run(numbered(insertion(0, 300, ordered)))));
            int reads = store.settled.get();
            BsonDocument again = run(numbered(insertion(0, 300, ordered)));
            assertEquals(300, inserted(again), again.toJson());
            assertEquals(300, again.getArray("retriedStmtIds").size());
            assertTrue(store.settled.get() - reads <= SHARDS + 1, "looked " + (store.settled.get() - reads) + " times");
            assertEquals(300, count());
        }
    }

    @Test
    void whatWasStoredIsCountedThoughOtherShardsAreAway() throws IOException {
        Partition shard = fixture.services
                .collections()
                .find("shop", "c")
                .orElseThrow()
                .record()
                .partitions()
                .get(5);
        store.away = shard::equals;
        BsonDocument answer = run(insertion(0, MANY, false));
        store.away = _ -> false;
        Set<Integer> ids = ids();
        assertEquals(ids.size(), inserted(answer));
        assertTrue(ids.size() > MANY / 2, () -> "stored only " + ids);
        Set<Integer> failed = errors(answer, 6);
        assertFalse(failed.isEmpty());
        assertTrue(failed.stream().noneMatch(ids::contains));
    }

    @Test
    void manyAreDeletedByOneBatchAShard() throws IOException {
        run(insertion(0, MANY, false));
        int before = store.batches.get();
        assertEquals(MANY, inserted(run("{delete: 'c', deletes: [{q: {}, limit: 0}]}")));
        assertEquals(0, count());
        assertEquals(SHARDS, store.batches.get() - before);
    }

    @Test
    void manyAreUpdatedByOneBatchAShard() throws IOException {
        run(insertion(0, MANY, false));
        int before = store.batches.get();
        BsonDocument answer = run("{update: 'c', updates: [{q: {n: {$gte: 10}}, u: {$mul: {n: 2}}, multi: true}]}");
        assertEquals(MANY - 10, inserted(answer));
        assertEquals(MANY - 10, answer.getInt32("nModified").getValue());
        assertEquals(SHARDS, store.batches.get() - before);
        assertEquals(
                MANY - 10,
                run("{count: 'c', query: {$expr: {$eq: ['$n', {$multiply: ['$_id', 2]}]}, _id: {$gte: 10}}}")
                        .getInt32("n")
                        .getValue());
    }

    @Test
    void anUpdateThatOneDocumentRefusesEndsThereAndIsMadeOnceElsewhere() throws IOException {
        run(insertion(0, MANY, false));
        run("{insert: 'c', documents: [{_id: 'word', n: 'three'}]}");
        BsonDocument answer = run("{update: 'c', updates: [{q: {}, u: {$inc: {n: 1}}, multi: true}]}");
        assertEquals(Set.of(0), errors(answer, 14));
        for (BsonValue each : run("{find: 'c', filter: {_id: {$type: 'number'}}, batchSize: 100000}")
                .getDocument("cursor")
                .getArray("firstBatch")) {
            int id = each.asDocument().getInt32("_id").getValue();
            int value = each.asDocument().getInt32("n").getValue();
            assertTrue(value == id || value == id + 1, each.toString());
        }
    }

    @Test
    void whatIsUpdatedWhileShardsAreAwayIsUpdatedOnce() throws IOException {
        run(insertion(0, MANY, false));
        Partition shard = fixture.services
                .collections()
                .find("shop", "c")
                .orElseThrow()
                .record()
                .partitions()
                .get(5);
        store.away = shard::equals;
        BsonDocument refused =
                run(BsonDocument.parse("{update: 'c', updates: [{q: {}, u: {$inc: {n: 1}}, multi: true}]}"));
        store.away = _ -> false;
        assertTrue(
                refused.toJson().contains("HostUnreachable")
                        || errors(refused, 6).equals(Set.of(0)),
                refused.toJson());
        assertEquals(
                0,
                run("{count: 'c', query: {$expr: {$gt: ['$n', {$add: ['$_id', 1]}]}}}")
                        .getInt32("n")
                        .getValue());
    }
}
