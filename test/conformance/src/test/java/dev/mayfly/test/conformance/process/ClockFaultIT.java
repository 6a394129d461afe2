package dev.mayfly.test.conformance.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.test.harness.Await;
import dev.mayfly.test.harness.Faults;
import dev.mayfly.test.harness.Launch;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server in a process whose machine has a wrong wall clock: it destroys nothing by it, and shows nothing twice. */
@SuppressWarnings("JavaUtilDate") // The driver speaks of dates by this class.
final class ClockFaultIT {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration TWO_DAYS = Duration.ofHours(48);
    private static final Duration TEN_YEARS = Duration.ofDays(3_653);
    private static final Instant SIGNED_32_BITS = Instant.ofEpochSecond(1L << 31);
    private static final Instant UNSIGNED_32_BITS = Instant.ofEpochSecond(1L << 32);
    private static final Set<String> ALL = Set.of("hour", "week", "century", "never");

    /** Half a second gained or lost in each second. */
    private static final int DRIFT = 500_000;

    private static final int LONG_DRIFT_SECONDS = 60;

    @TempDir
    private Path folder = Path.of("");

    private Faults faults;

    @BeforeEach
    void compile() throws Exception {
        faults = Faults.in(folder.resolve("faults"));
    }

    @AfterEach
    void close() {
        faults.close();
    }

    @Test
    void twoDaysDownDestroyNothingUntilTheClockIsConfirmed() throws Exception {
        assertJumpIsSuspect(TWO_DAYS, Set.of("week", "century", "never"));
    }

    @Test
    @Tag("slow")
    void tenYearsDownDestroyNothingUntilTheClockIsConfirmed() throws Exception {
        assertJumpIsSuspect(TEN_YEARS, Set.of("century", "never"));
    }

    /** The jump happens while the server is down, then it is taken back, then it happens while the server runs. */
    private void assertJumpIsSuspect(Duration jump, Set<String> outlive) throws Exception {
        try (ServerProcess server = start();
                MongoClient client = server.client()) {
            insertAll(documents(client), now());
            assertEquals(ALL, ids(client));
            server.kill();
        }
        faults.setClock(jump);
        try (ServerProcess server = start();
                MongoClient client = server.client();
                AdminClient admin = new AdminClient(server)) {
            assertEquals(outlive, ids(client));
            assertHoldsBack(admin);
            server.kill();
        }
        faults.setClock(Duration.ZERO);
        try (ServerProcess server = start();
                MongoClient client = server.client();
                AdminClient admin = new AdminClient(server)) {
            assertEquals(ALL, ids(client));
            assertEquals("ok", sweeper(admin).getString("state"));
            faults.setClock(jump);
            assertEquals(outlive, ids(client));
            assertHoldsBack(admin);
            faults.setClock(Duration.ZERO);
            assertEquals(ALL, ids(client));
            assertEquals("ok", sweeper(admin).getString("state"));
            faults.setClock(jump);
            assertEquals(outlive, ids(client));
            admin.post("/api/v1/clock/confirm");
            Await.until(
                    "what has expired is destroyed",
                    () -> sweeper(admin).get("destroyed", Number.class).longValue() == ALL.size() - outlive.size());
            assertEquals(outlive, ids(client));
        }
    }

    private static void assertHoldsBack(AdminClient admin) {
        assertEquals("suspect", sweeper(admin).getString("state"));
        assertEquals(
                409,
                admin.send("POST", "/api/v1/collections/mongo/clock/documents/hidden/purge")
                        .statusCode());
        assertEquals(0, sweeper(admin).get("destroyed", Number.class).longValue());
    }

    @Test
    void killWhileTheClockIsHeldBackBringsNothingBack() throws Exception {
        Set<String> late = Set.of("week", "century", "never");
        faults.setClock(HOUR.plusMinutes(1));
        try (ServerProcess server = start();
                MongoClient client = server.client();
                AdminClient admin = new AdminClient(server)) {
            insertAll(documents(client), now());
            assertEquals(late, ids(client));
            faults.setClock(Duration.ZERO);
            assertEquals(late, ids(client));
            assertEquals("clock_behind", sweeper(admin).getString("state"));
            server.kill();
        }
        try (ServerProcess server = start();
                MongoClient client = server.client();
                AdminClient admin = new AdminClient(server)) {
            assertEquals(late, ids(client));
            assertEquals("clock_behind", sweeper(admin).getString("state"));
        }
    }

    @Test
    void secondsBeyondThirtyOneBitsAreSecondsAsOthers() throws Exception {
        assertBrimIsPassed(SIGNED_32_BITS);
    }

    @Test
    @Tag("slow")
    void secondsBeyondThirtyTwoBitsAreSecondsAsOthers() throws Exception {
        assertBrimIsPassed(UNSIGNED_32_BITS);
    }

    private void assertBrimIsPassed(Instant brim) throws Exception {
        setClockTo(brim.minusSeconds(30));
        try (ServerProcess server = start();
                MongoClient client = server.client()) {
            insertAll(documents(client), brim.toEpochMilli() - HOUR.toMillis());
            documents(client).insertOne(new Document("_id", "second").append("at", Date.from(brim.plusSeconds(1))));
            Set<String> before = new HashSet<>(ALL);
            before.add("second");
            assertEquals(before, ids(client));
            setClockTo(brim);
            before.remove("hour");
            assertEquals(before, ids(client));
            setClockTo(brim.plusSeconds(1));
            before.remove("second");
            assertEquals(before, ids(client));
            server.kill();
        }
        try (ServerProcess server = start();
                MongoClient client = server.client()) {
            assertEquals(Set.of("week", "century", "never"), ids(client));
        }
    }

    @Test
    @Tag("slow")
    void documentsOfAClockThatDriftsDieByThatClock() throws Exception {
        assertDriftIsFollowed(DRIFT, LONG_DRIFT_SECONDS);
        assertDriftIsFollowed(-DRIFT, LONG_DRIFT_SECONDS);
    }

    /** Each document lives a tenth of a second longer than the one before it. */
    private void assertDriftIsFollowed(int millionths, int seconds) throws Exception {
        long from = SystemClock.INSTANCE.wallMillis();
        faults.drift(Instant.ofEpochMilli(from), millionths);
        try (ServerProcess server = start(folder.resolve("data" + millionths));
                MongoClient client = server.client()) {
            index(documents(client));
            int count = 10 * seconds;
            long first = drifted(from, millionths, SystemClock.INSTANCE.wallMillis()) + 500;
            for (int number = 0; number < count; number++) {
                documents(client).insertOne(new Document("_id", number).append("at", new Date(first + 100L * number)));
            }
            for (int alive = count; alive > 0; ) {
                long before = drifted(from, millionths, SystemClock.INSTANCE.wallMillis());
                alive = Math.toIntExact(documents(client).countDocuments());
                long after = drifted(from, millionths, SystemClock.INSTANCE.wallMillis());
                // A millisecond for what the library cuts off.
                assertTrue(alive <= aliveAt(before - 1, first, count), "zombies at " + before);
                assertTrue(alive >= aliveAt(after + 1, first, count), "early at " + after);
            }
        }
        faults.drift(Instant.EPOCH, 0);
    }

    private static long drifted(long from, int millionths, long wall) {
        return wall + (wall - from) * millionths / 1_000_000;
    }

    private static int aliveAt(long time, long first, int count) {
        long dead = time < first ? 0 : (time - first) / 100 + 1;
        return Math.toIntExact(Math.max(0, count - dead));
    }

    private static long now() {
        return SystemClock.INSTANCE.wallMillis();
    }

    private void setClockTo(Instant instant) {
        faults.setClock(Duration.ofMillis(instant.toEpochMilli() - now()));
    }

    private ServerProcess start() throws IOException {
        return start(folder.resolve("data"));
    }

    private ServerProcess start(Path data) throws IOException {
        return ServerProcess.start(
                folder, faults.under(Launch.PLAIN), "--data", data.toString(), "--change-grace", "0s");
    }

    private static MongoCollection<Document> documents(MongoClient client) {
        return client.getDatabase("clock").getCollection("documents");
    }

    private static void index(MongoCollection<Document> documents) {
        documents.createIndex(Indexes.ascending("at"), new IndexOptions().expireAfter(0L, TimeUnit.SECONDS));
    }

    private static void insertAll(MongoCollection<Document> documents, long from) {
        index(documents);
        documents.insertMany(List.of(
                new Document("_id", "hour").append("at", new Date(from + HOUR.toMillis())),
                new Document("_id", "week")
                        .append("at", new Date(from + Duration.ofDays(7).toMillis())),
                new Document("_id", "century").append("at", new Date(from + 10 * TEN_YEARS.toMillis())),
                new Document("_id", "never")));
    }

    private static Set<String> ids(MongoClient client) {
        Set<String> ids = new HashSet<>();
        documents(client).find().forEach(each -> ids.add(each.getString("_id")));
        return ids;
    }

    private static Document sweeper(AdminClient admin) {
        return admin.get("/api/v1/status").get("sweeper", Document.class);
    }
}
