package dev.mayfly.face.mongo.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

/** Many clients write to one capped collection while another follows it. */
final class CappedCollectionTest {
    private static final int WRITERS = 4;
    private static final int DOCUMENTS = 150;

    @Test
    void whoFollowsSeesEveryDocumentOnceAndInOrder() throws Exception {
        try (MongoFixture fixture = new MongoFixture();
                RawMongoClient client = fixture.connect();
                ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            run(client, "{create: 'c', capped: true, size: 1000000}");
            run(client, "{insert: 'c', documents: [{_id: 'first'}]}");
            BsonDocument opened = run(client, "{find: 'c', tailable: true, awaitData: true, batchSize: 0}");
            List<Future<Boolean>> writers = new ArrayList<>();
            for (int writer = 0; writer < WRITERS; writer++) {
                int number = writer;
                writers.add(clients.submit(() -> write(fixture, number)));
            }
            List<BsonValue> seen = follow(client, opened.getDocument("cursor").getInt64("id"));
            for (Future<Boolean> writer : writers) {
                assertTrue(writer.get());
            }
            BsonDocument all = run(client, "{find: 'c', batchSize: 10000}");
            assertEquals(all.getDocument("cursor").getArray("firstBatch").getValues(), seen);
        }
    }

    @Test
    void boundHoldsHoweverManyWrite() throws Exception {
        try (MongoFixture fixture = new MongoFixture();
                RawMongoClient client = fixture.connect();
                ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            run(client, "{create: 'c', capped: true, size: 1000000, max: 7}");
            List<Future<Boolean>> writers = new ArrayList<>();
            for (int writer = 0; writer < WRITERS; writer++) {
                int number = writer;
                writers.add(clients.submit(() -> write(fixture, number)));
            }
            for (int look = 0; look < 50; look++) {
                assertTrue(run(client, "{count: 'c'}").getInt32("n").getValue() <= 7);
            }
            for (Future<Boolean> writer : writers) {
                assertTrue(writer.get());
            }
            assertEquals(7, run(client, "{count: 'c'}").getInt32("n").getValue());
        }
    }

    private static boolean write(MongoFixture fixture, int writer) throws Exception {
        try (RawMongoClient client = fixture.connect()) {
            for (int document = 0; document < DOCUMENTS; document++) {
                run(client, "{insert: 'c', documents: [{_id: '" + writer + "-" + document + "'}]}");
            }
        }
        return true;
    }

    private static List<BsonValue> follow(RawMongoClient client, BsonInt64 cursor) throws Exception {
        List<BsonValue> seen = new ArrayList<>();
        while (seen.size() < WRITERS * DOCUMENTS + 1) {
            BsonDocument more = client.run(new BsonDocument("getMore", cursor)
                    .append("collection", new BsonString("c"))
                    .append("$db", new BsonString("test")));
            seen.addAll(more.getDocument("cursor").getArray("nextBatch"));
        }
        return seen;
    }

    private static BsonDocument run(RawMongoClient client, String command) throws Exception {
        BsonDocument reply = client.run(BsonDocument.parse(command).append("$db", new BsonString("test")));
        assertEquals(1, reply.getNumber("ok").intValue(), reply::toJson);
        assertTrue(!reply.containsKey("writeErrors"), reply::toJson);
        return reply;
    }
}
