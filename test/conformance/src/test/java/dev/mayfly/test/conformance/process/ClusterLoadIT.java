package dev.mayfly.test.conformance.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.InsertManyOptions;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.test.harness.Await;
import dev.mayfly.test.harness.CassandraGround;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What servers over one node of Cassandra take for work on collections of sixteen shards; prints it. {@code -Ddocuments=1000000} for more. */
@Tag("slow")
final class ClusterLoadIT {
    private static final int DOCUMENTS = Integer.getInteger("documents", 20_000);
    private static final int LIST = 1_000;
    private static final int ROUNDS = 5;
    private static final int CHANGES = 20;
    private static final String DATABASE = "load";

    @TempDir
    private Path folder = Path.of("");

    private ServerProcess serve(CassandraGround cassandra) throws IOException {
        return ServerProcess.over(cassandra.options(), folder);
    }

    private static MongoCollection<Document> divided(MongoClient client, String name) {
        client.getDatabase("admin")
                .runCommand(Document.parse("{shardCollection: '" + DATABASE + "." + name
                        + "', key: {_id: 'hashed'}, numInitialChunks: 16}"));
        return client.getDatabase(DATABASE).getCollection(name);
    }

    private static List<Document> documents(int from, int count) {
        return IntStream.range(from, from + count)
                .mapToObj(id -> new Document("_id", id).append("text", "x".repeat(80)))
                .toList();
    }

    private static long millis(Runnable work) {
        long begun = SystemClock.INSTANCE.tickNanos();
        work.run();
        return (SystemClock.INSTANCE.tickNanos() - begun) / 1_000_000;
    }

    private static long median(List<Long> times) {
        return times.stream().sorted().toList().get(times.size() / 2);
    }

    @Test
    void listsOfDocumentsOverSixteenShards() throws Exception {
        try (CassandraGround cassandra = CassandraGround.start(1, folder);
                ServerProcess server = serve(cassandra);
                MongoClient client = server.client()) {
            MongoCollection<Document> collection = divided(client, "lists");
            List<Long> unordered = new ArrayList<>();
            List<Long> ordered = new ArrayList<>();
            int next = 0;
            for (int round = 0; round < ROUNDS; round++) {
                List<Document> free = documents(next, LIST);
                List<Document> held = documents(next + LIST, LIST);
                next += 2 * LIST;
                unordered.add(millis(() -> collection.insertMany(free, new InsertManyOptions().ordered(false))));
                ordered.add(millis(() -> collection.insertMany(held)));
            }
            assertEquals(next, collection.countDocuments());
            List<Long> updated = new ArrayList<>();
            for (int round = 0; round < ROUNDS; round++) {
                Document change = new Document("$set", new Document("round", round));
                updated.add(millis(() -> collection.updateMany(new Document(), change)));
                assertEquals(next, collection.countDocuments(new Document("round", round)));
            }
            long deleted = millis(() -> collection.deleteMany(new Document()));
            assertEquals(0, collection.countDocuments());
            System.out.println("insertMany of " + LIST + " documents over 16 shards, in milliseconds: without an order "
                    + unordered + ", with one " + ordered + "; updateMany of " + next + ": " + updated
                    + "; deleteMany of " + next + ": " + deleted);
        }
    }

    @Test
    void aChangeOfPolicyTakesNoLongerForMoreDocuments() throws Exception {
        try (CassandraGround cassandra = CassandraGround.start(1, folder);
                ServerProcess server = serve(cassandra);
                MongoClient client = server.client()) {
            MongoCollection<Document> collection = divided(client, "policies");
            collection.createIndex(
                    Indexes.ascending("at"), new IndexOptions().expireAfter(1_000_000L, TimeUnit.SECONDS));
            int stored = 0;
            for (int many : new int[] {1_000, DOCUMENTS}) {
                for (; stored < many; stored += LIST) {
                    collection.insertMany(documents(stored, LIST), new InsertManyOptions().ordered(false));
                }
                List<Long> times = new ArrayList<>();
                for (int change = 0; change < CHANGES; change++) {
                    Document command = Document.parse("{collMod: 'policies', index: {keyPattern: {at: 1},"
                            + " expireAfterSeconds: " + (1_000_000 + change) + "}}");
                    times.add(millis(() -> client.getDatabase(DATABASE).runCommand(command)));
                }
                System.out.println("collMod of 16 shards with " + many + " documents, in milliseconds: median "
                        + median(times) + " of " + times);
            }
        }
    }

    @Test
    void aServerThatSleepsOverItsLeasesLosesNothingAndRevivesNothing() throws Exception {
        try (CassandraGround cassandra = CassandraGround.start(1, folder);
                ServerProcess sleeper = serve(cassandra);
                ServerProcess other = serve(cassandra);
                AdminClient admin = new AdminClient(other);
                MongoClient client = other.client()) {
            MongoCollection<Document> collection = divided(client, "sleeping");
            collection.createIndex(Indexes.ascending("at"), new IndexOptions().expireAfter(0L, TimeUnit.SECONDS));
            Date due = Date.from(Instant.now());
            Date far = Date.from(Instant.now().plus(Duration.ofDays(1)));
            expire(collection, 0, due, far);
            Await.until("sweeping has begun", () -> admin.stored(DATABASE, "sleeping") < DOCUMENTS);
            signal("STOP", sleeper.pid());
            expire(collection, DOCUMENTS, due, far);
            int left = 2 * DOCUMENTS / 10;
            long slept = millis(() -> Await.until(
                    "the other has swept all",
                    Duration.ofMinutes(3),
                    () -> admin.stored(DATABASE, "sleeping") == left));
            signal("CONT", sleeper.pid());
            try (MongoClient woken = sleeper.client()) {
                MongoCollection<Document> same = woken.getDatabase(DATABASE).getCollection("sleeping");
                for (MongoCollection<Document> each : List.of(collection, same)) {
                    assertEquals(left, each.countDocuments());
                    assertEquals(left, each.countDocuments(new Document("at", far)));
                }
                same.updateMany(new Document("_id", new Document("$lt", 100)), Document.parse("{$set: {woken: true}}"));
                assertEquals(10, collection.countDocuments(new Document("woken", true)));
            }
            System.out.println("a sweeper slept for " + slept + " ms, in which " + 9 * DOCUMENTS / 10
                    + " documents were swept by another; " + left + " of " + 2 * DOCUMENTS + " are left");
        }
    }

    /** Stores documents of which nine in ten are due. */
    private static void expire(MongoCollection<Document> collection, int first, Date due, Date far) {
        for (int from = first; from < first + DOCUMENTS; from += LIST) {
            List<Document> list = documents(from, LIST);
            list.forEach(each -> each.append("at", each.getInteger("_id") % 10 == 0 ? far : due));
            collection.insertMany(list, new InsertManyOptions().ordered(false));
        }
    }

    private static void signal(String name, long pid) throws Exception {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start();
        assertEquals(0, kill.waitFor());
    }
}
