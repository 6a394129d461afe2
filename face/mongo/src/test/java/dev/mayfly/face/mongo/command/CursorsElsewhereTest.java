package dev.mayfly.face.mongo.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.store.api.Store;
import dev.mayfly.store.memory.SharedMemoryStore;
import java.io.IOException;
import java.util.List;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Cursors of one server of a cluster over what another one writes, changes and drops. */
final class CursorsElsewhereTest {
    private static final int QUERY_PLAN_KILLED = 175;

    private final Store shared = new SharedMemoryStore();
    private final MongoFixture one;
    private final MongoFixture other;
    private final RawMongoClient first;
    private final RawMongoClient second;

    CursorsElsewhereTest() throws IOException {
        one = new MongoFixture(MongoSettings.open(), shared);
        other = new MongoFixture(MongoSettings.open(), new KeptStore(shared));
        first = one.connect();
        second = other.connect();
    }

    @AfterEach
    void close() throws IOException {
        first.close();
        second.close();
        other.close();
        one.close();
    }

    private static BsonDocument answer(RawMongoClient client, String json) throws IOException {
        return client.run(BsonDocument.parse(json));
    }

    private static BsonDocument run(RawMongoClient client, String json) throws IOException {
        BsonDocument reply = answer(client, json);
        assertEquals(1.0, reply.getNumber("ok").doubleValue(), reply.toJson());
        return reply;
    }

    private static List<Integer> ids(BsonDocument reply) {
        return reply.getDocument("cursor").getArray("firstBatch").stream()
                .map(document -> document.asDocument().getInt32("_id").getValue())
                .toList();
    }

    @Test
    void cappedDocumentsAreInTheOrderInWhichAllServersHaveInsertedThem() throws IOException {
        run(first, "{create: 'c', capped: true, size: 65536, max: 4, $db: 'shop'}");
        List<Integer> order = List.of(5, 3, 4, 1, 2, 9, 7, 8);
        for (int at = 0; at < order.size(); at++) {
            run(at % 2 == 0 ? first : second, "{insert: 'c', documents: [{_id: " + order.get(at) + "}], $db: 'shop'}");
        }
        String find = "{find: 'c', hint: {$natural: 1}, $db: 'shop'}";
        assertEquals(order.subList(4, 8), ids(run(first, find)));
        assertEquals(order.subList(4, 8), ids(run(second, find)));
    }

    @Test
    void aCursorEndsWithAnErrorOnceAnotherServerHasDroppedItsCollection() throws IOException {
        long cursor = opened();
        run(second, "{drop: 'c', $db: 'shop'}");
        BsonDocument refused =
                answer(first, "{getMore: {$numberLong: '" + cursor + "'}, collection: 'c', $db: 'shop'}");
        assertEquals(new BsonInt32(QUERY_PLAN_KILLED), refused.get("code"), refused.toJson());
    }

    @Test
    void aCursorGoesByTheRuleThatAnotherServerHasMade() throws IOException {
        run(first, "{create: 'c', $db: 'shop'}");
        long cursor = opened();
        run(second, "{createIndexes: 'c', indexes: [{key: {at: 1}, name: 'at', expireAfterSeconds: 0}], $db: 'shop'}");
        BsonDocument rest = run(first, "{getMore: {$numberLong: '" + cursor + "'}, collection: 'c', $db: 'shop'}");
        assertEquals(0, rest.getDocument("cursor").getArray("nextBatch").size(), rest.toJson());
    }

    @Test
    void parametersThatAreKeptAreThoseOfAllServers() throws IOException {
        for (String name : List.of("ttlMonitorEnabled", "perDocumentTtlEnabled")) {
            run(second, "{setParameter: 1, " + name + ": false, $db: 'admin'}");
            String get = "{getParameter: 1, " + name + ": 1, $db: 'admin'}";
            assertEquals(BsonBoolean.FALSE, run(first, get).get(name));
            run(first, "{setParameter: 1, " + name + ": true, $db: 'admin'}");
            assertEquals(BsonBoolean.TRUE, run(second, get).get(name));
        }
    }

    /** A cursor of the first server that has answered one document of four, which were due long ago by their dates. */
    private long opened() throws IOException {
        for (int id = 1; id <= 4; id++) {
            run(
                    first,
                    "{insert: 'c', documents: [{_id: " + id + ", at: {$date: '1999-01-01T00:00:00Z'}}], $db: 'shop'}");
        }
        BsonDocument reply = run(first, "{find: 'c', batchSize: 1, $db: 'shop'}");
        return reply.getDocument("cursor").getInt64("id").getValue();
    }
}
