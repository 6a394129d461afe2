package dev.mayfly.face.mongo.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.face.mongo.wire.Frames;
import dev.mayfly.store.api.ForwardingStore;
import dev.mayfly.store.api.StoreException.Reason;
import dev.mayfly.store.contract.Fault;
import dev.mayfly.store.contract.FaultPlan;
import dev.mayfly.store.contract.FaultyStore;
import dev.mayfly.store.contract.StoreCall;
import dev.mayfly.store.memory.MemoryStore;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Writes that wait for the disk, of which those of one document have no thread that waits. */
final class SyncedWritesTest {
    private final AtomicInteger waits = new AtomicInteger();
    private final FaultyStore store = new FaultyStore(
            new ForwardingStore(new MemoryStore()) {
                @Override
                public void sync() {
                    waits.incrementAndGet();
                    super.sync();
                }
            },
            _ -> {});
    private final MongoFixture fixture;
    private final RawMongoClient client;

    SyncedWritesTest() throws IOException {
        fixture = new MongoFixture(MongoSettings.open(), store);
        client = fixture.connect();
        run("{insert: 'c', documents: [{_id: 1, n: 1}]}");
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        fixture.close();
    }

    private BsonDocument run(String command) throws IOException {
        return client.run(BsonDocument.parse(command).append("$db", new BsonString("test")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{insert: 'c', documents: [{_id: 2}]",
                "{update: 'c', updates: [{q: {_id: 1}, u: {$inc: {n: 1}}}]",
                "{delete: 'c', deletes: [{q: {_id: 1}, limit: 1}]",
                "{findAndModify: 'c', query: {_id: 1}, update: {$inc: {n: 1}}",
                "{findAndModify: 'c', query: {_id: 1}, remove: true",
            })
    void writeOfOneDocumentIsAnsweredWhenItIsSynced(String command) throws IOException {
        store.plan(FaultPlan.NONE);
        assertEquals(1, run(command + "}").getNumber("ok").intValue());
        assertEquals(0, store.calls(StoreCall.SYNC));
        for (String concern : List.of("{j: true}", "{w: 'majority'}")) {
            store.plan(FaultPlan.at(StoreCall.SYNC, 1, new Fault.Failure(Reason.UNAVAILABLE)));
            BsonDocument refused = run(command + ", writeConcern: " + concern + "}");
            assertEquals(6, refused.getNumber("code", new BsonInt32(0)).intValue(), refused::toString);
            assertEquals(1, store.calls(StoreCall.SYNC));
            assertEquals(
                    1,
                    run(command + ", writeConcern: " + concern + "}")
                            .getNumber("ok")
                            .intValue());
            assertEquals(2, store.calls(StoreCall.SYNC));
        }
    }

    @Test
    void writeThatIsNotAnsweredKeepsNoThreadEither() throws IOException {
        store.plan(FaultPlan.NONE);
        waits.set(0);
        String insert = "{insert: 'c', documents: [{_id: 2}], writeConcern: {w: 0, j: true}, $db: 'test'}";
        client.send(Frames.msg(7, Frames.MORE_TO_COME, Frames.body(Frames.bson(insert))));
        assertEquals(2, run("{count: 'c'}").getInt32("n").getValue());
        assertEquals(1, store.calls(StoreCall.SYNC));
        assertEquals(0, waits.get());
    }

    @Test
    void answersKeepTheOrderOfTheirRequests() throws IOException {
        for (int number = 2; number < 50; number++) {
            String concern = number % 3 == 0 ? "" : ", writeConcern: {j: true}";
            assertEquals(
                    1,
                    run("{insert: 'c', documents: [{_id: " + number + "}]" + concern + "}")
                            .getInt32("n")
                            .getValue());
            assertEquals(number, run("{count: 'c'}").getInt32("n").getValue());
        }
    }
}
