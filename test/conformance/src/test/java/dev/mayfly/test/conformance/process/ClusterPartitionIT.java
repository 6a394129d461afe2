package dev.mayfly.test.conformance.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.test.harness.Await;
import dev.mayfly.test.harness.CassandraGround;
import dev.mayfly.test.harness.SilentProxy;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that no longer hears Cassandra, while another does. */
@Tag("slow")
final class ClusterPartitionIT {
    private static final int DOCUMENTS = 200;

    @TempDir
    private Path folder = Path.of("");

    private ServerProcess serve(CassandraGround below, List<InetSocketAddress> addresses) throws IOException {
        return ServerProcess.over(below.options(addresses), folder);
    }

    private static MongoCollection<Document> documents(MongoClient client) {
        return client.getDatabase("cut").getCollection("documents");
    }

    @Test
    void whatIsCutOffRefusesAndThenShowsWhatTheOtherDid() throws Exception {
        try (CassandraGround below = CassandraGround.start(1, folder);
                SilentProxy proxy = new SilentProxy(below.addresses().getFirst());
                ServerProcess cut = serve(below, List.of(proxy.address()));
                ServerProcess other = serve(below, below.addresses());
                AdminClient admin = new AdminClient(cut);
                MongoClient cutClient = cut.client();
                MongoClient otherClient = other.client()) {
            MongoCollection<Document> here = documents(cutClient);
            MongoCollection<Document> there = documents(otherClient);
            there.createIndex(Indexes.ascending("at"), new IndexOptions().expireAfter(3600L, TimeUnit.SECONDS));
            Date now = Date.from(Instant.now());
            there.insertMany(IntStream.range(0, DOCUMENTS)
                    .mapToObj(id -> new Document("_id", id).append("at", id % 2 == 0 ? now : null))
                    .toList());
            assertEquals(DOCUMENTS, here.countDocuments());

            proxy.silence();
            long refused = refusal(() -> here.insertOne(new Document("_id", "unheard")));
            assertThrows(
                    MongoException.class,
                    () -> cutClient
                            .getDatabase("cut")
                            .runCommand(Document.parse("{find: 'documents', filter: {_id: 1}, maxTimeMS: 1000}")));
            Await.until("it says that it is not ready", () -> status(admin) != 200);
            otherClient
                    .getDatabase("cut")
                    .runCommand(Document.parse(
                            "{collMod: 'documents', index: {keyPattern: {at: 1}, expireAfterSeconds: 0}}"));
            there.deleteOne(new Document("_id", 1));
            there.updateOne(new Document("_id", 3), Document.parse("{$set: {text: 'meanwhile'}}"));
            int left = DOCUMENTS / 2 - 1;
            assertEquals(left, there.countDocuments(new Document("_id", new Document("$type", "int"))));

            long silentUntil = SystemClock.INSTANCE.tickNanos();
            proxy.resume();
            Await.until("it is ready again", Duration.ofMinutes(2), () -> status(admin) == 200);
            long recovered = (SystemClock.INSTANCE.tickNanos() - silentUntil) / 1_000_000;
            for (MongoCollection<Document> each : List.of(here, there)) {
                assertEquals(left, each.countDocuments(new Document("_id", new Document("$type", "int"))));
                assertEquals(0, each.countDocuments(new Document("at", now)));
                assertEquals(0, each.countDocuments(new Document("_id", 1)));
                assertEquals(1, each.countDocuments(new Document("text", "meanwhile")));
            }
            assertEquals(
                    here.countDocuments(new Document("_id", "unheard")),
                    there.countDocuments(new Document("_id", "unheard")));
            here.insertOne(new Document("_id", "heard"));
            assertEquals(1, there.countDocuments(new Document("_id", "heard")));
            System.out.println("a server without Cassandra refused after " + refused + " ms, and was ready " + recovered
                    + " ms after it was back");
        }
    }

    private static int status(AdminClient admin) {
        return admin.send("GET", "/health/ready").statusCode();
    }

    /** Returns after how many milliseconds a write is refused, which it must be. */
    private static long refusal(Runnable write) {
        long begun = SystemClock.INSTANCE.tickNanos();
        assertThrows(MongoException.class, write::run);
        long millis = (SystemClock.INSTANCE.tickNanos() - begun) / 1_000_000;
        assertTrue(millis < 60_000, () -> "refused after " + millis + " ms only");
        return millis;
    }
}
