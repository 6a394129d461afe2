package dev.mayfly.test.conformance.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoCursorNotFoundException;
import com.mongodb.MongoQueryException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import dev.mayfly.test.testkit.MayflyClock;
import dev.mayfly.test.testkit.MayflyTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Cursors that outlive a batch, the documents they have yet to show, and their own end. */
@MayflyTest
final class MongoCursorIT {
    private static final int COUNT = 100;

    private MongoDatabase database;
    private MongoCollection<Document> documents;

    @BeforeEach
    void prepare(MongoClient client, TestInfo test) {
        database = client.getDatabase("cursors");
        documents = database.getCollection(test.getTestMethod().orElseThrow().getName());
        documents.drop();
    }

    private void insert(int from, int until) {
        documents.insertMany(IntStream.range(from, until)
                .mapToObj(number -> new Document("_id", number).append("mod", number % 7))
                .toList());
    }

    /** Every second document dies after a minute. */
    private void insertMortals(MayflyClock clock) {
        documents.createIndex(Indexes.ascending("at"), new IndexOptions().expireAfter(60L, TimeUnit.SECONDS));
        Date now = Date.from(clock.now());
        documents.insertMany(IntStream.range(0, COUNT)
                .mapToObj(number -> new Document("_id", number).append("at", number % 2 == 0 ? now : null))
                .toList());
    }

    private static List<Integer> rest(MongoCursor<Document> cursor) {
        List<Integer> keys = new ArrayList<>();
        cursor.forEachRemaining(each -> keys.add(each.getInteger("_id")));
        return keys;
    }

    private static List<Integer> numbers(int from, int until, int step) {
        List<Integer> numbers = new ArrayList<>();
        for (int number = from; number < until; number += step) {
            numbers.add(number);
        }
        return numbers;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 33, 99, 100, 101})
    void batchesOfAnySizeShowEveryDocumentOnce(int size) {
        insert(0, COUNT);
        assertEquals(numbers(0, COUNT, 1), rest(documents.find().batchSize(size).iterator()));
    }

    @Test
    void batchesGoOnWhereWritersComeBetween() {
        insert(0, COUNT);
        try (MongoCursor<Document> cursor =
                documents.find().sort(new Document("_id", 1)).batchSize(10).iterator()) {
            for (int read = 0; read < 10; read++) {
                assertEquals(read, cursor.next().getInteger("_id"));
            }
            documents.deleteMany(new Document("_id", new Document("$lt", 50)));
            insert(COUNT, COUNT + 10);
            assertEquals(numbers(50, COUNT + 10, 1), rest(cursor));
        }
    }

    @Test
    void documentsThatExpireBetweenBatchesAreNotShown(MayflyClock clock) {
        insertMortals(clock);
        try (MongoCursor<Document> cursor = documents.find().batchSize(10).iterator()) {
            for (int read = 0; read < 10; read++) {
                assertEquals(read, cursor.next().getInteger("_id"));
            }
            clock.advance(Duration.ofSeconds(60));
            assertEquals(numbers(11, COUNT, 2), rest(cursor));
        }
    }

    @Test
    void sortedRowsThatExpireInTheServersHandsAreNotShown(MayflyClock clock) {
        insertMortals(clock);
        try (MongoCursor<Document> cursor = documents
                .aggregate(List.of(
                        new Document("$sort", new Document("nothing", 1).append("_id", -1)),
                        new Document("$match", new Document("_id", new Document("$gte", 0)))))
                .batchSize(10)
                .iterator()) {
            for (int read = COUNT - 1; read >= COUNT - 10; read--) {
                assertEquals(read, cursor.next().getInteger("_id"));
            }
            clock.advance(Duration.ofSeconds(60));
            assertEquals(numbers(1, COUNT - 10, 2).reversed(), rest(cursor));
        }
    }

    @Test
    void closedCursorIsKnownNoMore() {
        insert(0, COUNT);
        long id;
        try (MongoCursor<Document> cursor = documents.find().batchSize(10).iterator()) {
            cursor.next();
            id = Objects.requireNonNull(cursor.getServerCursor()).getId();
        }
        MongoCommandException gone = assertThrows(
                MongoCommandException.class,
                () -> database.runCommand(new Document("getMore", id)
                        .append("collection", documents.getNamespace().getCollectionName())));
        assertEquals(43, gone.getErrorCode());
        assertEquals("CursorNotFound", gone.getErrorCodeName());
    }

    @Test
    void killedCursorFailsItsReader() {
        insert(0, COUNT);
        try (MongoCursor<Document> cursor = documents.find().batchSize(10).iterator()) {
            long id = Objects.requireNonNull(cursor.getServerCursor()).getId();
            Document answer = kill(id, 12_345L);
            assertEquals(List.of(id), answer.getList("cursorsKilled", Long.class));
            assertEquals(List.of(12_345L), answer.getList("cursorsNotFound", Long.class));
            for (int read = 0; read < 10; read++) {
                cursor.next();
            }
            assertThrows(MongoCursorNotFoundException.class, cursor::next);
        }
    }

    @Test
    void exhaustedCursorIsClosedByTheServer() {
        insert(0, COUNT);
        MongoCursor<Document> cursor = documents.find().batchSize(50).iterator();
        long id = Objects.requireNonNull(cursor.getServerCursor()).getId();
        assertEquals(COUNT, rest(cursor).size());
        assertEquals(List.of(id), kill(id).getList("cursorsNotFound", Long.class));
    }

    private Document kill(Long... ids) {
        return database.runCommand(
                new Document("killCursors", documents.getNamespace().getCollectionName())
                        .append("cursors", List.of(ids)));
    }

    @Test
    void droppedCollectionEndsItsCursors() {
        insert(0, COUNT);
        try (MongoCursor<Document> cursor = documents.find().batchSize(10).iterator()) {
            for (int read = 0; read < 10; read++) {
                cursor.next();
            }
            documents.drop();
            assertEquals(
                    175, assertThrows(MongoQueryException.class, cursor::next).getErrorCode());
        }
    }

    private Document scan(String name, int direction, Document more) {
        Document find = new Document("find", name)
                .append("hint", new Document("$natural", direction))
                .append("batchSize", 2)
                .append("singleBatch", true)
                .append("$_requestResumeToken", true);
        find.putAll(more);
        return database.runCommand(find).get("cursor", Document.class);
    }

    private static List<Object> ids(Document cursor) {
        return new ArrayList<>(cursor.getList("firstBatch", Document.class).stream()
                .map(document -> document.get("_id"))
                .toList());
    }

    @ParameterizedTest
    @CsvSource({"false, 1", "false, -1", "true, 1", "true, -1"})
    void scanGoesOnBehindItsToken(boolean capped, int direction) {
        String name = "scan" + capped + direction;
        if (capped) {
            database.runCommand(
                    new Document("create", name).append("capped", true).append("size", 65_536));
        }
        List<Object> order = new ArrayList<>(List.of(5, 3, 4, 1, 2));
        order.forEach(id -> database.getCollection(name).insertOne(new Document("_id", id)));
        if (!capped) {
            order = new ArrayList<>(List.of(1, 2, 3, 4, 5));
        }
        if (direction < 0) {
            Collections.reverse(order);
        }
        List<Object> seen = new ArrayList<>();
        Document batch = scan(name, direction, new Document());
        while (!batch.getList("firstBatch", Document.class).isEmpty()) {
            seen.addAll(ids(batch));
            batch = scan(name, direction, new Document("$_resumeAfter", batch.get("postBatchResumeToken")));
        }
        assertEquals(order, seen);
    }

    @Test
    void scanStartsAtADocumentThatIsGone() {
        for (int id = 1; id <= 4; id++) {
            database.getCollection("gone").insertOne(new Document("_id", id));
        }
        Object token = scan("gone", 1, new Document()).get("postBatchResumeToken");
        assertEquals(List.of(2, 3), ids(scan("gone", 1, new Document("$_startAt", token))));
        database.getCollection("gone").deleteOne(new Document("_id", 2));
        MongoCommandException gone =
                assertThrows(MongoCommandException.class, () -> scan("gone", 1, new Document("$_resumeAfter", token)));
        assertEquals(211, gone.getErrorCode());
        assertEquals(List.of(3, 4), ids(scan("gone", 1, new Document("$_startAt", token))));
    }
}
