package dev.mayfly.face.mongo.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.store.api.StoreException.Reason;
import dev.mayfly.store.contract.Fault;
import dev.mayfly.store.contract.FaultPlan;
import dev.mayfly.store.contract.FaultyStore;
import dev.mayfly.store.contract.StoreCall;
import dev.mayfly.store.memory.MemoryStore;
import java.io.IOException;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The answers to a client when the store below fails. */
final class FailingStoreTest {
    private final FaultyStore store = new FaultyStore(new MemoryStore(), _ -> {});
    private final MongoFixture fixture;
    private final RawMongoClient client;

    FailingStoreTest() throws IOException {
        fixture = new MongoFixture(MongoSettings.open(), store);
        client = fixture.connect();
        run("{insert: 'c', documents: [{_id: 1}], $db: 'd'}");
    }

    @AfterEach
    void close() throws IOException {
        store.plan(FaultPlan.NONE);
        client.close();
        fixture.close();
    }

    @ParameterizedTest
    @CsvSource({"FULL, 14031", "READ_ONLY, 371", "UNAVAILABLE, 6", "CORRUPT, 295"})
    void everyWriteIsRefusedWithItsCodeWhileReadsGoOn(Reason reason, int code) throws IOException {
        store.plan(FaultPlan.always(StoreCall.COMMIT, new Fault.Failure(reason)));
        assertWriteError(code, "{insert: 'c', documents: [{_id: 2}, {_id: 3}], $db: 'd'}");
        assertWriteError(code, "{update: 'c', updates: [{q: {_id: 1}, u: {$set: {a: 1}}}], $db: 'd'}");
        assertWriteError(code, "{delete: 'c', deletes: [{q: {_id: 1}, limit: 1}], $db: 'd'}");
        BsonDocument refused = run("{findAndModify: 'c', query: {_id: 1}, update: {$set: {a: 1}}, $db: 'd'}");
        assertEquals(code, refused.getInt32("code").getValue(), refused.toString());
        BsonDocument create = run("{create: 'other', $db: 'd'}");
        assertEquals(code, create.getInt32("code").getValue(), create.toString());
        assertEquals(1, count());
        store.plan(FaultPlan.NONE);
        assertEquals(
                1,
                run("{insert: 'c', documents: [{_id: 2}], $db: 'd'}")
                        .getInt32("n")
                        .getValue());
        assertEquals(2, count());
    }

    @Test
    void damageIsSaidAndNeverServed() throws IOException {
        store.plan((call, _) ->
                call == StoreCall.GET || call == StoreCall.SCAN ? new Fault.Failure(Reason.CORRUPT) : null);
        assertEquals(
                295,
                run("{find: 'c', filter: {_id: 1}, $db: 'd'}").getInt32("code").getValue());
        assertEquals(295, run("{find: 'c', $db: 'd'}").getInt32("code").getValue());
    }

    private void assertWriteError(int code, String command) throws IOException {
        BsonDocument answer = run(command);
        BsonDocument first = answer.getArray("writeErrors").getFirst().asDocument();
        assertEquals(code, first.getInt32("code").getValue(), answer.toString());
        assertEquals(0, answer.getInt32("n").getValue(), answer.toString());
    }

    private int count() throws IOException {
        return run("{count: 'c', $db: 'd'}").getInt32("n").getValue();
    }

    private BsonDocument run(String command) throws IOException {
        return client.run(command);
    }
}
