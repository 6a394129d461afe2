package dev.mayfly.test.conformance.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.ConfigReader;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.test.harness.NodeClients;
import dev.mayfly.test.harness.PageExamples;
import dev.mayfly.test.harness.PageExamples.Block;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages for users of MongoDB show what mongosh, Node and the command line print, since all of it is done here. */
final class MongoPagesIT {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Path DOCS = Path.of("../../docs");
    private static final int CARTS = 3000;
    private static final String HOLD = "./mayfly hold add app.visits case-17 --id ann --reason 'letter of 3 May'";

    @TempDir
    private Path home = Path.of("");

    @BeforeAll
    static void install() {
        NodeClients.install();
    }

    @Test
    void quickStart() throws Exception {
        try (MayflyServer server = start(Map.of());
                MongoClient client = client(server)) {
            PageRun run = new PageRun(server, home).before("./mayfly ttl explain test.sessions bob", () -> {
                Date now = new Date(server.virtualClock().orElseThrow().now().toEpochMilli());
                sessions(client)
                        .insertOne(
                                new Document("_id", "bob").append("seen", now).append("cart", 3));
                advance(server, Duration.ofSeconds(4));
            });
            assertEquals(8, run.of(DOCS.resolve("start/mongo.md")));
        }
    }

    @Test
    void readme() throws Exception {
        try (MayflyServer server = start(Map.of());
                MongoClient client = client(server)) {
            List<String> typed = PageExamples.of(Path.of("../../README.md")).stream()
                    .map(Block::text)
                    .filter(text -> text.startsWith("// mongosh"))
                    .flatMap(String::lines)
                    .filter(line -> !line.startsWith("//"))
                    .toList();
            List<String> answers = new PageRun(server, home).shell("test", typed);
            assertEquals("seen_1\n", answers.getFirst());
            assertTrue(answers.getLast().contains("insertedId: 'alice'"), answers::toString);
            advance(server, Duration.ofMinutes(30).minusMillis(1));
            assertEquals(1, sessions(client).countDocuments());
            advance(server, Duration.ofMillis(1));
            assertEquals(0, sessions(client).countDocuments());
        }
    }

    @Test
    void sessions() throws Exception {
        try (MayflyServer server = start(Map.of());
                MongoClient client = client(server)) {
            PageRun run = new PageRun(server, home).before("./mayfly ls test.sessions --by expiry", () -> {
                sessions(client).createIndex(Indexes.ascending("seen"), expireAfter(1, TimeUnit.HOURS));
                sessions(client).insertOne(new Document("_id", "alice").append("seen", Date.from(START)));
            });
            assertEquals(5, run.of(DOCS.resolve("guides/sessions.md")));
        }
    }

    @Test
    void changeOfALifetime() throws Exception {
        try (MayflyServer server = start(Map.of(Setting.MAX_EXPIRE, "1000"));
                MongoClient client = client(server)) {
            MongoCollection<Document> carts = client.getDatabase("shop").getCollection("carts");
            carts.createIndex(Indexes.ascending("createdAt"), expireAfter(30, TimeUnit.DAYS));
            carts.insertMany(IntStream.rangeClosed(1, CARTS)
                    .mapToObj(id -> new Document("_id", id)
                            .append("createdAt", Date.from(START.minus(Duration.ofMinutes(id))))
                            .append("customer", "c" + id))
                    .toList());
            PageRun run = new PageRun(server, home)
                    .message("mayfly: 1,561", "ttl set shop.carts --field createdAt --after 1d");
            assertEquals(7, run.of(DOCS.resolve("howto/change-ttl-safely.md")));
        }
    }

    @Test
    void retentionAndRestoring() throws Exception {
        try (MayflyServer server = start(Map.of(Setting.ERASURE_RECORD, "on"));
                MongoClient client = client(server)) {
            MongoCollection<Document> visits = client.getDatabase("app").getCollection("visits");
            client.getDatabase("shop").createCollection("carts");
            PageRun run = new PageRun(server, home)
                    .before(HOLD, () -> {
                        for (String id : List.of("ann", "bob", "cid")) {
                            visits.insertOne(new Document("_id", id).append("at", Date.from(START)));
                        }
                    })
                    .before("./mayfly expired list app.visits", () -> advance(server, Duration.ofHours(25)))
                    .message("mayfly: there is no document 2999", "expired restore shop.carts 2999 --ttl 1h");
            Path page = DOCS.resolve("guides/retention.md");
            List<Block> blocks = PageExamples.of(page);
            int dayLater = blocks.indexOf(blocks.stream()
                    .filter(block -> block.text().equals("./mayfly expired purge app.visits --all --yes"))
                    .findFirst()
                    .orElseThrow());
            assertEquals(1, run.of(blocks.subList(0, dayLater), page));
            assertEquals(4, run.of(DOCS.resolve("howto/restore.md")));
            assertEquals(5, run.of(blocks.subList(dayLater, blocks.size()), page));
        }
    }

    @Test
    void watch() throws Exception {
        try (MayflyServer server = start(Map.of());
                MongoClient client = client(server)) {
            sessions(client).createIndex(Indexes.ascending("seen"), expireAfter(10, TimeUnit.SECONDS));
            sessions(client).insertOne(new Document("_id", "bob").append("seen", Date.from(START)));
            advance(server, Duration.ofSeconds(10));
            assertEquals(1, new PageRun(server, home).of(DOCS.resolve("howto/watch.md")));
        }
    }

    @Test
    void propertyOfADocument() throws Exception {
        try (MayflyServer server = start(Map.of());
                MongoClient client = client(server)) {
            client.getDatabase("test").createCollection("logins");
            Path page = DOCS.resolve("howto/expire-a-property.md");
            List<Block> blocks = PageExamples.of(page);
            int later = blocks.indexOf(blocks.stream()
                    .filter(block -> block.text().contains("findOne"))
                    .findFirst()
                    .orElseThrow());
            PageRun run = new PageRun(server, home);
            run.of(blocks.subList(0, later), page);
            advance(server, Duration.ofMinutes(5));
            run.of(blocks.subList(later, blocks.size()), page);
        }
    }

    private static IndexOptions expireAfter(long time, TimeUnit unit) {
        return new IndexOptions().expireAfter(time, unit);
    }

    private static MongoCollection<Document> sessions(MongoClient client) {
        return client.getDatabase("test").getCollection("sessions");
    }

    private static MongoClient client(MayflyServer server) {
        return MongoClients.create(server.connectionString(FaceName.MONGO));
    }

    private static void advance(MayflyServer server, Duration time) {
        server.virtualClock().orElseThrow().advance(time);
    }

    private static MayflyServer start(Map<Setting, String> settings) throws Exception {
        Map<Setting, String> flags = new EnumMap<>(Setting.class);
        flags.putAll(settings);
        flags.put(Setting.IN_MEMORY, "true");
        flags.put(Setting.CLOCK, "virtual@" + START);
        flags.put(Setting.FACES, "mongo,couchbase,admin");
        flags.put(Setting.COUCHBASE_PORT, "0");
        flags.put(Setting.KV_PORT, "0");
        flags.put(Setting.QUERY_PORT, "0");
        flags.put(Setting.MONGO_PORT, "0");
        flags.put(Setting.ADMIN_PORT, "0");
        return MayflyServer.start(ConfigReader.read(flags, Map.of(), null));
    }
}
