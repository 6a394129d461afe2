package dev.mayfly.engine;

import static dev.mayfly.engine.EngineFixture.START;
import static dev.mayfly.engine.EngineFixture.at;
import static dev.mayfly.engine.EngineFixture.body;
import static dev.mayfly.engine.EngineFixture.key;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.check.CheckReport;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.document.ShardRouting;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.engine.write.CollectionShards;
import dev.mayfly.engine.write.IdempotencyRecord;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.engine.write.WriteRequest;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.memory.MemoryStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A collection of four shards is written shard by shard and read as one. */
final class ShardedCollectionTest {
    private static final int SHARDS = 4;
    private static final int DOCUMENTS = 64;
    private static final CollectionName OTHER = new CollectionName("test", "db", "other");

    private final EngineFixture fixture =
            new EngineFixture(new MemoryStore(), EngineSettings.DEFAULTS.withShards(SHARDS));

    @BeforeEach
    void create() {
        fixture.create();
    }

    @AfterEach
    void close() {
        CheckReport report = EngineCheck.check(fixture.engine());
        assertTrue(report.isClean(), () -> report.findings().toString());
        fixture.close();
    }

    private CollectionShards shards() {
        return EngineFixture.shards(fixture.collection());
    }

    private void fill() {
        for (int id = 0; id < DOCUMENTS; id++) {
            fixture.put(id, at(START + id * 1000L, "\"a\": " + DOCUMENTS / 2 % (id + 1)));
        }
    }

    private List<Integer> keys(Direction direction, int begin, int most) {
        List<Integer> ids = new ArrayList<>();
        Collection collection = fixture.collection();
        byte[] first = begin < 0 ? new byte[0] : key(begin).bytes();
        KeyRange rest = direction == Direction.FORWARD
                ? new KeyRange(Arrays.copyOf(first, begin < 0 ? 0 : first.length + 1), null)
                : new KeyRange(new byte[0], begin < 0 ? null : first);
        try (DocumentCursor cursor = collection.scan(collection.reading(), List.of(rest), direction)) {
            for (Document document = cursor.next(); document != null && ids.size() < most; document = cursor.next()) {
                ids.add(idOf(document));
            }
        }
        return ids;
    }

    private static int idOf(Document document) {
        return IntStream.range(0, DOCUMENTS)
                .filter(id -> key(id).equals(document.key()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void documentsLieInAllShardsAndEachWhereItsHashSays() {
        fill();
        for (CollectionCommitter shard : shards().all()) {
            assertTrue(shard.totals().documents() > DOCUMENTS / SHARDS / 4);
        }
        for (int id = 0; id < DOCUMENTS; id++) {
            Partition own = shards().of(key(id)).partition();
            assertNotNull(fixture.store().get(own, Space.DOCUMENT, key(id).bytes()));
        }
        assertEquals(DOCUMENTS, fixture.count());
        assertEquals(DOCUMENTS, fixture.stored());
    }

    /** Where documents are stored rests on these, so they never change. */
    @Test
    void hashesAreThoseOfMurmur3() {
        byte[] hello = "hello, world".getBytes(StandardCharsets.US_ASCII);
        assertEquals(0x149bbb7fL * 4096 >>> 32, ShardRouting.byHash(hello, hello.length, 4096));
        assertEquals(0x248bfa47L * 4096 >>> 32, ShardRouting.byHash(hello, "hello".length(), 4096));
        assertEquals(0, ShardRouting.byHash(hello, 0, 4096));
        assertEquals(0, ShardRouting.byHash(hello, hello.length, 1));
    }

    @Test
    void scansGiveTheDocumentsOfAllShardsInOneOrderFromAnyPosition() {
        fill();
        List<Integer> all = IntStream.range(0, DOCUMENTS).boxed().toList();
        assertEquals(all, keys(Direction.FORWARD, -1, DOCUMENTS));
        assertEquals(all.reversed(), keys(Direction.BACKWARD, -1, DOCUMENTS));
        for (int id = 0; id < DOCUMENTS; id += 5) {
            assertEquals(all.subList(id + 1, Math.min(id + 8, DOCUMENTS)), keys(Direction.FORWARD, id, 7));
            assertEquals(all.subList(Math.max(0, id - 7), id).reversed(), keys(Direction.BACKWARD, id, 7));
        }
    }

    @Test
    void indexesAreWalkedAsOne() {
        fill();
        fixture.index("a", "at");
        List<String> ascending = fixture.scanIndex("a", Direction.FORWARD);
        assertEquals(fixture.scan(), ascending);
        assertEquals(ascending.reversed(), fixture.scanIndex("a", Direction.BACKWARD));
    }

    @Test
    void everythingIsThereAfterARestartAndNothingAfterADrop() {
        fill();
        fixture.restart();
        CollectionRecord record = fixture.collection().record();
        assertEquals(SHARDS, record.shards());
        assertEquals(DOCUMENTS, fixture.count());
        Collection other = fixture.engine()
                .catalog()
                .create(
                        OTHER,
                        new Catalog.CollectionOptions(
                                DocumentFormat.BSON, BaseInstant.MODIFIED, new byte[0], List.of(), Policy.NONE));
        assertEquals(record.id() + SHARDS, other.record().id());
        fixture.engine().catalog().drop(EngineFixture.NAME);
        for (Partition shard : record.partitions()) {
            try (var cursor =
                    fixture.store().scan(shard, Space.DOCUMENT, KeyRange.ALL, Direction.FORWARD, Reader.UNLIMITED)) {
                assertFalse(cursor.next());
            }
        }
    }

    @Test
    void aBatchIsOneCommitWhereverItsDocumentsLie() {
        List<WriteRequest> many = new ArrayList<>();
        for (int id = 0; id < DOCUMENTS; id++) {
            many.add(new WriteRequest(key(id), (_, _) -> body("{}")));
        }
        List<WriteOutcome> outcomes = fixture.collection().writeAll(many, true, Durability.SYNCED);
        assertEquals(DOCUMENTS, outcomes.size());
        assertEquals(
                1,
                outcomes.stream()
                        .map(outcome -> assertInstanceOf(WriteOutcome.Stored.class, outcome)
                                .version())
                        .distinct()
                        .count());
    }

    @Test
    void theLastReceiptOfACallCountsInWhicheverShardItLies() {
        IdempotencyRecord receipt = new IdempotencyRecord() {
            @Override
            public byte[] id() {
                return new byte[] {7};
            }

            @Override
            public byte[] body(
                    byte @Nullable [] before, List<@Nullable WriteOutcome> outcomes, IntPredicate isOfBatch) {
                return new byte[] {(byte) outcomes.size()};
            }
        };
        Collection leaving = fixture.collection().leaving(receipt);
        for (int id = 0; id < 8; id++) {
            List<WriteRequest> many = new ArrayList<>();
            for (int next = 0; next <= id; next++) {
                many.add(new WriteRequest(key(id), (_, _) -> body("{}")));
            }
            leaving.writeAll(many, true, Durability.LOGGED);
            assertArrayEquals(
                    new byte[] {(byte) (id + 1)},
                    fixture.collection().receipts().last(receipt.id()));
            List<Integer> shown = new ArrayList<>();
            fixture.collection().receipts().forEach((_, body) -> shown.add((int) body[0]));
            assertEquals(List.of(id + 1), shown);
        }
        fixture.collection().receipts().forget(receipt.id());
        assertNull(fixture.collection().receipts().last(receipt.id()));
    }

    @Test
    void uniqueIndexesAreRefused() {
        EngineException refused = assertThrows(EngineException.class, () -> fixture.uniqueIndex("u", "u"));
        assertEquals(new EngineError.UniqueAcrossShards("u", SHARDS), refused.error());
        assertEquals(List.of(), fixture.collection().record().indexes());
    }

    @Test
    void aCollectionThatBeginsWithAUniqueIndexHasOneShard() {
        Catalog.CollectionOptions options = new Catalog.CollectionOptions(
                DocumentFormat.BSON,
                BaseInstant.MODIFIED,
                new byte[0],
                List.of(),
                Policy.NONE,
                List.of(EngineFixture.request("u", true, null, "u")));
        Collection made = fixture.engine().catalog().create(OTHER, options);
        assertEquals(1, made.record().shards());
        assertTrue(made.record().index("u").map(IndexDefinition::unique).orElse(false));
    }

    @Test
    void aChangeOfPolicyHidesInEveryShardAndAnUndoBringsBack() {
        fixture.ttlIndex("ttl", "at", Duration.ofDays(365).toSeconds());
        fill();
        fixture.advance(Duration.ofMinutes(2));
        fixture.setSeconds("ttl", 1);
        assertEquals(0, fixture.count());
        fixture.sweep();
        assertEquals(DOCUMENTS, fixture.stored());
        assertNotNull(fixture.collection().definition().undo());
        assertEquals(DOCUMENTS, fixture.count());
    }

    @Test
    void theDeadOfAllShardsStayDeadUntilAllAreSwept() {
        fixture.ttlIndex("ttl", "at", 1);
        fixture.engine().sweeper().pause();
        fill();
        fixture.advance(Duration.ofMinutes(2));
        fixture.setSeconds("ttl", Duration.ofDays(365).toSeconds());
        assertEquals(1, fixture.collection().record().policy().graves().size());
        assertEquals(0, fixture.count());
        fixture.engine().sweeper().resume();
        fixture.advance(Duration.ofMinutes(1));
        assertEquals(0, fixture.stored());
        assertEquals(List.of(), fixture.collection().record().policy().graves());
        assertEquals(DOCUMENTS, fixture.announced.size());
    }

    @Test
    void whatIsSettledIsOfThisCollectionAlone() {
        fill();
        long settled = fixture.collection().writeOrder().settledVersion();
        Collection other = fixture.engine()
                .catalog()
                .create(
                        OTHER,
                        new Catalog.CollectionOptions(
                                DocumentFormat.BSON, BaseInstant.MODIFIED, new byte[0], List.of(), Policy.NONE));
        other.write(key(1), Durability.LOGGED, (_, _) -> body("{}"));
        assertEquals(settled, fixture.collection().writeOrder().settledVersion());
        fixture.put(1, "{}");
        assertTrue(fixture.collection().writeOrder().settledVersion() > settled);
    }

    @Test
    void aTransactionWritesToSeveralShardsOrToNone() {
        fill();
        Transaction transaction = fixture.engine().begin();
        Collection seen = transaction.of(fixture.collection());
        for (int id = 0; id < 16; id++) {
            seen.write(key(id), Durability.LOGGED, (_, _) -> Decision.REMOVE);
        }
        assertEquals(DOCUMENTS - 16, seen.count(seen.reading()));
        assertEquals(DOCUMENTS, fixture.count());
        transaction.commit(null);
        assertEquals(DOCUMENTS - 16, fixture.count());
    }

    @Test
    void allLatchesAreNotAskedForUnderOneOfThem() {
        CollectionCommitter last = shards().all().getLast();
        assertThrows(IllegalStateException.class, () -> last.latched(() -> shards().latched(() -> true)));
        assertTrue(shards().latched(() -> last.latched(() -> true)));
    }

    /** Writers of all shards beside changes of the policy: whoever waits for the other would wait for ever. */
    @Test
    void writersAndChangesOfThePolicyGetOnWithEachOther() throws Exception {
        fixture.ttlIndex("ttl", "at", Duration.ofDays(365).toSeconds());
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> running = new ArrayList<>();
            for (int thread = 0; thread < SHARDS; thread++) {
                int own = thread;
                running.add(threads.submit(() -> {
                    for (int round = 0; round < 300; round++) {
                        fixture.put(own + SHARDS * (round % 16), at(START));
                    }
                }));
            }
            running.add(threads.submit(() -> {
                for (int round = 0; round < 100; round++) {
                    fixture.setSeconds("ttl", Duration.ofDays(365 + round % 2).toSeconds());
                }
            }));
            for (Future<?> one : running) {
                one.get();
            }
        }
        assertEquals(DOCUMENTS, fixture.count());
    }
}
