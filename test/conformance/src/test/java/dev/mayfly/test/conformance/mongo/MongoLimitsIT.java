package dev.mayfly.test.conformance.mongo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.mongodb.MongoWriteException;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import dev.mayfly.test.testkit.MayflyTest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.Test;

/** How large, how deep, how many, and how it may be called. */
@MayflyTest
@Rows("limits")
final class MongoLimitsIT extends OnGround {
    private static final int DOCUMENT_BYTES_MAX = 16 << 20;
    private static final int DEPTH_MAX = 100;
    private static final int WRITES_MAX = 100_000;

    /** Past the checks of the driver. */
    private Document insert(BsonDocument document) {
        return ground.database()
                .runCommand(new BsonDocument("insert", new BsonString(ground.name()))
                        .append("documents", new BsonArray(List.of(document))));
    }

    private void assertInserts(BsonDocument document) {
        assertEquals(new Document("n", 1).append("ok", 1.0), insert(document));
    }

    private void assertRefuses(int code, String text, BsonDocument document) {
        Document error = insert(document).getList("writeErrors", Document.class).getFirst();
        assertEquals(code, error.get("code"));
        assertEquals(text, error.get("errmsg"));
    }

    private static BsonDocument ofBytes(int id, int bytes) {
        int frame = 22;
        return new BsonDocument("_id", new BsonInt32(id)).append("b", new BsonBinary(new byte[bytes - frame]));
    }

    /** A document that holds documents, or arrays, within each other; itself is the first. */
    private static BsonDocument nested(int depth, boolean inArrays) {
        BsonValue value = new BsonInt32(1);
        for (int i = 1; i < depth; i++) {
            value = inArrays ? new BsonArray(List.of(value)) : new BsonDocument("a", value);
        }
        return new BsonDocument("a", value);
    }

    @Row(
            number = 10,
            when = "a document of 16 MiB, and one byte more",
            then = "stored; 10334 BSONObjectTooLarge `object to insert too large. size in bytes: ...`")
    @Test
    void documentHasSixteenMebibytes() {
        assertInserts(ofBytes(1, DOCUMENT_BYTES_MAX));
        assertRefuses(
                10334,
                "object to insert too large. size in bytes: 16777217, max size: 16777216",
                ofBytes(2, DOCUMENT_BYTES_MAX + 1));
        assertEquals(1, ground.documents().countDocuments());
    }

    @Row(
            number = 20,
            when = "an update that makes a document larger than that",
            then = "17419 `Resulting document after update is larger than 16777216`, and nothing is changed")
    @Test
    void documentDoesNotGrowBeyondThat() {
        assertInserts(ofBytes(1, DOCUMENT_BYTES_MAX));
        MongoWriteException refused = assertThrows(
                MongoWriteException.class, () -> ground.documents().updateOne(Filters.eq(1), Updates.set("c", 1)));
        assertEquals(17419, refused.getCode());
        assertEquals(0, ground.documents().countDocuments(Filters.exists("c")));
    }

    @Row(
            number = 30,
            when = "documents or arrays within each other, 100 deep, and deeper",
            then = "stored; 15 Overflow",
            unlike = "MongoDB stores up to 180")
    @Test
    void documentsStandAHundredDeep() {
        for (boolean inArrays : new boolean[] {false, true}) {
            assertInserts(nested(DEPTH_MAX, inArrays));
            Refusal.expect(
                    15, "Overflow", "maximum nested object depth", () -> insert(nested(DEPTH_MAX + 2, inArrays)));
        }
    }

    @Row(number = 40, when = "an update that nests deeper", then = "15 Overflow, and nothing is changed")
    @Test
    void updateDoesNotNestDeeper() {
        assertInserts(nested(DEPTH_MAX, false).append("_id", new BsonInt32(1)));
        MongoWriteException refused = assertThrows(
                MongoWriteException.class,
                () -> ground.documents()
                        .updateOne(Filters.eq(1), Updates.set("b.b.b.b.b.b.b.b", nested(DEPTH_MAX - 5, false))));
        assertEquals(15, refused.getCode());
        assertEquals(0, ground.documents().countDocuments(Filters.exists("b")));
    }

    @Row(
            number = 50,
            when = "100,000 writes in one command; one more; none",
            then = "done; 16 InvalidLength `Write batch sizes must be between 1 and 100000. Got 100001 operations.`")
    @Test
    void batchHasAHundredThousandWrites() {
        assertEquals(WRITES_MAX, insertMany(WRITES_MAX).getInteger("n"));
        Refusal.expect(
                16,
                "InvalidLength",
                "Write batch sizes must be between 1 and 100000. Got 100001 operations.",
                () -> insertMany(WRITES_MAX + 1));
        Refusal.expect(16, "InvalidLength", "Got 0 operations.", () -> insertMany(0));
        assertEquals(WRITES_MAX, ground.documents().estimatedDocumentCount());
    }

    private Document insertMany(int count) {
        List<Document> documents = new ArrayList<>(Collections.nCopies(count, new Document("n", 1)));
        return ground.run(new Document("insert", ground.name()).append("documents", documents));
    }

    private void createAndDrop(String database, String collection) {
        ground.client().getDatabase(database).runCommand(new Document("create", collection));
        ground.client().getDatabase(database).runCommand(new Document("drop", collection));
    }

    @Row(
            number = 60,
            when = "a database and a collection whose names have 255 bytes together, in UTF-8, and more",
            then = "made; 73 InvalidNamespace `Fully qualified namespace is too long. ...`")
    @Test
    void namespaceHas255Bytes() {
        createAndDrop(Ground.DATABASE, "x".repeat(251));
        createAndDrop(Ground.DATABASE, "x" + "é".repeat(125));
        for (String name : List.of("x".repeat(252), "é".repeat(126))) {
            Refusal.expect(
                    73,
                    "InvalidNamespace",
                    "Fully qualified namespace is too long.",
                    () -> createAndDrop(Ground.DATABASE, name));
        }
    }

    @Row(
            number = 70,
            when =
                    "a name of a collection that is empty, begins or ends with a dot, holds `$`, or begins with `system.`",
            then = "73 InvalidNamespace")
    @Test
    void namesOfCollectionsAreChecked() {
        for (String name : List.of("", ".a", "a.", "$a", "a$b", "system.a")) {
            Refusal refusal = Refusal.of(() -> createAndDrop(Ground.DATABASE, name));
            assertEquals(73, refusal.code(), name);
            Refusal written = Refusal.of(
                    () -> ground.run(new Document("insert", name).append("documents", List.of(new Document()))));
            assertEquals(73, written.code(), name);
        }
        createAndDrop(Ground.DATABASE, "a..b /\"é\"");
    }

    @Row(
            number = 80,
            when = "a name of a database of more than 63 bytes, or one that differs from another's in case alone",
            then = "73 InvalidNamespace; 13297 DatabaseDifferCase")
    @Test
    void namesOfDatabasesAreChecked() {
        createAndDrop("d".repeat(63), "c");
        for (String name : List.of("d".repeat(64), "é".repeat(32))) {
            Refusal.expect(73, "InvalidNamespace", "Invalid database name: '", () -> createAndDrop(name, "c"));
        }
        ground.createIndex("{a: 1}", "{}");
        Refusal.expect(
                13297,
                "DatabaseDifferCase",
                "db already exists with different case already have: [app] trying to create [APP]",
                () -> createAndDrop("APP", "c"));
    }

    @Row(
            number = 90,
            when = "fields whose names are empty, hold dots or begin with `$`",
            then = "stored, as since 5.0; within `_id` 52 DollarPrefixedFieldName")
    @Test
    void fieldsMayBeCalledAnything() {
        for (String name : List.of("a.b", ".", "", "$a", "a$", "$set")) {
            assertInserts(new BsonDocument(name, new BsonInt32(1)));
            assertInserts(new BsonDocument("x", new BsonDocument(name, new BsonInt32(1))));
        }
        assertRefuses(
                52,
                "_id fields may not contain '$'-prefixed fields: $a is not valid for storage.",
                new BsonDocument("_id", new BsonDocument("$a", new BsonInt32(1))));
    }

    @Row(
            number = 100,
            when = "an `_id` that is an array, a regular expression or undefined",
            then = "53 InvalidIdField `The '_id' value cannot be of type array`")
    @Test
    void idsAreChecked() {
        assertRefuses(53, "The '_id' value cannot be of type array", BsonDocument.parse("{_id: [1]}"));
        assertRefuses(53, "The '_id' value cannot be of type regex", BsonDocument.parse("{_id: /a/}"));
        assertRefuses(
                53, "The '_id' value cannot be of type undefined", BsonDocument.parse("{_id: {$undefined: true}}"));
        assertInserts(BsonDocument.parse("{_id: null}"));
        assertInserts(BsonDocument.parse("{_id: {$minKey: 1}}"));
    }

    @Row(
            number = 110,
            when = "a 65th index of a collection",
            then = "67 CannotCreateIndex `add index fails, too many indexes ...`")
    @Test
    void collectionHas64Indexes() {
        IntStream.range(0, 63).forEach(i -> ground.createIndex("{a" + i + ": 1}", "{}"));
        Refusal.expect(
                67,
                "CannotCreateIndex",
                "add index fails, too many indexes for " + ground.namespace(),
                () -> ground.createIndex("{b: 1}", "{}"));
        ground.createIndex("{a0: 1}", "{}");
        assertEquals(63, ground.indexes().size());
    }

    @Row(number = 120, when = "an index of more than 32 fields", then = "67 CannotCreateIndex")
    @Test
    void indexHas32Fields() {
        Document key = new Document();
        IntStream.range(0, 32).forEach(i -> key.append("f" + i, 1));
        ground.createIndex(new Document("key", new Document(key)).append("name", "fits"));
        key.append("f32", 1);
        assertEquals(
                67,
                Refusal.of(() -> ground.createIndex(new Document("key", key).append("name", "too many")))
                        .code());
    }

    @Row(
            number = 130,
            when = "a pipeline of more than 1000 stages",
            then = "7749501 `Pipeline length must be no longer than 1000 stages.`")
    @Test
    void pipelineHasAThousandStages() {
        ground.documents()
                .aggregate(Collections.nCopies(1000, Aggregates.limit(1)))
                .first();
        assertEquals(
                7749501,
                Refusal.of(() -> ground.documents()
                                .aggregate(Collections.nCopies(1001, Aggregates.limit(1)))
                                .first())
                        .code());
    }

    @Row(
            number = 140,
            when = "a filter whose parts stand too deep in each other",
            then = "15 Overflow",
            unlike = "MongoDB takes twice as deep ones")
    @Test
    void filterIsNoTower() {
        Bson filter = Filters.eq("n", 1);
        for (int i = 0; i < DEPTH_MAX; i++) {
            filter = Filters.and(filter);
        }
        Bson tower = filter;
        assertEquals(
                15, Refusal.of(() -> ground.documents().find(tower).first()).code());
    }

    @Row(
            number = 150,
            when = "`$in` of 100,000 values, and of more",
            then = "answered; 2 BadValue",
            unlike = "MongoDB takes as many as the message holds")
    @Test
    void inHasAHundredThousandValues() {
        List<Integer> values = IntStream.range(0, 100_001).boxed().toList();
        assertEquals(0, ground.documents().countDocuments(Filters.in("n", values.subList(1, values.size()))));
        Refusal.expect(
                2,
                "BadValue",
                "$in takes at most 100000 values",
                () -> ground.documents().countDocuments(Filters.in("n", values)));
    }

    @Row(
            number = 160,
            when = "more than 100 open cursors in one session",
            then = "146 ExceededMemoryLimit",
            unlike = "MongoDB counts none")
    @Test
    void sessionHasAHundredCursors() {
        insertMany(3);
        try (var session = ground.client().startSession()) {
            Document find = new Document("find", ground.name()).append("batchSize", 1);
            IntStream.range(0, 100).forEach(_ -> ground.database().runCommand(session, find));
            assertEquals(
                    146,
                    Refusal.of(() -> ground.database().runCommand(session, find))
                            .code());
        }
    }
}
