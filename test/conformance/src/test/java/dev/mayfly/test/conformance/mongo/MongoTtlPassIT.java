package dev.mayfly.test.conformance.mongo;

import static dev.mayfly.test.conformance.mongo.Ground.json;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.test.conformance.driver.LocalServer;
import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import dev.mayfly.test.testkit.Fresh;
import dev.mayfly.test.testkit.MayflyTest;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonDateTime;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** One pass of the TTL monitor: how it is divided, and what may happen in the midst of it. */
@MayflyTest
@Fresh
@Rows("passes")
final class MongoTtlPassIT extends OnGround {
    private MayflyServer server;

    @BeforeEach
    void prepare(MayflyServer started) {
        server = started;
    }

    private void set(String parameter, Object value) {
        ground.admin(new Document("setParameter", 1).append(parameter, value));
    }

    private void advance(long seconds) {
        ground.advance(Duration.ofSeconds(seconds));
    }

    private Document metrics(long deleted, long passes, long subPasses) {
        return new Document("deletedDocuments", deleted)
                .append("invalidTTLIndexSkips", 0L)
                .append("passes", passes)
                .append("subPasses", subPasses);
    }

    private void pace(int documents, int subPassSeconds) {
        set("ttlIndexDeleteTargetDocs", documents);
        set("ttlIndexDeleteTargetTimeMS", 0);
        set("ttlMonitorSubPassTargetSecs", subPassSeconds);
    }

    private void insertDue(String collection, int count) {
        List<Document> due = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            due.add(new Document("x", ground.in(-30)));
        }
        if (!due.isEmpty()) {
            ground.database().getCollection(collection).insertMany(due);
        }
    }

    @Row(
            number = 10,
            when = "more than `ttlIndexDeleteTargetDocs` due by one index, `ttlMonitorSubPassTargetSecs` 0",
            then = "as many sub-passes as visits to the index, of which the last finds less; one pass")
    @ParameterizedTest
    @CsvSource({"EXACT, 0, 1", "EXACT, 9, 1", "EXACT, 25, 3", "EXACT, 30, 4", "LAZY, 9, 1", "LAZY, 25, 3", "LAZY, 30, 4"
    })
    void fullVisitsMakeSubPasses(Visibility visibility, int due, long subPasses) {
        pace(10, 0);
        ground.prepare(visibility, 30);
        insertDue(ground.name(), due);
        assertEquals(
                visibility == Visibility.EXACT ? 0 : due, ground.documents().countDocuments());
        advance(60);
        assertEquals(0, ground.documents().countDocuments());
        assertEquals(metrics(due, 1, subPasses), ground.metrics());
        advance(60);
        assertEquals(metrics(due, 2, subPasses + 1), ground.metrics());
    }

    @Row(
            number = 11,
            when = "several indexes with much to do",
            then = "they take turns; the one with most visits decides")
    @ParameterizedTest
    @EnumSource
    void indexesTakeTurns(Visibility visibility) {
        pace(10, 0);
        for (String name : List.of("short", "long")) {
            ground.run(json(
                    "{createIndexes: '" + name + "', indexes: [{key: {x: 1}, name: 'x', expireAfterSeconds: 30}]}"));
            ground.run(new Document("collMod", name).append("ttlVisibility", visibility.word()));
        }
        insertDue("short", 12);
        insertDue("long", 25);
        advance(60);
        assertEquals(metrics(37, 1, 3), ground.metrics());
    }

    @Row(
            number = 12,
            when = "`ttlMonitorSubPassTargetSecs` 60, `ttlIndexDeleteTargetDocs` 0, or `ttlMonitorBatchDeletes: false`",
            then = "one sub-pass, however much there is to do in less than that time")
    @ParameterizedTest
    @CsvSource({"10, 60, true", "0, 0, true", "10, 0, false"})
    void oneSubPassDoesAll(int documents, int seconds, boolean batches) {
        pace(documents, seconds);
        set("ttlMonitorBatchDeletes", batches);
        ground.prepare(Visibility.LAZY, 30);
        insertDue(ground.name(), 45);
        advance(60);
        assertEquals(metrics(45, 1, 1), ground.metrics());
    }

    @Row(
            number = 20,
            when = "what a `collMod` to fewer seconds makes due",
            then = "is counted by the end of the next pass; exact: hidden at once, lazy: by that pass")
    @ParameterizedTest
    @EnumSource
    void changeIsCountedAtTheNextPass(Visibility visibility) {
        ground.prepare(visibility, 1_000_000);
        ground.insert("dies", ground.in(-100));
        ground.insert("stays", ground.in(5000));
        advance(60);
        assertEquals(metrics(0, 1, 1), ground.metrics());
        ground.collMod(json("{keyPattern: {x: 1}, expireAfterSeconds: 100}"));
        if (visibility == Visibility.LAZY) {
            ground.assertThere("dies", "stays");
            assertEquals(metrics(0, 1, 1), ground.metrics());
        } else {
            ground.assertThere("stays");
        }
        advance(60);
        ground.assertThere("stays");
        assertEquals(metrics(1, 2, 2), ground.metrics());
    }

    /** A lazy collection in the midst of a pass: {@code gone} is hidden by it, and not yet destroyed. */
    private void prepareMidPass() {
        ground.prepare(Visibility.LAZY, 30);
        ground.insert("gone", ground.in(0));
        ground.insert("due", ground.in(35));
        ground.insert("stays", ground.in(5000));
        advance(59);
        ground.assertThere("due", "gone", "stays");
        server.engine().sweeper().pause();
        advance(1);
        ground.assertThere("due", "stays");
        assertEquals(0L, ground.metrics().get("deletedDocuments"));
    }

    private void endPass() {
        server.engine().sweeper().resume();
        advance(60);
    }

    @Row(
            number = 30,
            when = "lazy: the index is dropped in mid-pass",
            then = "what the pass has found is gone and counted; nothing else expires",
            unlike = "MongoDB keeps what it has not yet deleted")
    @Test
    void indexIsDroppedInMidPass() {
        prepareMidPass();
        ground.documents().dropIndex("x_1");
        ground.assertThere("due", "stays");
        endPass();
        advance(10_000);
        ground.assertThere("due", "stays");
        assertEquals(1L, ground.metrics().get("deletedDocuments"));
    }

    @Row(
            number = 31,
            when = "lazy: the index is hidden in mid-pass",
            then = "the pass goes on, and so do those after it")
    @Test
    void indexIsHiddenInMidPass() {
        prepareMidPass();
        ground.collMod(json("{name: 'x_1', hidden: true}"));
        ground.assertThere("due", "stays");
        endPass();
        ground.assertThere("stays");
        assertEquals(2L, ground.metrics().get("deletedDocuments"));
    }

    @Row(
            number = 32,
            when = "lazy: the collection is renamed in mid-pass",
            then = "what the pass has found is gone under the new name too, and documents go on expiring")
    @Test
    void collectionIsRenamedInMidPass() {
        prepareMidPass();
        String renamed = ground.name() + "Renamed";
        ground.documents().renameCollection(new MongoNamespace(Ground.DATABASE, renamed));
        var documents = ground.database().getCollection(renamed);
        assertEquals(2, documents.countDocuments());
        endPass();
        assertEquals(
                new Document("_id", "stays"),
                documents.find().projection(json("{_id: 1}")).first());
        assertEquals(1, documents.countDocuments());
        assertEquals(2L, ground.metrics().get("deletedDocuments"));
    }

    @Row(
            number = 33,
            when = "lazy: the collection is dropped and made again in mid-pass",
            then = "the pass forgets it; the new one is a collection like any other")
    @Test
    void collectionIsDroppedInMidPass() {
        prepareMidPass();
        ground.documents().drop();
        ground.insert("gone", ground.in(-100));
        ground.assertThere("gone");
        endPass();
        ground.assertThere("gone");
        assertEquals(0L, ground.metrics().get("deletedDocuments"));
    }

    @Row(
            number = 34,
            when = "lazy: a document that the pass has found is met by a write in mid-pass",
            then = "it is gone: an update matches nothing, an insert takes its `_id`",
            unlike = "MongoDB may not have come to it yet")
    @Test
    void writesMeetThePass() {
        prepareMidPass();
        assertEquals(
                0,
                ground.documents()
                        .updateOne(json("{_id: 'gone'}"), json("{$unset: {x: 1}}"))
                        .getMatchedCount());
        ground.insert("gone", ground.in(9000));
        endPass();
        ground.assertThere("gone", "stays");
    }

    @Row(
            number = 35,
            when = "lazy: `ttlMonitorEnabled: false` in mid-pass",
            then = "what the pass has found stays gone; nothing else expires until it is true again")
    @Test
    void monitorIsSwitchedOffInMidPass() {
        prepareMidPass();
        set("ttlMonitorEnabled", false);
        ground.assertThere("due", "stays");
        endPass();
        advance(10_000);
        ground.assertThere("due", "stays");
        set("ttlMonitorEnabled", true);
        advance(60);
        ground.assertThere();
    }

    @Row(
            number = 36,
            when = "lazy: a document becomes due between two passes",
            then = "it is shown until the next one begins, and an update that moves its date forward saves it")
    @Test
    void nothingGoesBetweenPasses() {
        ground.prepare(Visibility.LAZY, 30);
        ground.insert("saved", ground.in(0));
        ground.insert("due", ground.in(0));
        advance(59);
        ground.assertThere("due", "saved");
        ground.documents().updateOne(json("{_id: 'saved'}"), new Document("$set", new Document("x", ground.in(100))));
        advance(1);
        ground.assertThere("saved");
    }

    @Row(
            number = 40,
            when = "lazy: the server is stopped and started again in mid-pass",
            then = "what the pass has found stays gone, what it has not is there until the next")
    @Test
    void serverRestartsInMidPass(@TempDir Path folder) throws Exception {
        String data = folder.resolve("data").toString();
        Document index = json("{createIndexes: 'c', indexes: [{key: {x: 1}, name: 'x_1', expireAfterSeconds: 30}]}");
        BsonDateTime start = Ground.date(Instant.parse("2026-01-01T00:00:00Z").toEpochMilli());
        try (LocalServer first =
                        LocalServer.start(Map.of(Setting.DATA, data, Setting.CLOCK, "virtual@2026-01-01T00:00:00Z"));
                MongoClient client = first.client()) {
            MongoDatabase app = client.getDatabase(Ground.DATABASE);
            app.runCommand(index);
            app.runCommand(json("{collMod: 'c', ttlVisibility: 'lazy'}"));
            app.getCollection("c")
                    .insertMany(List.of(
                            new Document("_id", "gone").append("x", start),
                            new Document("_id", "due").append("x", Ground.date(start.getValue() + 35_000))));
            first.server().engine().sweeper().pause();
            first.server().virtualClock().orElseThrow().advance(Duration.ofSeconds(70));
            assertEquals(1, app.getCollection("c").countDocuments());
        }
        try (LocalServer second = LocalServer.start(Map.of(Setting.DATA, data, Setting.CLOCK, "virtual"));
                MongoClient client = second.client()) {
            MongoCollection<Document> documents =
                    client.getDatabase(Ground.DATABASE).getCollection("c");
            assertEquals("due", documents.distinct("_id", String.class).first());
            second.server().virtualClock().orElseThrow().advance(Duration.ofSeconds(59));
            assertEquals(1, documents.countDocuments());
            second.server().virtualClock().orElseThrow().advance(Duration.ofSeconds(1));
            assertEquals(0, documents.countDocuments());
        }
    }
}
