package dev.mayfly.test.conformance.mongo;

import static dev.mayfly.test.conformance.mongo.Ground.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.CursorType;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.UpdateOptions;
import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import dev.mayfly.test.testkit.MayflyTest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** Collections that hold so much and no more. */
@MayflyTest
@Rows("capped")
final class MongoCappedIT extends OnGround {
    private void create(long size, long max) {
        ground.database()
                .createCollection(
                        ground.name(),
                        new CreateCollectionOptions()
                                .capped(true)
                                .sizeInBytes(size)
                                .maxDocuments(max));
    }

    private void insert(int... ids) {
        List<Document> documents = new ArrayList<>();
        for (int id : ids) {
            documents.add(new Document("_id", id));
        }
        ground.documents().insertMany(documents);
    }

    private List<Integer> ids(String sort) {
        return ground.documents()
                .find()
                .sort(json(sort))
                .map(found -> found.getInteger("_id"))
                .into(new ArrayList<>());
    }

    @Row(
            number = 10,
            when = "`create` with `capped`, `size` and `max`",
            then =
                    "listed with a size of at least 4096, a multiple of 256; `collStats` says `capped`, `max`, `maxSize`")
    @Test
    void cappedCollectionIsListed() {
        create(5000, 3);
        Document listed =
                Ground.first(ground.database().listCollections().filter(json("{name: '" + ground.name() + "'}")));
        assertEquals(json("{capped: true, size: 5120, max: 3}"), listed.get("options"));
        Document statistics = ground.run(new Document("collStats", ground.name()));
        assertTrue(statistics.getBoolean("capped"));
        assertEquals(3, statistics.get("max"));
        assertEquals(5120, statistics.get("maxSize"));
    }

    @Row(
            number = 20,
            when = "a query without an order, or by `$natural`",
            then = "documents in the order in which they came, or the other way round")
    @Test
    void documentsComeInTheirOrder() {
        create(100_000, 100);
        insert(9, 1, 5);
        assertEquals(List.of(9, 1, 5), ids("{}"));
        assertEquals(List.of(5, 1, 9), ids("{$natural: -1}"));
        assertEquals(List.of(1, 5, 9), ids("{_id: 1}"));
        ground.documents().updateOne(json("{_id: 9}"), json("{$set: {x: 'longer'}}"));
        assertEquals(List.of(9, 1, 5), ids("{}"));
    }

    @Row(number = 30, when = "an insert or upsert of one document too many", then = "the oldest goes in the same write")
    @Test
    void oldestDocumentsGo() {
        create(100_000, 3);
        insert(4, 3, 2, 1);
        assertEquals(List.of(3, 2, 1), ids("{}"));
        ground.documents().updateOne(json("{_id: 0}"), json("{$set: {x: 1}}"), new UpdateOptions().upsert(true));
        assertEquals(List.of(2, 1, 0), ids("{}"));
        assertEquals(3, ground.documents().estimatedDocumentCount());
    }

    @Row(
            number = 31,
            when = "an insert by which the size would be passed",
            then = "as many of the oldest go as it takes; one larger than all the size: 2 BadValue")
    @Test
    void sizeIsKept() {
        create(4096, 0);
        String half = "x".repeat(1500);
        for (int id = 1; id <= 4; id++) {
            ground.documents().insertOne(new Document("_id", id).append("half", half));
        }
        assertEquals(List.of(3, 4), ids("{}"));
        var tooLarge = assertThrows(
                MongoWriteException.class,
                () -> ground.documents().insertOne(new Document("_id", 5).append("x", "x".repeat(4096))));
        assertEquals(2, tooLarge.getError().getCode());
        assertEquals(List.of(3, 4), ids("{}"));
    }

    @Row(number = 40, when = "deletes, and updates that grow a document", then = "allowed, as since 5.0")
    @Test
    void documentsMayBeDeleted() {
        create(100_000, 0);
        insert(1, 2, 3);
        ground.documents().deleteOne(json("{_id: 2}"));
        assertEquals(List.of(1, 3), ids("{}"));
    }

    @Row(
            number = 50,
            when = "a tailable cursor",
            then = "stays open at the end, and gives what comes later; over an empty collection it is dead at once")
    @Test
    void tailableCursorStays() {
        create(100_000, 0);
        try (var dead =
                ground.documents().find().cursorType(CursorType.Tailable).cursor()) {
            assertNull(dead.getServerCursor());
        }
        insert(1, 2);
        try (var cursor =
                ground.documents().find().cursorType(CursorType.Tailable).cursor()) {
            assertEquals(1, cursor.next().getInteger("_id"));
            assertEquals(2, cursor.next().getInteger("_id"));
            assertNull(cursor.tryNext());
            insert(0);
            assertEquals(0, cursor.next().getInteger("_id"));
        }
    }

    @Row(
            number = 51,
            when = "`awaitData`",
            then = "`getMore` waits for the next document, for `maxTimeMS` or a second, and then answers with none")
    @Test
    void awaitingCursorWaits() throws Exception {
        create(100_000, 0);
        insert(1);
        try (MongoCursor<Document> cursor = ground.documents()
                        .find()
                        .cursorType(CursorType.TailableAwait)
                        .maxAwaitTime(10, TimeUnit.SECONDS)
                        .cursor();
                ExecutorService waiting = Executors.newVirtualThreadPerTaskExecutor()) {
            assertEquals(1, cursor.next().getInteger("_id"));
            Future<Document> next = waiting.submit(cursor::next);
            insert(7);
            assertEquals(7, next.get(60, TimeUnit.SECONDS).getInteger("_id"));
        }
        try (MongoCursor<Document> cursor = ground.documents()
                .find(json("{_id: {$gt: 1}}"))
                .cursorType(CursorType.TailableAwait)
                .maxAwaitTime(1, TimeUnit.MILLISECONDS)
                .cursor()) {
            assertEquals(7, cursor.next().getInteger("_id"));
            assertNull(cursor.tryNext());
        }
    }

    @Row(
            number = 52,
            when = "a tailable cursor whose last document has been pushed out",
            then = "136 CappedPositionLost")
    @Test
    void positionCanBeLost() {
        create(100_000, 2);
        insert(1);
        try (MongoCursor<Document> cursor =
                ground.documents().find().cursorType(CursorType.Tailable).cursor()) {
            cursor.next();
            insert(2, 3, 4);
            MongoCommandException lost = assertThrows(MongoCommandException.class, cursor::tryNext);
            assertEquals(136, lost.getErrorCode());
        }
    }

    @Row(
            number = 53,
            when = "a tailable cursor over another collection, or in another order than `$natural`",
            then = "2 BadValue; `awaitData` without `tailable`: 9 FailedToParse")
    @Test
    void otherTailsAreRefused() {
        insert(1);
        Refusal.expect(
                2,
                "BadValue",
                "tailable cursor requested on non capped collection",
                () -> ground.run(new Document("find", ground.name()).append("tailable", true)));
        Refusal.expect(
                2,
                "BadValue",
                "sort other than {$natural: 1}",
                () -> ground.run(new Document("find", ground.name())
                        .append("tailable", true)
                        .append("sort", json("{_id: 1}"))));
        Refusal.expect(
                9,
                "FailedToParse",
                "Cannot set 'awaitData' without also setting 'tailable'",
                () -> ground.run(new Document("find", ground.name()).append("awaitData", true)));
    }

    @Row(
            number = 60,
            when = "a TTL index",
            then = "67 `Cannot create TTL index on a capped collection`, and 72 from `collMod`, as up to 7.0")
    @Test
    void ttlIndexesAreRefused() {
        create(100_000, 0);
        ground.createIndex("{x: 1}", "{}");
        Refusal.expect(
                67,
                "CannotCreateIndex",
                "Cannot create TTL index on a capped collection",
                () -> ground.createTtlIndex("t", 5));
        Refusal.expect(
                72,
                "InvalidOptions",
                "TTL indexes are not supported for capped collections.",
                () -> ground.collMod(json("{name: 'x_1', expireAfterSeconds: 5}")));
    }

    @Row(
            number = 70,
            when = "`convertToCapped`",
            then = "the documents stay, in the order of their `_id`s; the oldest beyond the size go; other indexes go",
            unlike = "MongoDB has the order of its storage, which is that of insertion unless something was moved")
    @Test
    void collectionBecomesCapped() {
        insert(3, 1, 2);
        ground.createIndex("{x: 1}", "{}");
        ground.run(new Document("convertToCapped", ground.name()).append("size", 4096));
        insert(0);
        assertEquals(List.of(1, 2, 3, 0), ids("{}"));
        assertEquals(List.of(), ground.indexes());
        assertTrue(ground.run(new Document("collStats", ground.name())).getBoolean("capped"));
    }

    @Row(number = 71, when = "`collMod` with `cappedSize` or `cappedMax`", then = "holds from the next insert on")
    @Test
    void boundsAreChanged() {
        create(100_000, 0);
        insert(1, 2, 3);
        ground.run(new Document("collMod", ground.name()).append("cappedMax", 2));
        insert(4);
        assertEquals(List.of(3, 4), ids("{}"));
    }

    @Row(number = 80, when = "`$out` into one", then = "17152")
    @Test
    void outIsRefused() {
        create(100_000, 0);
        MongoCommandException refused = assertThrows(
                MongoCommandException.class,
                () -> ground.documents()
                        .aggregate(List.of(new Document("$out", ground.name())))
                        .toCollection());
        assertEquals(17152, refused.getErrorCode());
    }
}
