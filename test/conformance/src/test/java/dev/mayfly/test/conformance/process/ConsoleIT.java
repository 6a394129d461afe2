package dev.mayfly.test.conformance.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import dev.mayfly.app.server.demo.LiveDemo;
import dev.mayfly.test.harness.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A person at a terminal starts a server, pastes what it says, winds its clock, and asks how it is. */
final class ConsoleIT {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir
    private Path folder = Path.of("");

    private Document command(ServerProcess server, String... words) throws IOException {
        String[] line = new String[words.length + 4];
        System.arraycopy(words, 0, line, 0, words.length);
        line[words.length] = "--url";
        line[words.length + 1] = server.connectionString("admin");
        line[words.length + 2] = "-o";
        line[words.length + 3] = "json";
        try (ServerProcess command = ServerProcess.run(folder, line)) {
            assertEquals(0, command.exitCode(), command.errors());
            return Document.parse(command.banner());
        }
    }

    @Test
    void whatServePrintsIsPastedAndTheClockIsWound() throws Exception {
        try (ServerProcess server = ServerProcess.start(folder, "--in-memory", "--clock", "virtual@" + START);
                MongoClient client = MongoClients.create(server.connectionString("mongo"))) {
            assertTrue(server.banner().contains("standing still at 2026-01-01T00:00:00Z"), server.banner());
            MongoCollection<Document> sessions = client.getDatabase("shop").getCollection("sessions");
            sessions.createIndex(Indexes.ascending("at"), new IndexOptions().expireAfter(3600L, TimeUnit.SECONDS));
            sessions.insertMany(
                    List.of(new Document("_id", "dies").append("at", Date.from(START)), new Document("_id", "lives")));

            assertEquals("paused", command(server, "ttl", "pause").get("state"));
            Document now = command(server, "clock", "advance", "2h").get("now", Document.class);
            assertEquals("2026-01-01T02:00:00Z", now.get("iso"));
            assertEquals(1, sessions.countDocuments());
            assertEquals(1, sweeper(server).get("backlog"));

            command(server, "ttl", "resume");
            command(server, "clock", "advance", "1m");
            Document sweeper = sweeper(server);
            assertEquals(0, sweeper.get("backlog"));
            assertEquals("ok", sweeper.get("state"));
            assertNull(sessions.find(new Document("_id", "dies")).first());
            assertEquals(1, sessions.countDocuments());
        }
    }

    private Document sweeper(ServerProcess server) throws IOException {
        return command(server, "status").get("sweeper", Document.class);
    }

    @Test
    void commandWithoutAServerSaysSo() throws Exception {
        String nowhere;
        try (ServerProcess server = ServerProcess.start(folder, "--in-memory")) {
            nowhere = server.connectionString("admin");
        }
        try (ServerProcess command = ServerProcess.run(folder, "status", "--url", nowhere)) {
            assertEquals(5, command.exitCode());
            assertEquals(
                    List.of(
                            "mayfly: no server answers at " + nowhere,
                            "mayfly: start one with mayfly serve, or say where it is with --url, --profile or MAYFLY_URL"),
                    command.errors().lines().toList());
        }
    }

    @Test
    void secondServerOnAFolderIsRefusedAndTheFirstGoesOn() throws Exception {
        try (ServerProcess first = ServerProcess.start(folder, "--data", "data");
                MongoClient client = first.client()) {
            try (ServerProcess second = ServerProcess.run(
                    folder,
                    "serve",
                    "--data",
                    "data",
                    "--mongo-port",
                    "0",
                    "--face",
                    "mongo,admin",
                    "--http-port",
                    "0")) {
                assertEquals(1, second.exitCode());
                String said = second.errors().strip();
                assertTrue(said.startsWith("mayfly: the data folder "), said);
                assertTrue(said.contains(" is in use by process "), said);
            }
            client.getDatabase("shop").getCollection("carts").insertOne(new Document("_id", 1));
            assertEquals(1, client.getDatabase("shop").getCollection("carts").countDocuments());
        }
    }

    @Test
    void manyDocumentsAreThereAfterARestart() throws Exception {
        restartWith(30_000);
    }

    @Test
    @Tag("slow")
    void millionDocumentsAreThereAfterARestart() throws Exception {
        restartWith(1_000_000);
    }

    /** The server is killed, so that the next one has its log to read. */
    private void restartWith(int count) throws Exception {
        try (ServerProcess server = ServerProcess.start(folder, "--data", "data");
                MongoClient client = server.client()) {
            MongoCollection<Document> documents = client.getDatabase("many").getCollection("documents");
            documents.createIndex(Indexes.ascending("at"), new IndexOptions().expireAfter(0L, TimeUnit.SECONDS));
            Date later = Date.from(Instant.parse("2100-01-01T00:00:00Z"));
            for (int from = 0; from < count; from += 10_000) {
                documents.insertMany(IntStream.range(from, from + 10_000)
                        .mapToObj(number ->
                                new Document("_id", number).append("at", later).append("text", "x".repeat(100)))
                        .toList());
            }
            server.kill();
        }
        try (ServerProcess server = ServerProcess.start(folder, "--data", "data");
                MongoClient client = server.client()) {
            MongoCollection<Document> documents = client.getDatabase("many").getCollection("documents");
            assertEquals(count, documents.countDocuments());
            assertEquals(count - 1, documents.countDocuments(new Document("_id", new Document("$gte", 1))));
        }
        assertTrue(Files.exists(folder.resolve("data")));
    }

    @Test
    void demoShowsDocumentsThatExpireAndOthersFollow() throws Exception {
        try (ServerProcess server =
                        ServerProcess.start(folder, "--in-memory", "--demo", "--clock", "virtual@" + START);
                MongoClient client = MongoClients.create(server.connectionString("mongo"))) {
            MongoCollection<Document> sessions = client.getDatabase("demo").getCollection("sessions");
            Await.until("the demo is loaded", () -> sessions.countDocuments() == LiveDemo.DOCUMENTS);
            command(server, "clock", "advance", "10m");
            assertEquals(0, sessions.countDocuments(Filters.lte("_id", LiveDemo.DOCUMENTS)));
            Await.until("others have followed", () -> sessions.countDocuments() > 0);
        }
    }
}
