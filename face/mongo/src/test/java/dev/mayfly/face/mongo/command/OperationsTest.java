package dev.mayfly.face.mongo.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.query.RequestMemory;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.commit.Announcement;
import dev.mayfly.engine.event.ExpiryListener;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.dispatch.CommandTable;
import dev.mayfly.face.mongo.dispatch.MongoCommands;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.face.mongo.session.ConnectionState;
import dev.mayfly.face.mongo.wire.Frames;
import dev.mayfly.face.mongo.wire.MessageReader;
import dev.mayfly.store.contract.Fault;
import dev.mayfly.store.contract.FaultyStore;
import dev.mayfly.store.contract.StoreCall;
import dev.mayfly.store.memory.MemoryStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Operations are seen and ended by other clients. */
final class OperationsTest {
    private static final String SESSION = "{$binary: {base64: 'AAECAwQFBgcICQoLDA0ODw==', subType: '04'}}";
    private static final String INTERRUPTED = "operation was interrupted";

    /** Commands that look at documents of a collection. */
    @SuppressWarnings("UnusedVariable") // A source of arguments, found by its name.
    private static final List<String> LONG = List.of(
            "{find: 'c'}",
            "{find: 'c', sort: {a: 1}}",
            "{count: 'c', query: {a: {$gt: 0}}}",
            "{distinct: 'c', key: 'a'}",
            "{aggregate: 'c', pipeline: [{$group: {_id: null}}], cursor: {}}",
            "{aggregate: 'c', pipeline: [{$out: 'd'}], cursor: {}}",
            "{update: 'c', updates: [{q: {}, u: {$inc: {a: 1}}, multi: true}]}",
            "{delete: 'c', deletes: [{q: {}, limit: 0}]}",
            "{findAndModify: 'c', query: {a: 1}, remove: true}",
            "{aggregate: 'c', pipeline: [{$merge: 'd'}], cursor: {}}",
            "{aggregate: 'c', pipeline: [{$setWindowFields: {output: {n: {$sum: '$a'}}}}], cursor: {}}");

    private MongoFixture fixture;
    private RawMongoClient client;

    @BeforeEach
    void connect() throws IOException {
        fixture = new MongoFixture();
        client = fixture.connect();
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        fixture.close();
    }

    private BsonDocument run(String json) throws IOException {
        BsonDocument reply = client.run(json);
        assertEquals(1, reply.getNumber("ok").intValue(), reply::toString);
        return reply;
    }

    @ParameterizedTest
    @FieldSource("LONG")
    void whatWasKilledEndsAtItsNextDocument(String json) throws IOException {
        run("{insert: 'c', documents: [{_id: 1, a: 1}, {_id: 2, a: 2}], $db: 'test'}");
        OperationContext killed = run(() -> 0);
        killed.kill(OperationContext.Reason.KILLED);
        assertEquals(new Refused(OperationContext.Ended.INTERRUPTED, "Interrupted"), refusal(killed, json));
        assertEquals(
                2,
                run("{count: 'c', query: {a: {$in: [1, 2]}}, $db: 'test'}")
                        .getNumber("n")
                        .intValue());
    }

    @ParameterizedTest
    @FieldSource("LONG")
    void whatTakesTooLongEndsAtItsNextDocument(String json) throws IOException {
        run("{insert: 'c', documents: [{_id: 1, a: 1}, {_id: 2, a: 2}], $db: 'test'}");
        AtomicLong time = new AtomicLong();
        OperationContext slow = run(() -> time.getAndAdd(Duration.ofMillis(1).toNanos()));
        String limited = json.substring(0, json.length() - 1) + ", maxTimeMS: 1}";
        assertEquals(new Refused(OperationContext.Ended.OUT_OF_TIME, "MaxTimeMSExpired"), refusal(slow, limited));
    }

    private static OperationContext run(LongSupplier nanos) {
        return OperationContext.begin(
                BsonView.of(Frames.bson(new BsonDocument())), nanos, false, RequestMemory.uncounted());
    }

    private record Refused(int code, String name) {}

    private Refused refusal(OperationContext run, String json) {
        BsonDocument body = BsonDocument.parse(json).append("$db", new BsonString("test"));
        CommandRequest request =
                CommandRequest.of(MessageReader.read(Frames.msg(1, 0, Frames.body(Frames.bson(body)))));
        CommandTable table = MongoCommands.table(false, false);
        ConnectionState state = fixture.services.operations().look().getFirst().connection();
        return run.during(() -> {
            try {
                BsonDocument reply =
                        BsonEncoding.decode(table.run(table.find(request), request, fixture.services, state)
                                .body());
                return new Refused(
                        reply.getInt32("code").getValue(),
                        reply.getString("codeName").getValue());
            } catch (QueryException refusal) {
                return new Refused(refusal.code(), refusal.codeName());
            } catch (CommandError refusal) {
                return new Refused(refusal.code(), refusal.codeName());
            }
        });
    }

    private void insertLong() throws IOException {
        BsonArray thousand = new BsonArray();
        for (int i = 0; i < 1000; i++) {
            thousand.add(new BsonInt32(i));
        }
        run(new BsonDocument("insert", new BsonString("c"))
                .append(
                        "documents",
                        new BsonArray(List.of(new BsonDocument("a", thousand)
                                .append("b", thousand)
                                .append("c", thousand))))
                .append("$db", new BsonString("test"))
                .toJson());
    }

    private static byte[] longPipeline(String fields) {
        return Frames.msg(
                1,
                0,
                Frames.body(Frames.bson("{aggregate: 'c', pipeline: [{$unwind: '$a'}, {$unwind: '$b'}, {$unwind: '$c'},"
                        + " {$group: {_id: null, n: {$sum: 1}}}], cursor: {}, " + fields
                        + "comment: 'long', $db: 'test'}")));
    }

    @Test
    void aLongPipelineIsSeenByAnotherClientAndKilled() throws IOException {
        insertLong();
        try (RawMongoClient busy = fixture.connect()) {
            busy.send(longPipeline(""));
            BsonDocument seen = awaitSeen("{currentOp: 1, 'command.comment': 'long'}");
            assertEquals("command", seen.getString("op").getValue());
            assertEquals("test.c", seen.getString("ns").getValue());
            assertTrue(seen.getBoolean("active").getValue());
            assertFalse(seen.containsKey("killPending"));
            run("{killOp: 1, op: " + seen.getInt32("opid").getValue() + "}");
            BsonDocument reply = busy.receive();
            assertEquals(
                    OperationContext.Ended.INTERRUPTED, reply.getInt32("code").getValue());
            assertEquals(
                    "PlanExecutor error during aggregation :: caused by :: " + INTERRUPTED,
                    reply.getString("errmsg").getValue());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{killSessions: [{id: SESSION}], $db: 'admin'}", "{killAllSessions: [], $db: 'admin'}"})
    void killedSessionsTakeTheirOperationsWithThem(String json) throws IOException {
        insertLong();
        try (RawMongoClient busy = fixture.connect()) {
            busy.send(longPipeline("lsid: {id: " + SESSION + "}, "));
            awaitSeen("{currentOp: 1, 'command.comment': 'long'}");
            run(json.replace("SESSION", SESSION));
            assertEquals(
                    OperationContext.Ended.INTERRUPTED,
                    busy.receive().getInt32("code").getValue());
        }
    }

    @Test
    void maxTimeIsThatOfTheMachine() throws IOException {
        insertLong();
        try (RawMongoClient busy = fixture.connect()) {
            busy.send(longPipeline("maxTimeMS: 1000, "));
            awaitSeen("{currentOp: 1, 'command.comment': 'long'}");
            fixture.deadlines.advance(Duration.ofDays(1));
            fixture.machine.advance(Duration.ofMillis(999));
            assertFalse(ops("{currentOp: 1, 'command.comment': 'long'}").isEmpty());
            fixture.machine.advance(Duration.ofMillis(1));
            BsonDocument reply = busy.receive();
            assertEquals(
                    OperationContext.Ended.OUT_OF_TIME, reply.getInt32("code").getValue());
            assertEquals(
                    "PlanExecutor error during aggregation :: caused by :: operation exceeded time limit",
                    reply.getString("errmsg").getValue());
        }
    }

    @Test
    void slownessIsMeasuredByTheClockOfTheMachine() throws IOException {
        insertLong();
        run("{profile: 1, $db: 'test'}");
        try (RawMongoClient busy = fixture.connect()) {
            busy.send(longPipeline(""));
            BsonDocument seen = awaitSeen("{currentOp: 1, 'command.comment': 'long'}");
            fixture.deadlines.advance(Duration.ofDays(1));
            fixture.machine.advance(Duration.ofMillis(150));
            run("{killOp: 1, op: " + seen.getInt32("opid").getValue() + "}");
            busy.receive();
        }
        BsonDocument recorded = run("{find: 'system.profile', $db: 'test'}")
                .getDocument("cursor")
                .getArray("firstBatch")
                .getFirst()
                .asDocument();
        assertEquals(150, recorded.getInt32("millis").getValue());
        assertEquals(11601, recorded.getInt32("errCode").getValue());
        assertEquals("COLLSCAN", recorded.getString("planSummary").getValue());
    }

    @Test
    void cursorThatIsKilledEndsWhatGoesOnWithIt() throws IOException {
        insertLong();
        try (RawMongoClient busy = fixture.connect()) {
            BsonDocument opened =
                    busy.run("{aggregate: 'c', pipeline: [{$unwind: '$a'}, {$unwind: '$b'}, {$unwind: '$c'},"
                            + " {$group: {_id: null, n: {$sum: 1}}}], cursor: {batchSize: 0}, $db: 'test'}");
            long id = opened.getDocument("cursor").getInt64("id").getValue();
            String cursor = "{$numberLong: '" + id + "'}";
            busy.send(Frames.msg(
                    1, 0, Frames.body(Frames.bson("{getMore: " + cursor + ", collection: 'c', $db: 'test'}"))));
            awaitSeen("{currentOp: 1, op: 'getmore'}");
            run("{killCursors: 'c', cursors: [" + cursor + "], $db: 'test'}");
            BsonDocument reply = busy.receive();
            assertEquals(237, reply.getInt32("code").getValue());
            assertEquals("CursorKilled", reply.getString("codeName").getValue());
        }
    }

    @Test
    void readingEndsWithItsConnection() throws IOException {
        insertLong();
        ConnectionState abandoned;
        try (RawMongoClient busy = fixture.connect()) {
            busy.send(longPipeline(""));
            int opid = awaitSeen("{currentOp: 1, 'command.comment': 'long'}")
                    .getInt32("opid")
                    .getValue();
            abandoned = fixture.services.operations().find(opid).orElseThrow().connection();
        }
        for (int asked = 0; asked < 100_000 && abandoned.operation() != null; asked++) {
            run("{ping: 1}");
        }
        assertNull(abandoned.operation());
    }

    private BsonArray ops(String json) throws IOException {
        return run(json).getArray("inprog");
    }

    /** Asks until it is there; what never comes ends with the limit, which is counted in answers. */
    private BsonDocument awaitSeen(String json) throws IOException {
        for (int asked = 0; asked < 100_000; asked++) {
            BsonArray seen = ops(json);
            if (!seen.isEmpty()) {
                return seen.getFirst().asDocument();
            }
        }
        throw new AssertionError("never seen");
    }

    @Test
    void deletesOfTheMonitorAreSeenWhileTheyRun() throws IOException {
        run("{createIndexes: 'c', indexes: [{key: {at: 1}, name: 'at_1', expireAfterSeconds: 1}], $db: 'test'}");
        run("{insert: 'c', documents: [{_id: 1, at: {$date: 1700000000000}}], $db: 'test'}");
        List<BsonDocument> seen = new ArrayList<>();
        fixture.services.collections().engine().addListener(new ExpiryListener() {
            @Override
            public void announced(Announcement announcement) {}

            @Override
            public void destroyed(CollectionName collection, int documents) {
                try {
                    ops("{currentOp: 1, desc: 'TTLMonitor'}").forEach(row -> seen.add(row.asDocument()));
                } catch (IOException failure) {
                    throw new UncheckedIOException(failure);
                }
            }
        });
        fixture.deadlines.advance(Duration.ofSeconds(60));
        assertEquals(1, seen.size());
        assertEquals("remove", seen.getFirst().getString("op").getValue());
        assertEquals("test.c", seen.getFirst().getString("ns").getValue());
        assertEquals(List.of(), ops("{currentOp: 1, desc: 'TTLMonitor'}").getValues());
        BsonDocument removed =
                run("{top: 1}").getDocument("totals").getDocument("test.c").getDocument("remove");
        assertEquals(0, removed.getInt64("count").getValue());
    }

    @Test
    void buildingAnIndexTellsHowFarItIs() throws IOException {
        List<BsonDocument> seen = new ArrayList<>();
        AtomicReference<Runnable> look = new AtomicReference<>(() -> {});
        FaultyStore store = new FaultyStore(new MemoryStore(), _ -> look.get().run());
        store.plan((call, _) -> call == StoreCall.SCAN ? new Fault.Delay(Duration.ZERO) : null);
        try (MongoFixture other = new MongoFixture(MongoSettings.open(), store);
                RawMongoClient builder = other.connect();
                RawMongoClient watcher = other.connect()) {
            builder.run("{insert: 'c', documents: [{_id: 1, a: 1}, {_id: 2, a: 2}], $db: 'test'}");
            look.set(() -> {
                try {
                    watcher.run("{currentOp: 1, 'command.createIndexes': 'c', progress: {$exists: true}}")
                            .getArray("inprog")
                            .forEach(row -> seen.add(row.asDocument()));
                } catch (IOException failure) {
                    throw new UncheckedIOException(failure);
                }
            });
            builder.run("{createIndexes: 'c', indexes: [{key: {a: 1}, name: 'a_1'}], $db: 'test'}");
            look.set(() -> {});
        }
        BsonDocument first = seen.getFirst();
        assertEquals(
                "Index Build: scanning collection: a_1", first.getString("msg").getValue());
        assertEquals(2, first.getDocument("progress").getInt64("total").getValue());
    }
}
