package dev.mayfly.face.mongo.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.store.api.Store;
import dev.mayfly.store.memory.SharedMemoryStore;
import dev.mayfly.test.harness.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Change streams of a cluster, whose servers hear of each other's writes and go on where another has ended. */
final class ChangesElsewhereTest {
    /** Several shards are told up to a second ago, and times are whole seconds. */
    private static final Duration SETTLED = Duration.ofSeconds(3);

    private final Store shared = new SharedMemoryStore();
    private final StoppedStore stopped = new StoppedStore(new KeptStore(shared));
    private final MongoFixture one;
    private final MongoFixture other;
    private final RawMongoClient first;
    private final RawMongoClient second;
    private final List<Stream> streams = new ArrayList<>();

    ChangesElsewhereTest() throws IOException {
        one = new MongoFixture(MongoSettings.open(), shared);
        other = new MongoFixture(MongoSettings.open(), stopped);
        first = one.connect();
        second = other.connect();
    }

    @AfterEach
    void close() throws IOException {
        for (Stream stream : streams) {
            stream.close();
        }
        first.close();
        second.close();
        other.close();
        one.close();
    }

    private static BsonDocument run(RawMongoClient client, BsonDocument command) {
        try {
            BsonDocument reply = client.run(command.append("$db", command.get("$db", new BsonString("shop"))));
            assertEquals(1.0, reply.getNumber("ok").doubleValue(), reply.toJson());
            return reply;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static BsonDocument run(RawMongoClient client, String json) {
        return run(client, BsonDocument.parse(json));
    }

    private void advance(Duration time) {
        one.deadlines.advance(time);
        other.deadlines.advance(time);
    }

    private void make(int shards) {
        run(first, "{shardCollection: 'shop.c', key: {_id: 'hashed'}, numInitialChunks: " + shards + ", $db: 'admin'}");
    }

    /** A change stream through one server. */
    private static final class Stream {
        private final RawMongoClient client;
        private final String collection;
        private final List<BsonDocument> events = new ArrayList<>();
        private long cursor;
        private BsonValue token;

        Stream(RawMongoClient client, String options) {
            this(client, BsonDocument.parse(options), new BsonString("c"));
        }

        Stream(RawMongoClient client, BsonDocument options, BsonValue target) {
            this.client = client;
            this.collection = target.isString() ? target.asString().getValue() : "$cmd.aggregate";
            BsonDocument opened = run(
                            client,
                            new BsonDocument("aggregate", target)
                                    .append(
                                            "pipeline",
                                            new BsonArray(List.of(new BsonDocument("$changeStream", options))))
                                    .append("cursor", new BsonDocument()))
                    .getDocument("cursor");
            cursor = opened.getInt64("id").getValue();
            token = opened.get("postBatchResumeToken");
            add(opened.getArray("firstBatch"));
        }

        private void add(BsonArray batch) {
            batch.forEach(event -> events.add(event.asDocument()));
        }

        /** Reads what there is now. */
        List<String> read() {
            BsonArray batch;
            do {
                BsonDocument got = run(
                                client,
                                new BsonDocument("getMore", new BsonInt64(cursor))
                                        .append("collection", new BsonString(collection))
                                        .append("batchSize", new BsonInt32(3))
                                        .append("maxTimeMS", new BsonInt32(1)))
                        .getDocument("cursor");
                cursor = got.getInt64("id").getValue();
                token = got.get("postBatchResumeToken");
                batch = got.getArray("nextBatch");
                add(batch);
            } while (!batch.isEmpty() && cursor != 0);
            return told();
        }

        List<String> told() {
            return events.stream().map(Stream::tell).toList();
        }

        static String tell(BsonDocument event) {
            BsonDocument key = event.getDocument("documentKey", new BsonDocument());
            BsonDocument full = event.getDocument("fullDocument", new BsonDocument());
            return event.getString("operationType").getValue()
                    + (key.isEmpty() ? "" : " " + key.getInt32("_id").getValue())
                    + (full.containsKey("n") ? " " + full.getInt32("n").getValue() : "");
        }

        void close() {
            if (cursor != 0) {
                run(client, "{killCursors: '" + collection + "', cursors: [{$numberLong: '" + cursor + "'}]}");
                cursor = 0;
            }
        }
    }

    private Stream watch(RawMongoClient client, String options) {
        Stream stream = new Stream(client, options);
        streams.add(stream);
        return stream;
    }

    private Stream resume(RawMongoClient client, BsonValue token) {
        return watch(client, new BsonDocument("resumeAfter", token).toJson());
    }

    private static void put(RawMongoClient client, int id, int n) {
        run(
                client,
                "{update: 'c', updates: [{q: {_id: " + id + "}, u: {_id: " + id + ", n: " + n + "}, upsert: true}]}");
    }

    @Test
    void aStreamHearsOfWritesOfAllServersInOrder() {
        run(first, "{create: 'c'}");
        Stream stream = watch(first, "{}");
        put(second, 1, 1);
        put(first, 1, 2);
        put(second, 1, 3);
        run(second, "{delete: 'c', deletes: [{q: {_id: 1}, limit: 1}]}");
        assertEquals(List.of("insert 1 1", "replace 1 2", "replace 1 3", "delete 1"), stream.read());
        put(second, 2, 1);
        assertEquals(5, stream.read().size());
    }

    @Test
    void aStreamGoesOnThroughAnotherServerBehindAnyEvent() {
        Seeds.run(2, (_, random) -> goOnBehindAnyEvent(random));
    }

    private void goOnBehindAnyEvent(RandomGenerator random) {
        for (int shards : new int[] {1, 4}) {
            run(first, "{drop: 'c'}");
            make(shards);
            advance(SETTLED);
            Stream stream = watch(first, "{}");
            BsonValue begin = stream.token;
            for (int n = 0; n < 40; n++) {
                put(random.nextBoolean() ? first : second, random.nextInt(8), n);
                if (random.nextInt(10) == 0) {
                    advance(Duration.ofMillis(700));
                }
            }
            advance(SETTLED);
            List<String> all = stream.read();
            assertEquals(40, all.size(), all.toString());
            assertInOrderByKey(all);
            assertEquals(all, resume(second, begin).read());
            for (int at = 0; at < stream.events.size(); at++) {
                Stream rest = resume(
                        at % 2 == 0 ? second : first, stream.events.get(at).get("_id"));
                assertEquals(all.subList(at + 1, all.size()), rest.read(), "behind " + at + " of " + shards);
                rest.close();
            }
            put(second, 100, 100);
            advance(SETTLED);
            assertEquals(List.of("insert 100 100"), resume(second, stream.token).read());
        }
    }

    private static void assertInOrderByKey(List<String> told) {
        int[] last = new int[8];
        for (String event : told) {
            String[] words = event.split(" ");
            int id = Integer.parseInt(words[1]);
            int n = Integer.parseInt(words[2]);
            assertTrue(n >= last[id], told.toString());
            last[id] = n;
        }
    }

    @Test
    void aWriteThatWasStoppedForLongBeforeItsCommitIsToldAllTheSame() {
        make(4);
        advance(SETTLED);
        Stream stream = watch(first, "{}");
        List<String> expected = new ArrayList<>();
        for (int pair = 0; pair < 12; pair++) {
            int early = 2 * pair;
            int late = 2 * pair + 1;
            List<BsonValue> before = new ArrayList<>();
            stopped.stopBeforeCommit(0, () -> {
                put(first, early, 1);
                one.deadlines.advance(Duration.ofSeconds(8));
                stream.read();
                before.add(stream.token);
            });
            put(second, late, 2);
            other.deadlines.advance(Duration.ofSeconds(8));
            expected.add("insert " + early + " 1");
            expected.add("insert " + late + " 2");
            advance(SETTLED);
            assertEquals(expected, stream.read());
            assertEquals(
                    List.of("insert " + late + " 2"),
                    resume(second, before.getFirst()).read());
            BsonValue last = stream.events.getLast().get("_id");
            assertEquals(List.of(), resume(second, last).read());
        }
    }

    @Test
    void aStreamOverADatabaseHearsOfCollectionsThatAnotherServerMakesRenamesAndDrops() {
        run(first, "{create: 'c'}");
        advance(SETTLED);
        Stream all = new Stream(first, new BsonDocument(), new BsonInt32(1));
        streams.add(all);
        Stream own = watch(first, "{}");
        run(second, "{insert: 'd', documents: [{_id: 1}]}");
        put(second, 2, 1);
        run(second, "{renameCollection: 'shop.c', to: 'shop.e', $db: 'admin'}");
        run(second, "{insert: 'e', documents: [{_id: 3}]}");
        run(second, "{drop: 'd'}");
        advance(SETTLED);
        List<String> told = all.read();
        assertEquals(List.of("insert 1", "insert 2 1", "rename", "insert 3", "drop"), told);
        assertEquals(List.of("insert 2 1", "rename", "invalidate"), own.read());
    }

    @Test
    void whatExpiresIsToldByWhicheverServerDestroysIt() {
        run(first, "{createIndexes: 'c', indexes: [{key: {at: 1}, name: 'at_1', expireAfterSeconds: 10}]}");
        advance(SETTLED);
        Stream stream = watch(first, "{}");
        long now = other.deadlines.wallMillis();
        run(second, "{insert: 'c', documents: [{_id: 1, at: {$date: {$numberLong: '" + now + "'}}}]}");
        advance(Duration.ofSeconds(100));
        assertEquals(List.of("insert 1", "delete 1"), stream.read());
    }
}
