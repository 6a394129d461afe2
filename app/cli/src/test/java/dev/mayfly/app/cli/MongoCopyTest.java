package dev.mayfly.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import dev.mayfly.app.cli.show.Terminal;
import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.ConfigReader;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.config.Setting;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** A server of MongoDB's protocol is copied while it runs. */
final class MongoCopyTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    /** Several pages of a megabyte. */
    private static final int DOCUMENTS = 6_000;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private MayflyServer source;
    private MayflyServer target;
    private MongoClient from;
    private MongoClient to;

    @BeforeEach
    void start() throws Exception {
        source = server();
        target = server();
        from = MongoClients.create(source.connectionString(FaceName.MONGO));
        to = MongoClients.create(target.connectionString(FaceName.MONGO));
    }

    @AfterEach
    void stop() {
        from.close();
        to.close();
        source.close();
        target.close();
    }

    private static MayflyServer server() throws Exception {
        return MayflyServer.start(ConfigReader.read(
                Map.of(
                        Setting.IN_MEMORY, "true",
                        Setting.MONGO_PORT, "0",
                        Setting.FACES, "mongo,admin",
                        Setting.ADMIN_PORT, "0",
                        Setting.CLOCK, "virtual@" + START),
                Map.of(),
                null));
    }

    private void fill() {
        MongoDatabase shop = from.getDatabase("shop");
        MongoCollection<Document> carts = shop.getCollection("carts");
        carts.createIndex(Indexes.ascending("seen"), new IndexOptions().expireAfter(1L, TimeUnit.HOURS));
        List<Document> all = new ArrayList<>();
        for (int i = 0; i < DOCUMENTS; i++) {
            Object id = i % 3 == 0 ? i : i % 3 == 1 ? "s" + i : new ObjectId();
            all.add(new Document("_id", id)
                    .append("seen", Date.from(START.plusSeconds(i)))
                    .append("text", "x".repeat(500)));
        }
        carts.insertMany(all);
        shop.getCollection("codes").insertOne(new Document("_id", 1));
        shop.createView("seen", "carts", List.of());
        from.getDatabase("other").getCollection("things").insertOne(new Document("_id", 1));
    }

    private int copy(String... more) {
        List<String> line = new ArrayList<>(List.of("import", "--from", source.connectionString(FaceName.MONGO)));
        line.addAll(List.of(more));
        line.addAll(List.of("--url", "http://127.0.0.1:" + target.port(FaceName.ADMIN)));
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        Terminal nobody = Terminal.none(InputStream.nullInputStream());
        return Mayfly.run(new PrintWriter(out, true), new PrintWriter(err, true), nobody, line.toArray(String[]::new));
    }

    private long count(String database, String collection) {
        return to.getDatabase(database).getCollection(collection).countDocuments();
    }

    private Path progress() {
        return Path.of("mongodb_127.0.0.1_" + source.port(FaceName.MONGO) + ".import");
    }

    @Test
    void everythingComesWithItsIndexesAndLifetimes() {
        fill();
        assertEquals(0, copy(), err.toString());
        assertTrue(out.toString().contains("Imported 6,000 documents."), out.toString());
        assertEquals(DOCUMENTS, count("shop", "carts"));
        assertEquals(1, count("shop", "codes"));
        assertEquals(1, count("other", "things"));
        assertEquals(
                3600L,
                to.getDatabase("shop").getCollection("carts").listIndexes().into(new ArrayList<>()).stream()
                        .filter(index -> index.getString("name").equals("seen_1"))
                        .map(index ->
                                index.get("expireAfterSeconds", Number.class).longValue())
                        .findFirst()
                        .orElseThrow());
        target.virtualClock().orElseThrow().advance(Duration.ofSeconds(3600 + DOCUMENTS / 2 - 1));
        assertEquals(DOCUMENTS / 2, count("shop", "carts"));
        assertTrue(Files.notExists(progress()));
    }

    /** The driver logs each of its connections, and the library's own default is to show everything. */
    @Test
    void driverDoesNotSpeakInBetween() {
        fill();
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        Level before = root.getLevel();
        try {
            root.setLevel(Level.DEBUG);
            assertEquals(0, copy("other"), err.toString());
            assertFalse(LoggerFactory.getLogger("org.mongodb.driver.cluster").isInfoEnabled());
        } finally {
            root.setLevel(before);
        }
    }

    @Test
    void oneDatabaseOrOneCollectionIsCopied() {
        fill();
        assertEquals(0, copy("shop.codes"), err.toString());
        assertEquals(
                List.of("codes"), to.getDatabase("shop").listCollectionNames().into(new ArrayList<>()));
        assertEquals(0, copy("other"), err.toString());
        assertEquals(1, count("other", "things"));
        assertEquals(0, count("shop", "carts"));
        assertEquals(4, copy("nothing"), err.toString());
        assertTrue(err.toString().contains("has no collection nothing"), err.toString());
    }

    @Test
    void aCopyThatBrokeOffGoesOnBehindItsLastPage() throws Exception {
        fill();
        Document middle = from.getDatabase("shop")
                .getCollection("carts")
                .find()
                .sort(new Document("_id", 1))
                .skip(2_500)
                .first();
        String id = new Document("_id", middle.get("_id")).toJson();
        Document state = new Document("mongo/other/things", new Document("documents", 1).append("done", true))
                .append("mongo/shop/carts", new Document("documents", 2_501).append("at", id));
        Files.writeString(progress(), state.toJson(), StandardCharsets.UTF_8);
        assertEquals(0, copy("--resume"), err.toString());
        assertTrue(err.toString().contains("other.things is in already"), err.toString());
        assertEquals(DOCUMENTS - 2_501, count("shop", "carts"));
        assertEquals(1, count("shop", "codes"));
        assertTrue(Files.notExists(progress()));
    }

    @Test
    void whatCannotBeReachedOrReadIsSaid() {
        assertEquals(2, copyFrom("redis://127.0.0.1"));
        assertTrue(err.toString().contains("--from takes mongodb://"), err.toString());
        assertEquals(2, copyFrom("couchbase://127.0.0.1"));
        assertTrue(err.toString().contains("USER:PASSWORD"), err.toString());
        assertEquals(5, copyFrom("mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=100"));
        assertEquals(5, copyFrom("AccountEndpoint=http://127.0.0.1:1/;AccountKey=a2V5;"));
        assertEquals(2, copyFrom("AccountEndpoint=http://127.0.0.1:1/;"));
    }

    private int copyFrom(String address) {
        err.getBuffer().setLength(0);
        Terminal nobody = Terminal.none(InputStream.nullInputStream());
        return Mayfly.run(
                new PrintWriter(out, true),
                new PrintWriter(err, true),
                nobody,
                "import",
                "--from",
                address,
                "--url",
                "http://127.0.0.1:" + target.port(FaceName.ADMIN));
    }
}
