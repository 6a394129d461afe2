package dev.mayfly.face.couchbase.query.transaction;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.KeyState;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.bucket.BucketRules;
import dev.mayfly.face.couchbase.bucket.BucketsFixture;
import dev.mayfly.face.couchbase.bucket.CouchbaseRelease;
import dev.mayfly.face.couchbase.bucket.Edition;
import dev.mayfly.face.couchbase.kv.CasClock;
import dev.mayfly.face.couchbase.kv.DocumentMeta;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.kv.ExpiryRule;
import dev.mayfly.face.couchbase.kv.StoreRequest;
import dev.mayfly.face.couchbase.kv.WriteTerms;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.store.api.StoreException.Reason;
import dev.mayfly.store.contract.Fault;
import dev.mayfly.store.contract.FaultPlan;
import dev.mayfly.store.contract.FaultyStore;
import dev.mayfly.store.contract.StoreCall;
import dev.mayfly.store.memory.MemoryStore;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The fate of a transaction whose server ends in the middle of its commit. */
final class LostAttemptsTest {
    private static final Duration PAST_ITS_TIME = Duration.ofSeconds(17);
    private static final Map<String, String> BEFORE = Map.of("changed", "{\"n\":1}", "removed", "{\"n\":2}");
    private static final Map<String, String> AFTER = Map.of("changed", "{\"n\":10}", "inserted", "{\"n\":3}");

    private final FaultyStore store = new FaultyStore(new MemoryStore(), _ -> {});
    private final BucketsFixture buckets =
            new BucketsFixture(new BucketRules(CouchbaseRelease.R7_6, Edition.ENTERPRISE, BucketRules.VBUCKETS), store);
    private Documents documents = documents();
    private N1qlTransactions transactions = transactions();

    private Documents documents() {
        return new Documents(new CasClock(buckets.engine().clock()), buckets.clock());
    }

    private N1qlTransactions transactions() {
        return new N1qlTransactions(documents, buckets.buckets(), buckets.clock());
    }

    @BeforeEach
    void fill() {
        BEFORE.forEach(this::put);
    }

    @AfterEach
    void close() {
        store.plan(FaultPlan.NONE);
        buckets.close();
    }

    private void put(String key, String body) {
        StoreRequest request =
                new StoreRequest(StoreRequest.Mode.SET, body.getBytes(UTF_8), 0x2000006, 0, ExpiryRule.REQUESTED);
        documents.store(in(), key(key), WriteTerms.PLAIN, request);
    }

    private BucketCollection in() {
        BucketCollection in = buckets.buckets().require("default").find("_default", "_default");
        assertNotNull(in);
        return in;
    }

    private static DocumentKey key(String text) {
        return new DocumentKey(text.getBytes(UTF_8));
    }

    private N1qlTransaction begun() {
        TransactionOptions options = new TransactionOptions(TransactionOptions.TIMEOUT_NANOS, "n", null, null);
        N1qlTransaction transaction = transactions.begin("somebody", options, _ -> {});
        Document changed = documents.get(in(), key("changed"));
        transaction.put(in(), key("changed"), changed, AFTER.get("changed").getBytes(UTF_8), 0x2000006, null, 7);
        transaction.put(in(), key("inserted"), null, AFTER.get("inserted").getBytes(UTF_8), 0x2000006, null, 8);
        transaction.remove(in(), key("removed"), documents.get(in(), key("removed")), 9);
        return transaction;
    }

    private Map<String, String> contents() {
        Map<String, String> contents = new TreeMap<>();
        for (String key : new String[] {"changed", "inserted", "removed"}) {
            Document found = documents.get(in(), key(key));
            if (found != null) {
                contents.put(key, new String(found.body(), UTF_8));
            }
        }
        return contents;
    }

    private void assertNothingIsLeft(String where) {
        for (String key : new String[] {"changed", "inserted", "removed"}) {
            KeyState keyState = documents.keyState(in(), key(key));
            byte[] xattrs = AttemptRecords.xattrs(keyState.live(), keyState.tombstone());
            assertFalse(StagedXattrs.of(xattrs).isStaged(), where + ": " + key + " is staged still");
        }
        assertEquals(0, recorded(), where);
    }

    /** The number of attempts that stand in records. */
    private int recorded() {
        int recorded = 0;
        for (String key : new String[] {"changed", "inserted", "removed"}) {
            RecordPlace place = RecordPlace.of(in(), in(), key(key));
            Document record = documents.get(in(), place.key());
            recorded += record == null || new String(DocumentMeta.xattrs(record), UTF_8).contains("\"attempts\":{}")
                    ? 0
                    : 1;
        }
        return recorded;
    }

    private void restart() {
        store.plan(FaultPlan.NONE);
        buckets.restart();
        documents = documents();
        transactions = transactions();
    }

    /** The server ends before each write of the commit in turn, until one commit needs no more writes than it may make. */
    @Test
    void commitThatIsCutOffAnywhereIsFinishedOrUndoneAsAWhole() {
        boolean wasFinished = false;
        int undone = 0;
        for (int writes = 0; !wasFinished; writes++) {
            N1qlTransaction transaction = begun();
            long allowed = writes;
            store.plan((call, nth) ->
                    call == StoreCall.COMMIT && nth > allowed ? new Fault.Failure(Reason.UNAVAILABLE) : null);
            try {
                transactions.commit(transaction);
                wasFinished = true;
            } catch (EngineException | N1qlException _) {
                // The server is gone.
            }
            restart();
            String where = "after " + writes + " writes";
            assertEquals(0, transactions.lostAttempts().pass(), where + ": it has time left");
            buckets.clock().advance(PAST_ITS_TIME);
            boolean hadBegun = recorded() > 0;
            assertEquals(hadBegun ? 1 : 0, transactions.lostAttempts().pass(), where);
            assertNothingIsLeft(where);
            boolean isCommitted = contents().equals(AFTER);
            assertTrue(isCommitted || contents().equals(BEFORE), where + ": " + contents());
            undone += isCommitted ? 0 : 1;
            documents.remove(in(), key("inserted"), WriteTerms.PLAIN);
            BEFORE.forEach(this::put);
        }
        // One write for the record, one for each of three documents, and then the record says that it is committed.
        assertEquals(5, undone);
    }

    @Test
    void attemptThatOthersHaveGivenUpIsNeverCommitted() {
        N1qlTransaction transaction = begun();
        AttemptRecords records = new AttemptRecords(documents, buckets.buckets());
        RecordPlace place = RecordPlace.of(in(), in(), key("changed"));
        assertTrue(records.pending(transaction, place, 15_000));
        buckets.clock().advance(PAST_ITS_TIME);
        // Another server, which does not know what this one is about.
        LostAttempts elsewhere = new LostAttempts(documents, buckets.buckets(), records, _ -> false);
        assertEquals(1, elsewhere.pass());
        assertFalse(records.committed(transaction, place));
        assertEquals(BEFORE, new TreeMap<>(contents()));
        assertNothingIsLeft("given up");
    }

    @Test
    void attemptWhoseTimeIsOverIsNotCommittedThoughNobodyHasGivenItUp() {
        N1qlTransaction transaction = begun();
        AttemptRecords records = new AttemptRecords(documents, buckets.buckets());
        RecordPlace place = RecordPlace.of(in(), in(), key("changed"));
        assertTrue(records.pending(transaction, place, 15_000));
        buckets.clock().advance(Duration.ofSeconds(16));
        assertFalse(records.committed(transaction, place));
    }

    @Test
    void lockedDocumentIsWrittenOnceItsLockIsOver() {
        N1qlTransaction transaction = begun();
        long allowed = 5;
        store.plan((call, nth) ->
                call == StoreCall.COMMIT && nth > allowed ? new Fault.Failure(Reason.UNAVAILABLE) : null);
        assertThrows(EngineException.class, () -> transactions.commit(transaction));
        restart();
        buckets.clock().advance(PAST_ITS_TIME);
        documents.lock(in(), key("changed"), 30);
        assertEquals(0, transactions.lostAttempts().pass());
        assertEquals(1, recorded());
        buckets.clock().advance(Duration.ofSeconds(31));
        assertEquals(1, transactions.lostAttempts().pass());
        assertEquals(AFTER, new TreeMap<>(contents()));
        assertNothingIsLeft("unlocked");
    }
}
