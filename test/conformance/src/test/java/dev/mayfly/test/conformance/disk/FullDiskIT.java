package dev.mayfly.test.conformance.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Updates;
import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.ConfigReader;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.engine.EngineCheck;
import dev.mayfly.engine.check.CheckReport;
import dev.mayfly.test.harness.TinyDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.bson.Document;
import org.bson.types.Binary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server whose disk runs full under a real driver. */
@SuppressWarnings("JavaUtilDate") // The driver speaks of dates by this class.
final class FullDiskIT {
    private static final int OUT_OF_DISK_SPACE = 14_031;
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration LATER = Duration.ofMinutes(31);
    private static final int BATCH = 20;
    private static final int FIRST_EXTRA = 1_000_000;
    private static final int EXTRA_MAX = 1_000;

    /** Bytes; half of the store's reserve, so that dropping its log is not enough. */
    private static final long LEFT = 32 << 20;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void writesAreRefusedWhileReadsAndSweepsGoOnUntilThereIsSpaceAgain() throws Exception {
        try (TinyDisk disk = TinyDisk.over(folder, "192m")) {
            Path data = disk.folder().resolve("data");
            long stored;
            try (MayflyServer server = serve(data);
                    MongoClient client = connect(server)) {
                fill(sessions(client));
                stored = keepFull(sessions(client), disk, FIRST_EXTRA);
                sessions(client).deleteOne(Filters.eq("_id", 0));
                assertReadable(sessions(client), stored - 1);
            }
            try (MayflyServer server = serve(data);
                    MongoClient client = connect(server)) {
                assertReadable(sessions(client), stored - 1);
                keepFull(sessions(client), disk, FIRST_EXTRA + EXTRA_MAX);
                assertExpiringMakesRoom(server, client);
            }
        }
    }

    private static void assertExpiringMakesRoom(MayflyServer server, MongoClient client) {
        server.virtualClock().orElseThrow().advance(LATER);
        assertEquals(0, sessions(client).countDocuments());
        assertEquals(0, server.engine().sweeper().status().failures(), "the sweeper could not write on the full disk");
        CheckReport report = EngineCheck.check(server.engine());
        assertTrue(report.isClean(), report.toString());
        assertEquals(0, report.documents());
        insertWhenThereIsRoom(sessions(client));
        assertEquals(1, sessions(client).countDocuments());
    }

    /** A client that is refused after something was deleted makes the store give the space back, in the background. */
    private static void insertWhenThereIsRoom(MongoCollection<Document> sessions) {
        for (int tries = 0; ; tries++) {
            try {
                sessions.insertOne(session(0).append("seen", Date.from(START.plus(LATER))));
                return;
            } catch (MongoException full) {
                assertEquals(OUT_OF_DISK_SPACE, full.getCode(), full.toString());
                assertTrue(tries < 1_500, "not writable again");
                LockSupport.parkNanos(10_000_000);
            }
        }
    }

    private static void fill(MongoCollection<Document> sessions) {
        sessions.createIndex(Indexes.ascending("seen"), new IndexOptions().expireAfter(30L, TimeUnit.MINUTES));
        int next = 0;
        while (true) {
            int first = next;
            if (isRefused(() -> sessions.insertMany(IntStream.range(first, first + BATCH)
                    .mapToObj(FullDiskIT::session)
                    .toList()))) {
                long count = sessions.countDocuments();
                assertTrue(next > 100 && next <= count && count < next + BATCH, next + " of " + count);
                return;
            }
            next += BATCH;
        }
    }

    /**
     * Fills the disk again for as long as a write is admitted, since flushes and compactions of what was written give
     * space back in the background, and answers how many documents there are once an insert and an update are refused.
     *
     * @param first the id of the first document that is tried; one that was admitted before must not be tried again
     */
    private static long keepFull(MongoCollection<Document> sessions, TinyDisk disk, int first) throws IOException {
        int id = first;
        do {
            assertTrue(id < first + EXTRA_MAX, "writes are admitted on a full disk");
            disk.leave(LEFT);
        } while (!areRefused(sessions, id++));
        return sessions.countDocuments();
    }

    private static boolean areRefused(MongoCollection<Document> sessions, int id) {
        return isRefused(() -> sessions.insertOne(session(id)))
                && isRefused(() -> sessions.updateOne(Filters.eq("_id", 1), Updates.set("more", "text")));
    }

    private static boolean isRefused(Runnable write) {
        try {
            write.run();
            return false;
        } catch (MongoBulkWriteException full) {
            full.getWriteErrors().forEach(error -> assertEquals(OUT_OF_DISK_SPACE, error.getCode(), full.toString()));
            return true;
        } catch (MongoException full) {
            assertEquals(OUT_OF_DISK_SPACE, full.getCode(), full.toString());
            assertTrue(full.toString().contains("no space left on the disk"), full::toString);
            return true;
        }
    }

    private static void assertReadable(MongoCollection<Document> sessions, long count) {
        assertEquals(count, sessions.countDocuments());
        Document found = sessions.find(Filters.eq("_id", 7)).first();
        assertEquals(session(7), found);
        assertEquals(count, sessions.countDocuments(Filters.gte("seen", Date.from(START))));
    }

    private static Document session(int id) {
        byte[] incompressible = new byte[10_000];
        new SplittableRandom(id).nextBytes(incompressible);
        return new Document("_id", id).append("seen", Date.from(START)).append("state", new Binary(incompressible));
    }

    private static MongoCollection<Document> sessions(MongoClient client) {
        return client.getDatabase("app").getCollection("sessions");
    }

    private static MongoClient connect(MayflyServer server) {
        return MongoClients.create(server.connectionString(FaceName.MONGO));
    }

    private static MayflyServer serve(Path data) throws Exception {
        Map<Setting, String> flags = Map.of(
                Setting.DATA,
                data.toString(),
                Setting.MONGO_PORT,
                "0",
                Setting.FACES,
                "mongo,admin",
                Setting.ADMIN_PORT,
                "0",
                Setting.CLOCK,
                "virtual@" + START);
        return MayflyServer.start(ConfigReader.read(flags, Map.of(), null));
    }
}
