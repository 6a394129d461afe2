package dev.mayfly.test.conformance.driver;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoNamespace;
import com.mongodb.client.ChangeStreamIterable;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import com.mongodb.client.model.changestream.FullDocument;
import com.mongodb.client.model.changestream.OperationType;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.test.testkit.MayflyClock;
import dev.mayfly.test.testkit.MayflyTest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonTimestamp;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Change streams as the Java driver reads them. */
@MayflyTest(replicaSet = "rs0")
final class MongoChangeStreamIT {
    @TempDir
    private Path folder = Path.of("");

    private static MongoChangeStreamCursor<ChangeStreamDocument<Document>> open(ChangeStreamIterable<Document> stream) {
        return stream.maxAwaitTime(50, TimeUnit.MILLISECONDS).cursor();
    }

    /** So many events, however many batches they come in. */
    private static List<ChangeStreamDocument<Document>> take(
            MongoChangeStreamCursor<ChangeStreamDocument<Document>> cursor, int count) {
        List<ChangeStreamDocument<Document>> taken = new ArrayList<>();
        while (taken.size() < count) {
            taken.add(cursor.next());
        }
        return taken;
    }

    @Test
    void everyWriteOfACollectionIsAnEvent(MongoClient client) {
        MongoCollection<Document> things = client.getDatabase("writes").getCollection("things");
        try (var cursor = open(things.watch())) {
            assertNull(cursor.tryNext());
            things.insertOne(new Document("_id", 1).append("a", 1).append("list", List.of(1, 2)));
            things.updateOne(
                    Filters.eq("_id", 1),
                    Updates.combine(Updates.set("b.c", 2), Updates.unset("a"), Updates.push("list", 3)));
            things.replaceOne(Filters.eq("_id", 1), new Document("c", 3));
            things.deleteOne(Filters.eq("_id", 1));
            List<ChangeStreamDocument<Document>> events = take(cursor, 4);
            assertEquals(
                    List.of(OperationType.INSERT, OperationType.UPDATE, OperationType.REPLACE, OperationType.DELETE),
                    events.stream().map(ChangeStreamDocument::getOperationType).toList());
            assertEquals(
                    new Document("_id", 1).append("a", 1).append("list", List.of(1, 2)),
                    events.get(0).getFullDocument());
            assertEquals(new MongoNamespace("writes.things"), events.get(0).getNamespace());
            var update = requireNonNull(events.get(1).getUpdateDescription());
            assertEquals(BsonDocument.parse("{b: {c: 2}, 'list.2': 3}"), update.getUpdatedFields());
            assertEquals(List.of("a"), update.getRemovedFields());
            assertNull(events.get(1).getFullDocument());
            assertEquals(new Document("_id", 1).append("c", 3), events.get(2).getFullDocument());
            events.forEach(event -> assertEquals(new BsonDocument("_id", new BsonInt32(1)), event.getDocumentKey()));
            for (int index = 1; index < events.size(); index++) {
                assertTrue(token(events.get(index - 1)).compareTo(token(events.get(index))) < 0);
                BsonTimestamp before = requireNonNull(events.get(index - 1).getClusterTime());
                assertTrue(before.compareTo(requireNonNull(events.get(index).getClusterTime())) < 0);
            }
            assertNotNull(events.get(0).getWallTime());
            assertNull(cursor.tryNext());
            BsonDocument reached = requireNonNull(cursor.getResumeToken());
            assertTrue(token(events.get(3)).compareTo(reached.getString("_data").getValue()) < 0);
        }
    }

    @Test
    void whatTheProfilerWritesIsNoEvent(MongoClient client) {
        MongoDatabase database = client.getDatabase("profiled");
        try (var cursor = open(database.watch())) {
            database.runCommand(new Document("profile", 2));
            assertNull(cursor.tryNext());
            database.getCollection("things").insertOne(new Document("_id", 1));
            assertEquals(OperationType.INSERT, take(cursor, 1).getFirst().getOperationType());
            assertNull(cursor.tryNext());
            assertNotNull(database.getCollection("system.profile")
                    .find(Filters.and(Filters.eq("op", "getmore"), Filters.eq("nreturned", 0)))
                    .first());
        } finally {
            database.runCommand(new Document("profile", 0));
        }
    }

    private static String token(ChangeStreamDocument<Document> event) {
        return event.getResumeToken().getString("_data").getValue();
    }

    @Test
    void aDatabaseAndTheWholeServerAreFollowedInOneOrder(MongoClient client) {
        MongoDatabase one = client.getDatabase("one");
        MongoDatabase two = client.getDatabase("two");
        try (var ofOne = open(one.watch());
                var ofAll = open(client.watch())) {
            one.getCollection("a").insertOne(new Document("_id", 1));
            two.getCollection("a").insertOne(new Document("_id", 2));
            one.getCollection("b").insertOne(new Document("_id", 3));
            one.drop();
            List<String> all =
                    take(ofAll, 6).stream().map(MongoChangeStreamIT::words).toList();
            assertEquals(List.of("insert one.a 1", "insert two.a 2", "insert one.b 3"), all.subList(0, 3));
            assertEquals(
                    List.of("drop one.a", "drop one.b"),
                    all.subList(3, 5).stream().sorted().toList());
            assertEquals("dropDatabase one", all.get(5));
            List<String> some =
                    take(ofOne, 6).stream().map(MongoChangeStreamIT::words).toList();
            assertEquals(List.of("insert one.a 1", "insert one.b 3"), some.subList(0, 2));
            assertEquals(List.of("dropDatabase one", "invalidate"), some.subList(4, 6));
            assertNull(ofOne.getServerCursor());
            two.drop();
        }
    }

    private static String words(ChangeStreamDocument<Document> event) {
        Document full = event.getFullDocument();
        BsonDocument key = event.getDocumentKey();
        String name = event.getNamespace() == null
                ? event.getDatabaseName()
                : event.getNamespace().getFullName();
        return event.getOperationTypeString()
                + (name == null ? "" : " " + name)
                + (full != null
                        ? " " + full.get("_id")
                        : key != null ? " " + key.getInt32("_id").getValue() : "");
    }

    @Test
    void aDropAndARenameInvalidateTheStreamOfACollection(MongoClient client) {
        MongoDatabase database = client.getDatabase("ends");
        MongoCollection<Document> things = database.getCollection("things");
        things.insertOne(new Document("_id", 1));
        BsonDocument last;
        BsonDocument invalidated;
        try (var cursor = open(things.watch())) {
            things.drop();
            List<ChangeStreamDocument<Document>> events = take(cursor, 2);
            assertEquals(
                    List.of("drop ends.things", "invalidate"),
                    events.stream().map(MongoChangeStreamIT::words).toList());
            assertNull(cursor.getServerCursor());
            last = events.get(0).getResumeToken();
            invalidated = events.get(1).getResumeToken();
        }
        try (var cursor = open(things.watch().resumeAfter(last))) {
            assertEquals(OperationType.INVALIDATE, cursor.next().getOperationType());
        }
        try (var cursor = open(database.watch().resumeAfter(last))) {
            things.insertOne(new Document("_id", 9));
            assertEquals("insert ends.things 9", words(cursor.next()));
            things.deleteOne(Filters.eq("_id", 9));
        }
        assertEquals(
                260,
                assertThrows(
                                MongoCommandException.class,
                                () -> open(things.watch().resumeAfter(invalidated)))
                        .getErrorCode());
        things.insertOne(new Document("_id", 2));
        try (var cursor = open(things.watch().startAfter(invalidated))) {
            assertEquals(
                    List.of("insert ends.things 9", "delete ends.things 9", "insert ends.things 2"),
                    take(cursor, 3).stream().map(MongoChangeStreamIT::words).toList());
            things.renameCollection(new MongoNamespace("ends.others"));
            List<ChangeStreamDocument<Document>> events = take(cursor, 2);
            assertEquals(OperationType.RENAME, events.get(0).getOperationType());
            assertEquals(new MongoNamespace("ends.others"), events.get(0).getDestinationNamespace());
            assertEquals(OperationType.INVALIDATE, events.get(1).getOperationType());
        }
    }

    @Test
    void aDeleteByTtlSaysWhyAndComesOnce(MongoClient client, MayflyClock clock) {
        MongoCollection<Document> sessions = client.getDatabase("ttl").getCollection("sessions");
        sessions.createIndex(Indexes.ascending("at"), new IndexOptions().expireAfter(60L, TimeUnit.SECONDS));
        BsonDateTime now = new BsonDateTime(clock.now().toEpochMilli());
        sessions.insertOne(new Document("_id", 1).append("at", now));
        try (var cursor = open(sessions.watch())) {
            clock.advance(Duration.ofSeconds(60));
            ChangeStreamDocument<Document> event = cursor.next();
            assertEquals(OperationType.DELETE, event.getOperationType());
            assertEquals(new BsonDocument("_id", new BsonInt32(1)), event.getDocumentKey());
            BsonDocument why = requireNonNull(event.getExtraElements()).getDocument("mayfly");
            assertEquals("ttl", why.getString("reason").getValue());
            assertEquals("at_1", why.getString("index").getValue());
            assertEquals(now.getValue() + 60_000, why.getDateTime("deadline").getValue());
            clock.advance(Duration.ofHours(3));
            assertNull(cursor.tryNext());
        }
    }

    @Test
    void stagesBehindTheStreamChooseAndShapeItsEvents(MongoClient client) {
        MongoCollection<Document> things = client.getDatabase("stages").getCollection("things");
        var chosen = List.of(
                Aggregates.match(Filters.gt("fullDocument.n", 1)),
                Aggregates.project(Projections.fields(Projections.include("operationType", "fullDocument.n"))));
        try (var cursor = things.watch(chosen, Document.class)
                .maxAwaitTime(50, TimeUnit.MILLISECONDS)
                .withDocumentClass(Document.class)
                .cursor()) {
            things.insertMany(List.of(new Document("n", 1), new Document("n", 2)));
            Document event = cursor.next();
            assertEquals(2, event.get("fullDocument", Document.class).getInteger("n"));
            assertFalse(event.containsKey("ns"));
        }
        assertEquals(
                20,
                assertThrows(
                                MongoCommandException.class,
                                () -> open(things.watch(List.of(Aggregates.sort(new Document("a", 1))))))
                        .getErrorCode());
        try (var cursor = open(things.watch(List.of(Aggregates.project(Projections.excludeId()))))) {
            things.insertOne(new Document("n", 3));
            assertEquals(
                    280, assertThrows(MongoCommandException.class, cursor::next).getErrorCode());
        }
    }

    @Test
    void anUpdateIsLookedUpAsTheDocumentIsNow(MongoClient client) {
        MongoCollection<Document> things = client.getDatabase("lookup").getCollection("things");
        things.insertOne(new Document("_id", 1).append("n", 1));
        try (var cursor = open(things.watch().fullDocument(FullDocument.UPDATE_LOOKUP))) {
            things.updateOne(Filters.eq("_id", 1), Updates.inc("n", 1));
            things.updateOne(Filters.eq("_id", 1), Updates.inc("n", 1));
            Document now = new Document("_id", 1).append("n", 3);
            take(cursor, 2).forEach(event -> assertEquals(now, event.getFullDocument()));
            things.updateOne(Filters.eq("_id", 1), Updates.inc("n", 1));
            things.deleteOne(Filters.eq("_id", 1));
            assertNull(cursor.next().getFullDocument());
        }
    }

    @Test
    void aStreamStartsAtATime(MongoClient client) {
        MongoCollection<Document> things = client.getDatabase("time").getCollection("things");
        try (var cursor = open(things.watch())) {
            things.insertOne(new Document("_id", 1));
            things.insertOne(new Document("_id", 2));
            BsonTimestamp second = take(cursor, 2).get(1).getClusterTime();
            try (var later = open(things.watch().startAtOperationTime(second))) {
                assertEquals("insert time.things 2", words(later.next()));
            }
        }
    }

    @Test
    void aStreamGoesOnAfterARestartAndNotBehindTheRetention() throws Exception {
        String data = folder.resolve("data").toString();
        BsonDocument token;
        try (LocalServer server = LocalServer.start(Map.of(
                        Setting.DATA,
                        data,
                        Setting.MONGO_REPLSET,
                        "rs0",
                        Setting.CLOCK,
                        "virtual@2026-01-01T00:00:00Z"));
                MongoClient client = server.client()) {
            MongoCollection<Document> things = client.getDatabase("restart").getCollection("things");
            try (var cursor = open(things.watch())) {
                things.insertOne(new Document("_id", 1));
                things.insertOne(new Document("_id", 2));
                token = cursor.next().getResumeToken();
            }
        }
        try (LocalServer server = LocalServer.start(
                        Map.of(Setting.DATA, data, Setting.MONGO_REPLSET, "rs0", Setting.CLOCK, "virtual"));
                MongoClient client = server.client()) {
            MongoCollection<Document> things = client.getDatabase("restart").getCollection("things");
            things.insertOne(new Document("_id", 3));
            try (var cursor = open(things.watch().resumeAfter(token))) {
                assertEquals("insert restart.things 2", words(cursor.next()));
                assertEquals("insert restart.things 3", words(cursor.next()));
            }
            server.server().virtualClock().orElseThrow().advance(Duration.ofHours(25));
            MongoCommandException lost = assertThrows(
                    MongoCommandException.class, () -> open(things.watch().resumeAfter(token)));
            assertEquals(286, lost.getErrorCode());
        }
    }

    @Test
    void expandedUpdatesTakeAmbiguousPathsApart(MongoClient client) {
        MongoCollection<Document> things = client.getDatabase("ambiguous").getCollection("things");
        things.insertOne(Document.parse("{_id: 1, a: {'0': 0}, b: [0]}"));
        try (var expanded = open(things.watch().showExpandedEvents(true));
                var plain = open(things.watch())) {
            assertNull(expanded.tryNext());
            assertNull(plain.tryNext());
            things.updateOne(Filters.eq("_id", 1), Updates.set("b.0", 1));
            things.updateOne(Filters.eq("_id", 1), Updates.set("a.0", 1));
            List<ChangeStreamDocument<Document>> events = take(expanded, 2);
            assertEquals(
                    new BsonDocument(),
                    requireNonNull(events.get(0).getUpdateDescription()).getDisambiguatedPaths());
            assertEquals(
                    BsonDocument.parse("{'a.0': ['a', '0']}"),
                    requireNonNull(events.get(1).getUpdateDescription()).getDisambiguatedPaths());
            take(plain, 2)
                    .forEach(event -> assertNull(
                            requireNonNull(event.getUpdateDescription()).getDisambiguatedPaths()));
        }
    }
}
