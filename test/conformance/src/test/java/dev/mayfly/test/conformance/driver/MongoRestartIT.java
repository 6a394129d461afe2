package dev.mayfly.test.conformance.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoWriteException;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import dev.mayfly.app.server.config.Setting;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The knowledge that a data folder keeps when the server on it is stopped and started. */
final class MongoRestartIT {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir
    private Path folder = Path.of("");

    private LocalServer start() throws Exception {
        return LocalServer.start(
                Map.of(Setting.DATA, folder.resolve("data").toString(), Setting.CLOCK, "virtual@" + START));
    }

    private LocalServer startAgain() throws Exception {
        return LocalServer.start(Map.of(Setting.DATA, folder.resolve("data").toString(), Setting.CLOCK, "virtual"));
    }

    @Test
    void documentsIndexesAndOptionsAreThereAgain() throws Exception {
        List<Document> rows = IntStream.range(0, 5000)
                .mapToObj(number -> new Document("_id", number).append("user", "user " + number))
                .toList();
        List<Document> indexes;
        try (LocalServer server = start();
                MongoClient client = server.client()) {
            MongoCollection<Document> users = client.getDatabase("shop").getCollection("users");
            users.createIndex(Indexes.ascending("user"), new IndexOptions().unique(true));
            users.createIndex(Indexes.ascending("seen"), new IndexOptions().expireAfter(60L, TimeUnit.SECONDS));
            users.withWriteConcern(WriteConcern.JOURNALED).insertMany(rows);
            client.getDatabase("other").getCollection("empty").insertOne(new Document("_id", 1));
            client.getDatabase("other").getCollection("empty").drop();
            indexes = users.listIndexes().into(new ArrayList<>());
        }
        try (LocalServer server = startAgain();
                MongoClient client = server.client()) {
            MongoDatabase shop = client.getDatabase("shop");
            MongoCollection<Document> users = shop.getCollection("users");
            assertEquals(rows, users.find().sort(new Document("_id", 1)).into(new ArrayList<>()));
            assertEquals(indexes, users.listIndexes().into(new ArrayList<>()));
            assertEquals(List.of("users"), shop.listCollectionNames().into(new ArrayList<>()));
            assertEquals(rows.get(7), users.find(new Document("user", "user 7")).first());
            assertThrows(
                    MongoWriteException.class, () -> users.insertOne(new Document("_id", -1).append("user", "user 7")));
            assertEquals(0, client.getDatabase("other").getCollection("empty").countDocuments());
        }
    }

    @Test
    void expiredDocumentsStayGoneAndLivingOnesDieInTime() throws Exception {
        try (LocalServer server = start();
                MongoClient client = server.client()) {
            MongoCollection<Document> sessions = client.getDatabase("shop").getCollection("sessions");
            sessions.createIndex(Indexes.ascending("at"), new IndexOptions().expireAfter(60L, TimeUnit.SECONDS));
            sessions.insertMany(List.of(
                    new Document("_id", "first").append("at", Date.from(START)),
                    new Document("_id", "second").append("at", Date.from(START.plusSeconds(60))),
                    new Document("_id", "forever")));
            server.server().virtualClock().orElseThrow().advance(Duration.ofSeconds(60));
            assertEquals(2, sessions.countDocuments());
        }
        try (LocalServer server = startAgain();
                MongoClient client = server.client()) {
            MongoCollection<Document> sessions = client.getDatabase("shop").getCollection("sessions");
            assertEquals(2, sessions.countDocuments());
            server.server().virtualClock().orElseThrow().advance(Duration.ofSeconds(59));
            assertEquals(2, sessions.countDocuments());
            server.server().virtualClock().orElseThrow().advance(Duration.ofSeconds(1));
            assertEquals("forever", sessions.distinct("_id", String.class).first());
        }
    }

    @Test
    void kindsOfCollectionsAreThereAgain() throws Exception {
        Document dueInAMinute = new Document("_id", Date.from(START));
        try (LocalServer server = start();
                MongoClient client = server.client()) {
            MongoDatabase shop = client.getDatabase("shop");
            shop.runCommand(Document.parse("{create: 'log', capped: true, size: 4096, max: 2}"));
            shop.runCommand(Document.parse("{create: 'strict', validator: {a: 1}}"));
            shop.runCommand(Document.parse("{create: 'view', viewOn: 'log', pipeline: [{$match: {_id: {$gt: 1}}}]}"));
            shop.runCommand(Document.parse("{create: 'clustered', clusteredIndex: {key: {_id: 1}, unique: true},"
                    + " expireAfterSeconds: 60}"));
            shop.getCollection("log").insertMany(List.of(new Document("_id", 3), new Document("_id", 1)));
            shop.getCollection("clustered").insertOne(dueInAMinute);
        }
        try (LocalServer server = startAgain();
                MongoClient client = server.client()) {
            MongoDatabase shop = client.getDatabase("shop");
            MongoCollection<Document> log = shop.getCollection("log");
            log.insertOne(new Document("_id", 2));
            assertEquals(
                    List.of(1, 2), log.find().map(one -> one.getInteger("_id")).into(new ArrayList<>()));
            assertEquals(1, shop.getCollection("view").countDocuments());
            assertThrows(
                    MongoWriteException.class,
                    () -> shop.getCollection("strict").insertOne(new Document()));
            assertEquals(1, shop.getCollection("clustered").countDocuments());
            server.server().virtualClock().orElseThrow().advance(Duration.ofSeconds(60));
            assertEquals(0, shop.getCollection("clustered").countDocuments());
        }
    }

    @Test
    void cursorsEndWithTheServer() throws Exception {
        long cursor;
        try (LocalServer server = start();
                MongoClient client = server.client()) {
            MongoDatabase shop = client.getDatabase("shop");
            shop.getCollection("rows")
                    .insertMany(IntStream.range(0, 10)
                            .mapToObj(number -> new Document("_id", number))
                            .toList());
            Document first = shop.runCommand(new Document("find", "rows").append("batchSize", 2));
            cursor = first.get("cursor", Document.class).getLong("id");
        }
        try (LocalServer server = startAgain();
                MongoClient client = server.client()) {
            MongoCommandException gone = assertThrows(
                    MongoCommandException.class,
                    () -> client.getDatabase("shop")
                            .runCommand(new Document("getMore", cursor).append("collection", "rows")));
            assertEquals(43, gone.getErrorCode());
        }
    }

    @Test
    void lifetimesThatAreSwitchedOffStayOff() throws Exception {
        try (LocalServer server = start();
                MongoClient client = server.client()) {
            client.getDatabase("admin")
                    .runCommand(new Document("setParameter", 1).append("perDocumentTtlEnabled", false));
        }
        try (LocalServer server = startAgain();
                MongoClient client = server.client()) {
            MongoCollection<Document> sessions = client.getDatabase("shop").getCollection("sessions");
            sessions.createIndex(Indexes.ascending("_ts"), new IndexOptions().expireAfter(60L, TimeUnit.SECONDS));
            sessions.insertOne(new Document("_id", 1).append("ttl", 5));
            server.server().virtualClock().orElseThrow().advance(Duration.ofSeconds(59));
            assertEquals(1, sessions.countDocuments());
            server.server().virtualClock().orElseThrow().advance(Duration.ofSeconds(1));
            assertEquals(0, sessions.countDocuments());
        }
    }

    @Test
    void defaultConcernsAreThereAgain() throws Exception {
        Map<Setting, String> settings = Map.of(
                Setting.DATA,
                folder.resolve("data").toString(),
                Setting.MONGO_REPLSET,
                "rs0",
                Setting.CLOCK,
                "virtual");
        Document set;
        try (LocalServer server = LocalServer.start(settings);
                MongoClient client = server.client()) {
            set = client.getDatabase("admin")
                    .runCommand(Document.parse("{setDefaultRWConcern: 1, defaultReadConcern: {level: 'majority'},"
                            + " defaultWriteConcern: {w: 'majority', j: true}}"));
        }
        try (LocalServer server = LocalServer.start(settings);
                MongoClient client = server.client()) {
            Document kept = client.getDatabase("admin").runCommand(new Document("getDefaultRWConcern", 1));
            assertEquals(Document.parse("{level: 'majority'}"), kept.get("defaultReadConcern"));
            assertEquals(Document.parse("{w: 'majority', j: true, wtimeout: 0}"), kept.get("defaultWriteConcern"));
            assertEquals("global", kept.get("defaultReadConcernSource"));
            assertEquals("global", kept.get("defaultWriteConcernSource"));
            assertEquals(set.get("updateOpTime"), kept.get("updateOpTime"));
            client.getDatabase("shop").getCollection("rows").insertOne(new Document("_id", 1));
        }
    }
}
