package dev.mayfly.face.mongo.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.mongo.replica.ReplicaSet;
import dev.mayfly.face.mongo.session.NumberedSession;
import dev.mayfly.face.mongo.session.SessionId;
import dev.mayfly.store.api.StoreException.Reason;
import dev.mayfly.store.contract.Fault;
import dev.mayfly.store.contract.FaultPlan;
import dev.mayfly.store.contract.FaultyStore;
import dev.mayfly.store.contract.StoreCall;
import dev.mayfly.store.memory.MemoryStore;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.FutureTask;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The numbers of a session over time, and the commands that are refused. */
final class TransactionsTest {
    private static final String INCREMENT = "{update: 'c', updates: [{q: {_id: 1}, u: {$inc: {n: 1}}}]}";
    private static final String COMMIT = "{commitTransaction: 1}";
    private static final String LSID = "{id: {$uuid: '00112233-4455-6677-8899-aabbccddeeff'}}";

    private final FaultyStore store;
    private final MongoFixture fixture;
    private final RawMongoClient client;

    TransactionsTest() throws IOException {
        store = new FaultyStore(new MemoryStore(), _ -> {});
        fixture = new MongoFixture(MongoSettings.open().withReplicaSet(new ReplicaSet("rs0", null)), store);
        client = fixture.connect();
        run("{insert: 'c', documents: [{_id: 1, n: 1}]}");
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        fixture.close();
    }

    private BsonDocument run(String command) throws IOException {
        return run(BsonDocument.parse(command));
    }

    private BsonDocument run(BsonDocument document) throws IOException {
        String name = document.getFirstKey();
        boolean isEnd = name.endsWith("Transaction") || name.endsWith("Sessions");
        return client.run(document.append("$db", new BsonString(isEnd ? "admin" : "test")));
    }

    /** A command of the session with this number; the first of a transaction begins it. */
    private BsonDocument numbered(String command, long number, boolean isFirst) throws IOException {
        BsonDocument document = BsonDocument.parse(command);
        document.append("lsid", BsonDocument.parse(LSID))
                .append("txnNumber", new BsonInt64(number))
                .append("autocommit", BsonBoolean.FALSE);
        if (isFirst) {
            document.append("startTransaction", BsonBoolean.TRUE);
        }
        return run(document);
    }

    private void assertRefused(int code, BsonDocument reply) {
        assertEquals(code, reply.getNumber("code", new BsonInt64(0)).intValue(), reply::toString);
    }

    private long n() throws IOException {
        return run("{find: 'c', filter: {_id: 1}}")
                .getDocument("cursor")
                .getArray("firstBatch")
                .get(0)
                .asDocument()
                .getNumber("n")
                .longValue();
    }

    @Test
    void transactionThatStaysOpenTooLongIsAborted() throws IOException {
        numbered(INCREMENT, 1, true);
        fixture.machine.advance(Duration.ofSeconds(59));
        assertEquals(1, numbered(INCREMENT, 1, false).getInt32("n").getValue());
        fixture.machine.advance(Duration.ofSeconds(2));
        BsonDocument gone = numbered(COMMIT, 1, false);
        assertRefused(251, gone);
        assertEquals(
                "TransientTransactionError",
                gone.getArray("errorLabels").get(0).asString().getValue());
        numbered(INCREMENT, 2, true);
        assertEquals(1.0, numbered(COMMIT, 2, false).getNumber("ok").doubleValue());
        assertEquals(2, n());
    }

    @Test
    void clockOfDocumentsDoesNotEndTransactions() throws IOException {
        numbered(INCREMENT, 1, true);
        fixture.deadlines.advance(Duration.ofHours(1));
        assertEquals(1.0, numbered(COMMIT, 1, false).getNumber("ok").doubleValue());
    }

    @Test
    void sessionThatEndsForgetsWhatItsWritesHaveLeft() throws IOException {
        String write = "{insert: 'c', documents: [{_id: 7}], txnNumber: {$numberLong: '1'}, lsid: " + LSID + "}";
        run(write);
        assertEquals(1, receipts());
        fixture.machine.advance(Duration.ofMinutes(29));
        assertTrue(run(write).containsKey("retriedStmtIds"));
        fixture.machine.advance(Duration.ofMinutes(32));
        assertEquals(0, receipts());
        assertEquals(
                11000,
                run(write)
                        .getArray("writeErrors")
                        .get(0)
                        .asDocument()
                        .getInt32("code")
                        .getValue());
    }

    @Test
    void sessionThatEndsTakesItsTransactionAlong() throws IOException {
        numbered(INCREMENT, 1, true);
        fixture.machine.advance(Duration.ofSeconds(1));
        run("{endSessions: [" + LSID + "]}");
        assertEquals(1, run(INCREMENT).getInt32("n").getValue());
        assertRefused(251, numbered(COMMIT, 1, false));
        assertEquals(2, n());
    }

    private int receipts() {
        int[] count = new int[1];
        fixture.services
                .collections()
                .find("test", "c")
                .orElseThrow()
                .receipts()
                .forEach((_, _) -> count[0]++);
        return count[0];
    }

    @Test
    void numberTellsOneTransactionFromTheNext() throws IOException {
        numbered(INCREMENT, 5, true);
        assertRefused(117, numbered(INCREMENT, 5, true));
        assertRefused(225, numbered(INCREMENT, 4, true));
        assertRefused(251, numbered(INCREMENT, 6, false));
        numbered(INCREMENT, 7, true);
        assertRefused(225, numbered(COMMIT, 5, false));
        assertEquals(1.0, numbered(COMMIT, 7, false).getNumber("ok").doubleValue());
        assertEquals(1.0, numbered(COMMIT, 7, false).getNumber("ok").doubleValue());
        assertRefused(256, numbered(INCREMENT, 7, false));
        assertRefused(256, numbered("{abortTransaction: 1}", 7, false));
        assertEquals(2, n());
    }

    @Test
    void repeatWaitsForTheFirstAttempt() throws Exception {
        UUID uuid = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
        NumberedSession session = fixture.services.sessions().numbered().of(new SessionId(uuid, ""));
        String write = "{insert: 'c', documents: [{_id: 7}], txnNumber: {$numberLong: '1'}, lsid: " + LSID + "}";
        FutureTask<BsonDocument> waiting = new FutureTask<>(() -> run(write));
        try (NumberedSession.Turn _ = session.begin()) {
            Thread.ofVirtual().start(waiting);
        }
        assertEquals(1, waiting.get().getInt32("n").getValue());
    }

    @Test
    void serverStatusCountsThem() throws IOException {
        numbered(INCREMENT, 1, true);
        numbered(INCREMENT, 2, true);
        numbered(COMMIT, 2, false);
        numbered(INCREMENT, 3, true);
        BsonDocument counts = client.run(BsonDocument.parse("{serverStatus: 1, $db: 'admin'}"))
                .getDocument("transactions");
        assertEquals(3, counts.getInt64("totalStarted").getValue());
        assertEquals(1, counts.getInt64("totalCommitted").getValue());
        assertEquals(1, counts.getInt64("totalAborted").getValue());
        assertEquals(1, counts.getInt64("currentOpen").getValue());
    }

    @Test
    void cursorOfATransactionStaysInIt() throws IOException {
        run("{insert: 'c', documents: [{_id: 2}, {_id: 3}]}");
        BsonValue inside = cursor(numbered("{find: 'c', batchSize: 1}", 1, true));
        String more = "{getMore: {$numberLong: '" + inside.asInt64().getValue() + "'}, collection: 'c', batchSize: 1";
        assertRefused(50741, run(more + ", lsid: " + LSID + "}"));
        assertEquals(1.0, numbered(more + "}", 1, false).getNumber("ok").doubleValue());
        numbered(COMMIT, 1, false);
        assertEquals(0, fixture.services.sessions().cursors().size());
        assertRefused(43, run(more + ", lsid: " + LSID + "}"));
    }

    @Test
    void bulkWriteWithANumberIsDoneOnceInEachCollection() throws IOException {
        String write = "{bulkWrite: 1, ops: [{update: 0, filter: {_id: 1}, updateMods: {$inc: {n: 1}}},"
                + " {insert: 1, document: {_id: 5}}, {update: 0, filter: {_id: 1}, updateMods: {$inc: {n: 1}}}],"
                + " nsInfo: [{ns: 'test.c'}, {ns: 'test.d'}], txnNumber: {$numberLong: '1'}, lsid: " + LSID
                + ", $db: 'admin'}";
        BsonDocument first = client.run(BsonDocument.parse(write));
        assertEquals(2, first.getInt32("nModified").getValue(), first::toString);
        BsonDocument again = client.run(BsonDocument.parse(write));
        assertEquals(2, again.getInt32("nModified").getValue(), again::toString);
        assertEquals(1, again.getInt32("nInserted").getValue(), again::toString);
        assertEquals(3, again.getArray("retriedStmtIds").size());
        assertEquals(3, n());
    }

    @Test
    void bulkWriteBelongsToItsTransaction() throws IOException {
        String write = "{bulkWrite: 1, ops: [{update: 0, filter: {_id: 1}, updateMods: {$inc: {n: 1}}},"
                + " {insert: 0, document: {_id: 5}}], nsInfo: [{ns: 'test.c'}], cursor: {batchSize: 1}}";
        BsonValue results = cursor(numberedOnAdmin(write, 1, true));
        String more = "{getMore: {$numberLong: '" + results.asInt64().getValue() + "'}, collection: '$cmd.bulkWrite'}";
        assertEquals(1.0, numberedOnAdmin(more, 1, false).getNumber("ok").doubleValue());
        assertEquals(1, n());
        numbered(COMMIT, 1, false);
        assertEquals(2, n());
        assertEquals(
                1,
                numberedOnAdmin(write, 2, true).getInt32("nErrors").getValue(),
                "the id is taken, which ends the transaction");
        assertRefused(251, numbered(COMMIT, 2, false));
        assertEquals(2, n());
    }

    private BsonDocument numberedOnAdmin(String command, long number, boolean isFirst) throws IOException {
        BsonDocument document = BsonDocument.parse(command);
        document.append("lsid", BsonDocument.parse(LSID))
                .append("txnNumber", new BsonInt64(number))
                .append("autocommit", BsonBoolean.FALSE);
        if (isFirst) {
            document.append("startTransaction", BsonBoolean.TRUE);
        }
        return client.run(document.append("$db", new BsonString("admin")));
    }

    @Test
    void collectionOfATransactionIsSeenByNobodyElse() throws IOException {
        numbered("{insert: 'made', documents: [{_id: 1}]}", 1, true);
        assertTrue(names().stream().noneMatch("made"::equals));
        assertRefused(26, run("{listIndexes: 'made'}"));
        assertRefused(112, run("{create: 'made'}"));
        numbered(COMMIT, 1, false);
        assertTrue(names().contains("made"));
        numbered("{insert: 'shared', documents: [{_id: 1}]}", 2, true);
        run("{insert: 'shared', documents: [{_id: 2}]}");
        assertTrue(names().contains("shared"), "it is there for all once somebody else has written to it");
        numbered("{abortTransaction: 1}", 2, false);
        assertTrue(names().contains("shared"), "and stays for that");
    }

    @Test
    void transactionMakesIndexesWhereItHasMadeTheCollection() throws IOException {
        String indexes = "{createIndexes: 'made', indexes: [{key: {a: 1}, name: 'a_1'}]}";
        numbered("{create: 'made', collation: {locale: 'en', strength: 2}}", 1, true);
        assertEquals(1.0, numbered(indexes, 1, false).getNumber("ok").doubleValue());
        numbered("{insert: 'made', documents: [{_id: 1, a: 'X'}]}", 1, false);
        BsonDocument found = numbered("{find: 'made', filter: {a: 'x'}}", 1, false);
        assertEquals(1, found.getDocument("cursor").getArray("firstBatch").size(), "by the collection's collation");
        assertTrue(names().stream().noneMatch("made"::equals));
        assertRefused(263, numbered("{createIndexes: 'made', indexes: [{key: {b: 1}, name: 'b_1'}]}", 1, false));
        assertRefused(251, numbered(COMMIT, 1, false));
        assertTrue(names().stream().noneMatch("made"::equals));
    }

    private List<String> names() throws IOException {
        return run("{listCollections: 1}").getDocument("cursor").getArray("firstBatch").stream()
                .map(listed -> listed.asDocument().getString("name").getValue())
                .toList();
    }

    @Test
    void commandsThatNoTransactionMayBeginWithAreRefused() throws IOException {
        assertRefused(263, numbered("{killCursors: 'c', cursors: []}", 1, true));
        assertRefused(263, numbered("{find: 'system.views'}", 2, true));
        String commit = "{commitTransaction: 1, txnNumber: {$numberLong: '3'}, lsid: " + LSID + "}";
        assertRefused(50768, run(commit));
    }

    private static BsonValue cursor(BsonDocument reply) {
        return reply.getDocument("cursor").getInt64("id");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "autocommit: true, txnNumber: {$numberLong: '1'}, startTransaction: true | 72",
                "autocommit: false | 72",
                "txnNumber: {$numberLong: '1'}, startTransaction: true | 72",
                "autocommit: false, txnNumber: {$numberLong: '1'}, startTransaction: false | 72",
                "autocommit: false, txnNumber: {$numberLong: '-1'}, startTransaction: true | 72",
                "autocommit: false, txnNumber: 1, startTransaction: true | 14",
                "autocommit: false, txnNumber: {$numberLong: '1'}, startTransaction: true,"
                        + " readConcern: {level: 'linearizable'} | 72",
                "autocommit: false, txnNumber: {$numberLong: '1'}, readConcern: {level: 'local'} | 72",
                "autocommit: false, txnNumber: {$numberLong: '1'}, startTransaction: true, writeConcern: {w: 1} | 72"
            })
    void fieldsThatDoNotGoTogetherAreRefused(String fields, int code) throws IOException {
        assertRefused(code, run("{find: 'c', lsid: " + LSID + ", " + fields + "}"));
    }

    @Test
    void numberNeedsASession() throws IOException {
        assertRefused(72, run("{insert: 'c', documents: [{_id: 9}], txnNumber: {$numberLong: '1'}}"));
    }

    @Test
    void commitThatTheStoreRefusesLeavesNothing() throws IOException {
        numbered(INCREMENT, 1, true);
        store.plan(FaultPlan.always(StoreCall.COMMIT_ALL, new Fault.Failure(Reason.FULL)));
        assertRefused(14031, numbered(COMMIT, 1, false));
        store.plan(FaultPlan.NONE);
        assertRefused(251, numbered(COMMIT, 1, false));
        assertEquals(1, n());
    }

    @Test
    void commitOfUnknownOutcomeIsFoundOut() throws IOException {
        numbered(INCREMENT, 1, true);
        store.plan(FaultPlan.at(StoreCall.COMMIT_ALL, 1, new Fault.UnknownWritten()));
        assertEquals(1.0, numbered(COMMIT, 1, false).getNumber("ok").doubleValue());
        numbered(INCREMENT, 2, true);
        store.plan(FaultPlan.at(StoreCall.COMMIT_ALL, 1, new Fault.UnknownNotWritten()));
        assertEquals(1.0, numbered(COMMIT, 2, false).getNumber("ok").doubleValue());
        assertEquals(3, n());
    }

    @Test
    void commitThatIsNotOnTheDiskYetMayBeRepeated() throws IOException {
        String safely = "{commitTransaction: 1, writeConcern: {w: 'majority'}}";
        numbered(INCREMENT, 1, true);
        store.plan(FaultPlan.at(StoreCall.SYNC, 1, new Fault.Failure(Reason.UNAVAILABLE)));
        BsonDocument unknown = numbered(safely, 1, false);
        assertRefused(6, unknown);
        assertEquals(
                "UnknownTransactionCommitResult",
                unknown.getArray("errorLabels").get(0).asString().getValue());
        assertEquals(1.0, numbered(safely, 1, false).getNumber("ok").doubleValue());
        assertEquals(2, n());
    }
}
