package dev.mayfly.engine.transaction;

import static dev.mayfly.engine.EngineFixture.body;
import static dev.mayfly.engine.EngineFixture.key;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.Lifetime;
import dev.mayfly.base.query.MemoryLimitExceeded;
import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.base.query.RequestMemoryPool;
import dev.mayfly.engine.Catalog;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.EngineCheck;
import dev.mayfly.engine.EngineFixture;
import dev.mayfly.engine.EngineSettings;
import dev.mayfly.engine.Transaction;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.write.IdempotencyRecord;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.engine.write.WriteRequest;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.contract.Fault;
import dev.mayfly.store.contract.FaultPlan;
import dev.mayfly.store.contract.FaultyStore;
import dev.mayfly.store.contract.StoreCall;
import dev.mayfly.store.memory.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntPredicate;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class TransactionTest {
    private final FaultyStore store = new FaultyStore(new MemoryStore(), _ -> {});
    private final EngineFixture fixture = new EngineFixture(store, EngineSettings.DEFAULTS);

    TransactionTest() {
        fixture.create();
    }

    @AfterEach
    void close() {
        store.plan(FaultPlan.NONE);
        fixture.close();
    }

    private WriteOutcome write(Transaction transaction, int id, String json) {
        return transaction.of(fixture.collection()).write(key(id), Durability.LOGGED, (_, _) -> body(json));
    }

    private static void assertConflict(Runnable work) {
        EngineException refused = assertThrows(EngineException.class, work::run);
        assertInstanceOf(EngineError.TransactionConflict.class, refused.error());
    }

    @Test
    void aTransactionTellsTheVersionOfAllThatItHasWritten() {
        try (Transaction transaction = fixture.engine().begin()) {
            write(transaction, 1, "{}");
            write(transaction, 2, "{}");
            assertEquals(0, transaction.version());
            transaction.commit(null);
            assertEquals(requireNonNull(fixture.get(1)).version(), transaction.version());
            assertEquals(requireNonNull(fixture.get(2)).version(), transaction.version());
        }
        try (Transaction reading = fixture.engine().begin()) {
            reading.commit(null);
            assertEquals(0, reading.version());
        }
    }

    @Test
    void whatATransactionHasWrittenIsChargedUntilItEnds() {
        RequestMemoryPool pool = new RequestMemoryPool(64 << 20, 16 << 20);
        try (Transaction transaction = fixture.engine().begin()) {
            String large = "{\"a\": \"" + "x".repeat(1 << 20) + "\"}";
            for (int id = 0; id < 4; id++) {
                writeAsRequest(pool, transaction, id, large);
            }
            assertTrue(pool.usedBytes() >= 8 << 20, () -> "between requests: " + pool.usedBytes());
            assertThrows(MemoryLimitExceeded.class, () -> {
                for (int id = 4; id < 100; id++) {
                    writeAsRequest(pool, transaction, id, large);
                }
            });
            assertTrue(pool.usedBytes() <= 16 << 20, () -> "refused: " + pool.usedBytes());
        }
        assertEquals(0, pool.usedBytes());
    }

    private void writeAsRequest(RequestMemoryPool pool, Transaction transaction, int id, String json) {
        try (RequestGuard request = new EndlessRequest(pool)) {
            request.during(() -> write(transaction, id, json));
        }
    }

    private static final class EndlessRequest extends RequestGuard {
        EndlessRequest(RequestMemoryPool pool) {
            super(pool.open());
        }

        @Override
        public void check() {
            // It always goes on.
        }
    }

    @Test
    @Tag("unsharded")
    void valueOfAHiddenDocumentIsTakenOver() {
        fixture.uniqueIndex("n", "n");
        fixture.ttlIndex("at", "at", 10);
        fixture.engine().sweeper().pause();
        fixture.put(1, EngineFixture.at(fixture.now(), "\"n\": 7"));
        fixture.advance(Duration.ofSeconds(10));
        try (Transaction transaction = fixture.engine().begin()) {
            assertInstanceOf(WriteOutcome.Stored.class, write(transaction, 2, "{\"n\": 7}"));
            fixture.engine().sweeper().resume();
            fixture.sweep();
            assertEquals(0, fixture.stored());
            transaction.commit(null);
        }
        assertEquals(1, fixture.stored());
        assertNotNull(fixture.get(2));
        assertEquals(List.of(), EngineCheck.check(fixture.engine()).findings());
    }

    @Test
    @Tag("unsharded")
    void valueThatAnotherHasTakenIsADuplicate() {
        fixture.uniqueIndex("n", "n");
        fixture.put(1, "{\"n\": 7}");
        try (Transaction transaction = fixture.engine().begin()) {
            assertInstanceOf(WriteOutcome.DuplicateValue.class, write(transaction, 2, "{\"n\": 7}"));
            write(transaction, 1, "{\"n\": 8}");
            assertInstanceOf(WriteOutcome.Stored.class, write(transaction, 2, "{\"n\": 7}"));
            transaction.commit(null);
        }
        assertEquals(2, fixture.count());
        assertEquals(List.of(), EngineCheck.check(fixture.engine()).findings());
    }

    @Test
    void collectionThatHasChangedSinceIsNotSeen() {
        fixture.put(1, "{}");
        try (Transaction transaction = fixture.engine().begin()) {
            fixture.index("n", "n");
            EngineException lost = assertThrows(EngineException.class, () -> transaction.of(fixture.collection()));
            assertEquals(new EngineError.SnapshotLost(EngineFixture.NAME), lost.error());
        }
    }

    @Test
    void changeOfTheCollectionBeforeTheCommitIsAConflict() {
        try (Transaction transaction = fixture.engine().begin()) {
            write(transaction, 1, "{\"n\": 1}");
            fixture.index("n", "n");
            assertConflict(() -> transaction.commit(null));
        }
        assertEquals(0, fixture.count());
    }

    @Test
    void collectionThatIsDroppedBeforeTheCommitIsAConflict() {
        try (Transaction transaction = fixture.engine().begin()) {
            write(transaction, 1, "{\"n\": 1}");
            fixture.engine().catalog().drop(EngineFixture.NAME);
            assertConflict(() -> transaction.commit(null));
        }
    }

    @Test
    void firstDocumentWithSeveralValuesTurnsItsIndex() {
        fixture.index("n", "n");
        try (Transaction transaction = fixture.engine().begin()) {
            write(transaction, 1, "{\"n\": [1, 2]}");
            write(transaction, 2, "{\"n\": [2, 3]}");
            transaction.commit(null);
        }
        assertEquals(2, fixture.scanIndex("n", Direction.FORWARD).size());
    }

    @Test
    void whatIsWrittenIsBounded() {
        byte[] bytes = new byte[5 << 20];
        Arrays.fill(bytes, (byte) 1);
        Decision.Put large = body(new BsonDocument("b", new BsonBinary(bytes)), Lifetime.INHERIT);
        List<Transaction> open = new ArrayList<>();
        long limit = 0;
        for (int id = 0; limit == 0; id++) {
            if (id % 10 == 0) {
                open.add(fixture.engine().begin());
            }
            limit = put(open.getLast(), id, large);
        }
        assertEquals(OpenTransactionLimits.BYTES_OF_ALL_MAX, limit);
        open.forEach(Transaction::close);
        try (Transaction transaction = fixture.engine().begin()) {
            limit = 0;
            for (int id = 0; limit == 0; id++) {
                limit = put(transaction, id, large);
            }
            assertEquals(OpenTransactionLimits.BYTES_MAX, limit);
        }
        assertEquals(0, fixture.count());
    }

    /** The bound that is met, or 0. */
    private long put(Transaction transaction, int id, Decision.Put document) {
        try {
            transaction.of(fixture.collection()).write(key(id), Durability.LOGGED, (_, _) -> document);
            return 0;
        } catch (EngineException refused) {
            return assertInstanceOf(EngineError.TransactionTooLarge.class, refused.error())
                    .limit();
        }
    }

    @Test
    void receiptLiesWithTheCommit() {
        IdempotencyRecord receipt = new IdempotencyRecord() {
            @Override
            public byte[] id() {
                return new byte[] {1, 2};
            }

            @Override
            public byte[] body(
                    byte @Nullable [] before, List<@Nullable WriteOutcome> outcomes, IntPredicate isOfBatch) {
                return new byte[] {3};
            }
        };
        try (Transaction transaction = fixture.engine().begin()) {
            assertNull(transaction.commit(receipt));
        }
        assertNull(fixture.collection().receipts().last(receipt.id()));
        try (Transaction transaction = fixture.engine().begin()) {
            write(transaction, 1, "{}");
            store.plan(FaultPlan.at(StoreCall.COMMIT_ALL, 1, new Fault.UnknownWritten()));
            assertNotNull(transaction.commit(receipt));
        }
        fixture.restart();
        assertNotNull(fixture.collection().receipts().last(receipt.id()));
        fixture.collection().receipts().forget(receipt.id());
        assertNull(fixture.collection().receipts().last(receipt.id()));
    }

    @Test
    void writeLeavesItsReceiptOnlyIfItIsMade() {
        IdempotencyRecord receipt = new IdempotencyRecord() {
            @Override
            public byte[] id() {
                return new byte[] {1};
            }

            @Override
            public byte[] body(
                    byte @Nullable [] before, List<@Nullable WriteOutcome> outcomes, IntPredicate isOfBatch) {
                return new byte[] {(byte) outcomes.size()};
            }
        };
        Collection leaving = fixture.collection().leaving(receipt);
        leaving.write(key(1), Durability.LOGGED, (_, _) -> Decision.KEEP);
        assertNull(fixture.collection().receipts().last(receipt.id()));
        leaving.write(key(1), Durability.LOGGED, (_, _) -> body("{}"));
        assertEquals(1, there(fixture.collection().receipts().last(receipt.id()))[0]);
        List<WriteRequest> many = new ArrayList<>();
        for (int id = 0; id < 120; id++) {
            many.add(new WriteRequest(key(id), (_, _) -> body("{}")));
        }
        leaving.writeAll(many, true, Durability.LOGGED);
        assertEquals(120, there(fixture.collection().receipts().last(receipt.id()))[0]);
    }

    private static byte[] there(byte @Nullable [] bytes) {
        return Objects.requireNonNull(bytes);
    }

    @Test
    void everyCollectionOfACommitIsWritten() {
        CollectionName other = new CollectionName("test", "db", "other");
        Collection second = fixture.engine()
                .catalog()
                .create(
                        other,
                        new Catalog.CollectionOptions(
                                DocumentFormat.BSON, BaseInstant.MODIFIED, new byte[0], List.of(), Policy.NONE));
        try (Transaction transaction = fixture.engine().begin()) {
            write(transaction, 1, "{}");
            transaction.of(second).write(key(1), Durability.LOGGED, (_, _) -> body("{}"));
            store.plan(FaultPlan.at(StoreCall.COMMIT_ALL, 1, new Fault.UnknownNotWritten()));
            transaction.commit(null);
        }
        assertEquals(1, fixture.count());
        assertEquals(1, second.count(second.reading()));
    }
}
