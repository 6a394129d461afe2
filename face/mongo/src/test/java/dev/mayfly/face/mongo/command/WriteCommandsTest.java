package dev.mayfly.face.mongo.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.mongo.wire.Frames;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Writes that scripts cannot show: many documents, large ones, several clients, and no answers. */
final class WriteCommandsTest {
    private final MongoFixture fixture;
    private final RawMongoClient client;

    WriteCommandsTest() throws IOException {
        fixture = new MongoFixture();
        client = fixture.connect();
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        fixture.close();
    }

    @Test
    void documentsBesideTheBodyAreInserted() throws IOException {
        byte[][] documents = IntStream.range(0, 1000)
                .mapToObj(id -> Frames.bson("{_id: " + id + ", a: 'x'}"))
                .toArray(byte[][]::new);
        client.send(Frames.msg(
                1, 0, Frames.body(Frames.bson("{insert: 'c', $db: 'test'}")), Frames.sequence("documents", documents)));
        assertEquals(BsonDocument.parse("{n: 1000, ok: 1.0}"), client.receive());
        assertEquals(1000, count("c"));
    }

    @Test
    void orderedListStopsAtADuplicateOfALaterBatch() throws IOException {
        insert("c", true, ids(250, 251));
        BsonDocument reply = insert("c", true, ids(0, 400));
        assertEquals(250, reply.getInt32("n").getValue());
        assertEquals(List.of(250), failed(reply));
        assertEquals(251, count("c"));
    }

    @Test
    void unorderedListDoesAllTheRest() throws IOException {
        insert("c", true, ids(250, 253));
        List<BsonDocument> documents = ids(0, 400);
        documents.addAll(ids(10, 12));
        BsonDocument reply = insert("c", false, documents);
        assertEquals(397, reply.getInt32("n").getValue());
        assertEquals(List.of(250, 251, 252, 400, 401), failed(reply));
        assertEquals(400, count("c"));
    }

    @Test
    void documentTheIndexesCannotTakeFailsAloneAmongMany() throws IOException {
        run("{createIndexes: 'c', indexes: [{key: {a: 1, b: 1}, name: 'ab'}], $db: 'test'}");
        List<BsonDocument> documents = ids(0, 150);
        documents.add(5, BsonDocument.parse("{_id: 3}"));
        documents.add(130, BsonDocument.parse("{_id: 'bad', a: [1], b: [1]}"));
        BsonDocument reply = insert("c", false, documents);
        assertEquals(150, reply.getInt32("n").getValue());
        assertEquals(List.of(5, 130), failed(reply));
        assertEquals(150, count("c"));
        BsonDocument ordered = insert("d", true, documents.subList(100, 152));
        assertEquals(52, ordered.getInt32("n").getValue());
        run("{createIndexes: 'e', indexes: [{key: {a: 1, b: 1}, name: 'ab'}], $db: 'test'}");
        BsonDocument stopped = insert("e", true, documents.subList(100, 152));
        assertEquals(30, stopped.getInt32("n").getValue());
        assertEquals(List.of(30), failed(stopped));
    }

    @Test
    void documentsOfMoreThanSixteenMegabytesAreRefused() throws IOException {
        BsonDocument most = sized(16 << 20);
        assertEquals(BsonDocument.parse("{n: 1, ok: 1.0}"), insert("c", true, List.of(most)));
        BsonDocument reply = insert("c", true, List.of(sized((16 << 20) + 1).append("_id", new BsonInt32(2))));
        BsonDocument error = reply.getArray("writeErrors").getFirst().asDocument();
        assertEquals(10334, error.getInt32("code").getValue());
        assertEquals(
                "object to insert too large. size in bytes: 16777217, max size: 16777216",
                error.getString("errmsg").getValue());
        BsonDocument grown = run("{update: 'c', updates: [{q: {_id: 1}, u: {$set: {more: 1}}}], $db: 'test'}");
        assertEquals(
                17419,
                grown.getArray("writeErrors")
                        .getFirst()
                        .asDocument()
                        .getInt32("code")
                        .getValue());
    }

    @Test
    void moreThanAHundredThousandStatementsAreRefused() throws IOException {
        byte[] empty = Frames.bson("{}");
        byte[][] documents = new byte[100_001][];
        Arrays.fill(documents, empty);
        client.send(Frames.msg(
                1, 0, Frames.body(Frames.bson("{insert: 'c', $db: 'test'}")), Frames.sequence("documents", documents)));
        BsonDocument reply = client.receive();
        assertEquals(16, reply.getInt32("code").getValue());
        assertEquals(
                "Write batch sizes must be between 1 and 100000. Got 100001 operations.",
                reply.getString("errmsg").getValue());
    }

    @Test
    void writesThatWantNoAnswerGetNone() throws IOException {
        String common = ", ordered: true, writeConcern: {w: 0}, $db: 'test'}";
        for (String command : List.of(
                "{insert: 'c', documents: [{_id: 1}, {_id: 2}]",
                "{insert: 'c', documents: [{_id: 1}]",
                "{update: 'c', updates: [{q: {_id: 1}, u: {$set: {a: 1}}}]",
                "{delete: 'c', deletes: [{q: {_id: 2}, limit: 1}]",
                "{insert: 'c', documents: []")) {
            client.send(Frames.msg(7, Frames.MORE_TO_COME, Frames.body(Frames.bson(command + common))));
        }
        BsonDocument found = run("{find: 'c', $db: 'test'}");
        assertEquals(
                BsonDocument.parse("{a: [{_id: 1, a: 1}]}").getArray("a"),
                found.getDocument("cursor").getArray("firstBatch"));
    }

    @Test
    void countersLoseNoIncrement() throws Exception {
        run("{insert: 'c', documents: [{_id: 1, n: 0}], $db: 'test'}");
        inParallel(4, own -> {
            for (int i = 0; i < 200; i++) {
                own.run("{update: 'c', updates: [{q: {_id: 1}, u: {$inc: {n: 1}}}], $db: 'test'}");
                own.run("{findAndModify: 'c', query: {n: {$gte: 0}}, update: {$inc: {n: 1}}, $db: 'test'}");
            }
            return 0;
        });
        assertEquals(1600, only("c").getInt32("n").getValue());
    }

    @Test
    void racingUpsertsInsertOnceAndUpdateThen() throws Exception {
        run("{createIndexes: 'c', indexes: [{key: {k: 1}, name: 'k', unique: true}], $db: 'test'}");
        for (int round = 0; round < 50; round++) {
            String upsert =
                    "{update: 'c', updates: [{q: {k: " + round + "}, u: {$inc: {n: 1}}, upsert: true}], $db: 'test'}";
            List<Integer> inserted = inParallel(4, own -> {
                BsonDocument reply = own.run(upsert);
                assertFalse(reply.containsKey("writeErrors"), reply::toJson);
                return reply.containsKey("upserted") ? 1 : 0;
            });
            assertEquals(1, inserted.stream().mapToInt(Integer::intValue).sum());
        }
        BsonDocument found = run("{find: 'c', batchSize: 100, filter: {n: 4}, $db: 'test'}");
        assertEquals(50, found.getDocument("cursor").getArray("firstBatch").size());
    }

    @Test
    void workersOfAQueueNeverTakeTheSameJob() throws Exception {
        insert("q", true, ids(0, 200));
        List<Integer> taken = new ArrayList<>();
        for (List<Integer> own : inParallel(4, RawMongoClientTaker::takeAll)) {
            assertEquals(own.stream().sorted().toList(), own, "each worker takes them in their order");
            taken.addAll(own);
        }
        assertEquals(
                IntStream.range(0, 200).boxed().toList(),
                taken.stream().sorted().toList());
    }

    /** Takes jobs until there are none. */
    private static final class RawMongoClientTaker {
        private RawMongoClientTaker() {}

        static List<Integer> takeAll(RawMongoClient client) throws IOException {
            List<Integer> own = new ArrayList<>();
            while (true) {
                BsonDocument reply = client.run("{findAndModify: 'q', query: {taken: {$exists: false}}, sort: {_id: 1},"
                        + " update: {$set: {taken: true}}, $db: 'test'}");
                BsonValue job = reply.get("value");
                if (job == null || job.isNull()) {
                    assertTrue(reply.getNumber("ok").doubleValue() == 1, reply::toJson);
                    return own;
                }
                own.add(job.asDocument().getInt32("_id").getValue());
            }
        }
    }

    @Test
    void manyDocumentsAreUpdatedAndDeleted() throws IOException {
        insert("c", true, ids(0, 2500));
        assertEquals(
                BsonDocument.parse("{n: 1250, nModified: 1250, ok: 1.0}"),
                run("{update: 'c', updates: [{q: {_id: {$lt: 1250}}, u: {$set: {a: 1}}, multi: true}], $db: 'test'}"));
        assertEquals(
                BsonDocument.parse("{n: 1250, ok: 1.0}"),
                run("{delete: 'c', deletes: [{q: {a: 1}, limit: 0}], writeConcern: {j: true}, $db: 'test'}"));
        assertEquals(1250, count("c"));
    }

    @Test
    void documentsBeforeOneThatCannotBeUpdatedAreUpdated() throws IOException {
        run("{insert: 'c', documents: [{_id: 1, n: 1}, {_id: 2, n: 2}, {_id: 3, n: 'three'}, {_id: 4, n: 4}],"
                + " $db: 'test'}");
        BsonDocument answer = run("{update: 'c', updates: [{q: {}, u: {$inc: {n: 10}}, multi: true}], $db: 'test'}");
        assertEquals(1, answer.getArray("writeErrors").size(), answer.toJson());
        assertEquals(
                BsonDocument.parse("{values: [11, 12, 4, 'three']}").getArray("values").stream()
                        .map(Object::toString)
                        .sorted()
                        .toList(),
                run("{distinct: 'c', key: 'n', $db: 'test'}").getArray("values").stream()
                        .map(Object::toString)
                        .sorted()
                        .toList());
    }

    @Test
    void documentsBeforeOneWhoseNewValueIsTakenAreUpdated() throws IOException {
        run("{createIndexes: 'c', indexes: [{key: {n: 1}, name: 'n', unique: true}], $db: 'test'}");
        run(
                "{insert: 'c', documents: [{_id: 1, n: 1}, {_id: 2, n: 2}, {_id: 3, n: 3}, {_id: 4, n: 12}, {_id: 5, n: 5}],"
                        + " $db: 'test'}");
        BsonDocument answer = run("{update: 'c', updates: [{q: {_id: {$ne: 4}}, u: [{$set: {n: {$add: ['$n', 10]}}}],"
                + " multi: true, hint: '_id_'}], $db: 'test'}");
        assertEquals(
                11_000,
                answer.getArray("writeErrors")
                        .get(0)
                        .asDocument()
                        .getInt32("code")
                        .getValue(),
                answer.toJson());
        BsonDocument found = run("{find: 'c', sort: {_id: 1}, projection: {_id: 0}, $db: 'test'}");
        assertEquals(
                BsonDocument.parse("{all: [{n: 11}, {n: 2}, {n: 3}, {n: 12}, {n: 5}]}")
                        .getArray("all"),
                found.getDocument("cursor").getArray("firstBatch"));
    }

    private interface Work<T> {
        T run(RawMongoClient client) throws Exception;
    }

    private <T> List<T> inParallel(int clients, Work<T> work) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<T>> tasks = IntStream.range(0, clients)
                    .mapToObj(_ -> (Callable<T>) () -> {
                        try (RawMongoClient own = fixture.connect()) {
                            return work.run(own);
                        }
                    })
                    .toList();
            List<T> results = new ArrayList<>();
            for (Future<T> result : threads.invokeAll(tasks)) {
                results.add(result.get());
            }
            return results;
        }
    }

    private BsonDocument run(String command) throws IOException {
        return client.run(command);
    }

    private BsonDocument insert(String collection, boolean ordered, List<BsonDocument> documents) throws IOException {
        return client.run(new BsonDocument("insert", new BsonString(collection))
                .append("documents", new BsonArray(documents))
                .append("ordered", BsonBoolean.valueOf(ordered))
                .append("$db", new BsonString("test")));
    }

    private static List<BsonDocument> ids(int from, int until) {
        List<BsonDocument> documents = new ArrayList<>();
        for (int id = from; id < until; id++) {
            documents.add(new BsonDocument("_id", new BsonInt32(id)));
        }
        return documents;
    }

    /** A document of exactly this many bytes. */
    private static BsonDocument sized(int bytes) {
        int overhead = Frames.bson("{_id: 1, b: {$binary: {base64: '', subType: '00'}}}").length;
        return new BsonDocument("_id", new BsonInt32(1)).append("b", new BsonBinary(new byte[bytes - overhead]));
    }

    private static List<Integer> failed(BsonDocument reply) {
        return reply.getArray("writeErrors").stream()
                .map(error -> error.asDocument().getInt32("index").getValue())
                .toList();
    }

    private int count(String collection) throws IOException {
        return run("{count: '" + collection + "', $db: 'test'}").getInt32("n").getValue();
    }

    private BsonDocument only(String collection) throws IOException {
        return run("{find: '" + collection + "', $db: 'test'}")
                .getDocument("cursor")
                .getArray("firstBatch")
                .getFirst()
                .asDocument();
    }
}
