package dev.mayfly.test.conformance.mongo;

import static dev.mayfly.test.conformance.mongo.Ground.json;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoWriteException;
import com.mongodb.client.FindIterable;
import com.mongodb.client.model.Collation;
import com.mongodb.client.model.CollationStrength;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.IndexOptions;
import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import dev.mayfly.test.testkit.MayflyTest;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Collations of collections and indexes, and which queries each kind of index serves. */
@MayflyTest
@Rows("kinds")
final class MongoIndexKindsIT extends OnGround {
    private static final Collation ENGLISH = Collation.builder()
            .locale("en")
            .collationStrength(CollationStrength.SECONDARY)
            .build();

    private void create() {
        ground.database().createCollection(ground.name(), new CreateCollectionOptions().collation(ENGLISH));
    }

    private void insert(String... documents) {
        for (String document : documents) {
            ground.documents().insertOne(json(document));
        }
    }

    private FindIterable<Document> find(String filter) {
        return ground.documents().find(json(filter));
    }

    private static List<Integer> ids(FindIterable<Document> found) {
        return found.map(one -> one.getInteger("_id")).into(new ArrayList<>());
    }

    private static boolean isServed(FindIterable<Document> found) {
        return found.explain().toJson().contains("IXSCAN");
    }

    @Row(
            number = 10,
            when = "`create` with `collation`",
            then =
                    "queries, updates and indexes that do not say otherwise have it, and are listed with all its options")
    @Test
    void collationIsInherited() {
        create();
        insert("{_id: 1, a: 'x'}", "{_id: 2, a: 'X'}");
        ground.createIndex("{a: 1}", "{}");
        assertEquals(2, ground.documents().countDocuments(json("{a: 'X'}")));
        assertEquals(
                List.of("x"), ground.documents().distinct("a", String.class).into(new ArrayList<>()));
        assertEquals(2, ground.index("a_1").get("collation", Document.class).get("strength"));
        assertEquals(
                1,
                ids(find("{a: 'X'}")
                                .collation(Collation.builder().locale("simple").build()))
                        .size());
        assertEquals(2, ground.documents().deleteMany(json("{a: 'x'}")).getDeletedCount());
    }

    @Row(
            number = 11,
            when = "`_id`s that are equal by the collection's collation",
            then = "one of them is stored, the other is refused (11000); either finds it, by an index")
    @Test
    void idsObeyTheCollation() {
        create();
        ground.documents().insertOne(new Document("_id", "a"));
        MongoWriteException refused =
                assertThrows(MongoWriteException.class, () -> ground.documents().insertOne(new Document("_id", "A")));
        assertEquals(ErrorCategory.DUPLICATE_KEY, refused.getError().getCategory());
        assertTrue(requireNonNull(refused.getMessage()).contains("index: _id_ collation: "));
        assertTrue(isServed(find("{_id: 'A'}")));
        assertEquals("a", requireNonNull(find("{_id: 'A'}").first()).getString("_id"));
        assertEquals(1, ground.documents().deleteOne(json("{_id: 'A'}")).getDeletedCount());
        assertEquals("en", idIndex().get("collation", Document.class).get("locale"));
    }

    @Row(
            number = 12,
            when =
                    "a collation, where values are compared behind the first `$match`: stages, expressions, accumulators, "
                            + "windows, updates, array filters, projections",
            then = "obeyed everywhere; `$strcasecmp`, `$indexOfCP`, patterns and `$jsonSchema` go by characters")
    @Test
    void everyComparisonObeys() {
        create();
        insert("{_id: 1, a: 'x', l: ['x', 'y']}", "{_id: 2, a: 'X', l: ['Z']}");
        assertEquals(2, count("{$project: {b: '$a'}}", "{$match: {b: 'X'}}"));
        assertEquals(1, count("{$match: {$expr: {$in: ['X', '$l']}}}"));
        assertEquals(1, count("{$group: {_id: null, s: {$addToSet: '$a'}}}", "{$unwind: '$s'}"));
        assertEquals(1, count("{$match: {$expr: {$eq: [{$indexOfCP: ['$a', 'X']}, 0]}}}"));
        assertEquals(1, count("{$match: {a: {$regex: '^X'}}}"));
        ground.documents().updateMany(json("{}"), json("{$pull: {l: 'X'}}"));
        ground.documents().updateMany(json("{}"), json("{$addToSet: {l: 'z'}}"));
        assertEquals(List.of("y", "z"), list(1));
        assertEquals(List.of("Z"), list(2));
    }

    private int count(String... stages) {
        List<Document> pipeline = new ArrayList<>();
        for (String stage : stages) {
            pipeline.add(json(stage));
        }
        return ground.documents().aggregate(pipeline).into(new ArrayList<>()).size();
    }

    private Document idIndex() {
        return requireNonNull(ground.documents().listIndexes().first());
    }

    private List<String> list(int id) {
        return requireNonNull(ground.documents().find(new Document("_id", id)).first())
                .getList("l", String.class);
    }

    @Row(
            number = 13,
            when = "any option of a collation: `strength` 1 to 5, `caseLevel`, `caseFirst`, `numericOrdering`, "
                    + "`alternate`, `maxVariable`, `backwards`, variants such as `de@collation=phonebook`",
            then = "as ICU has it; what the language sets by itself is listed")
    @Test
    void everyOptionIsIcus() {
        ground.database()
                .createCollection(
                        ground.name(),
                        new CreateCollectionOptions()
                                .collation(Collation.builder()
                                        .locale("fr_CA")
                                        .numericOrdering(true)
                                        .build()));
        insert("{_id: 'a10'}", "{_id: 'a9'}");
        assertEquals(
                "a9", requireNonNull(find("{}").sort(json("{_id: 1}")).first()).getString("_id"));
        assertEquals(true, idIndex().get("collation", Document.class).get("backwards"));
    }

    @Row(
            number = 20,
            when = "an index with a collation, and a query with the same",
            then = "serves equality, ranges and sorts of texts")
    @Test
    void indexServesItsCollation() {
        insert("{_id: 1, a: 'b'}", "{_id: 2, a: 'B'}", "{_id: 3, a: 'a'}", "{_id: 4, a: 'C'}");
        ground.documents().createIndex(json("{a: 1}"), new IndexOptions().collation(ENGLISH));
        FindIterable<Document> equal = find("{a: 'B'}").collation(ENGLISH);
        assertTrue(isServed(equal));
        assertEquals(List.of(1, 2), ids(equal));
        FindIterable<Document> sorted =
                find("{a: {$gt: 'A'}}").sort(json("{a: -1}")).collation(ENGLISH);
        String plan = sorted.explain().toJson();
        assertTrue(plan.contains("IXSCAN") && !plan.contains("SORT"), plan);
        assertEquals(4, ids(sorted).getFirst());
        assertEquals(3, ids(sorted).size());
    }

    @Row(
            number = 21,
            when = "an index with a collation, and a query with another or none",
            then = "serves what is no text, document or array, and no sort")
    @Test
    void indexDoesNotServeOtherCollations() {
        insert("{_id: 1, a: 'b'}", "{_id: 2, a: 'B'}", "{_id: 3, a: 5}");
        ground.documents().createIndex(json("{a: 1}"), new IndexOptions().collation(ENGLISH));
        assertTrue(!isServed(find("{a: 'b'}")));
        assertEquals(List.of(1), ids(find("{a: 'b'}")));
        assertTrue(isServed(find("{a: 5}")));
        assertTrue(!isServed(find("{}").sort(json("{a: 1}"))));
    }

    @Row(
            number = 22,
            when = "a unique index with a collation",
            then = "11000 for what its collation takes for equal, with the collation in the message",
            unlike = "the message shows the text, not its key in the collation")
    @Test
    @Tag("unsharded")
    void uniqueIndexObeysItsCollation() {
        ground.documents()
                .createIndex(json("{a: 1}"), new IndexOptions().unique(true).collation(ENGLISH));
        insert("{_id: 1, a: 'x'}");
        MongoWriteException refused = assertThrows(MongoWriteException.class, () -> insert("{_id: 2, a: 'X'}"));
        assertEquals(ErrorCategory.DUPLICATE_KEY, refused.getError().getCategory());
        assertTrue(requireNonNull(refused.getMessage()).contains("collation: { locale: \"en\""));
        insert("{_id: 3, a: 'y'}");
    }

    @Row(number = 30, when = "a hashed index", then = "serves equality and `$in`, neither ranges nor sorts")
    @Test
    void hashedIndexServesEquality() {
        ground.createIndex("{a: 'hashed'}", "{}");
        insert("{_id: 1, a: 5}", "{_id: 2, a: 'x'}", "{_id: 3}");
        assertTrue(isServed(find("{a: 5}")));
        assertEquals(List.of(1), ids(find("{a: 5.0}")));
        assertTrue(isServed(find("{a: {$in: [5, 'x']}}")));
        assertEquals(2, ids(find("{a: {$in: [5, 'x']}}")).size());
        assertTrue(!isServed(find("{a: {$gt: 4}}")));
        assertTrue(!isServed(find("{}").sort(json("{a: 1}"))));
    }

    @Row(
            number = 31,
            when = "an array where an index is hashed; `unique` with it",
            then = "16766 `hashed indexes do not currently support array values`; 16764")
    @Test
    void hashedIndexTakesNoArrays() {
        ground.createIndex("{a: 'hashed'}", "{}");
        MongoWriteException refused = assertThrows(MongoWriteException.class, () -> insert("{_id: 1, a: [1]}"));
        assertEquals(16766, refused.getError().getCode());
        assertEquals(
                16764,
                Refusal.of(() -> ground.createIndex("{b: 'hashed'}", "{unique: true}"))
                        .code());
    }

    @Row(number = 40, when = "a hidden index", then = "serves no query until it is shown again")
    @Test
    void hiddenIndexIsNotUsed() {
        ground.createIndex("{a: 1}", "{hidden: true}");
        insert("{_id: 1, a: 1}");
        assertTrue(!isServed(find("{a: 1}")));
        ground.collMod(json("{name: 'a_1', hidden: false}"));
        assertTrue(isServed(find("{a: 1}")));
    }

    @Row(
            number = 41,
            when = "a sparse index",
            then = "serves queries that need the field, not such as take what lacks it, nor whole sorts")
    @Test
    void sparseIndexServesWhatItHolds() {
        ground.createIndex("{a: 1}", "{sparse: true}");
        insert("{_id: 1, a: 1}", "{_id: 2}");
        assertTrue(isServed(find("{a: 1}")));
        assertTrue(!isServed(find("{a: null}")));
        assertEquals(List.of(2), ids(find("{a: null}")));
        assertTrue(!isServed(find("{}").sort(json("{a: 1}"))));
    }

    @Row(number = 42, when = "a partial index", then = "serves queries whose filter lies within its own")
    @Test
    void partialIndexServesWhatItHolds() {
        ground.createIndex("{a: 1}", "{partialFilterExpression: {b: {$gt: 5}}}");
        insert("{_id: 1, a: 1, b: 6}", "{_id: 2, a: 1}");
        assertTrue(isServed(find("{a: 1, b: {$gte: 6}}")));
        assertTrue(!isServed(find("{a: 1, b: {$gt: 4}}")));
        assertEquals(List.of(1, 2), ids(find("{a: 1}")));
    }

    @Row(
            number = 43,
            when = "a wildcard index",
            then = "serves a query of one of the paths it covers, but not what lacks it")
    @Test
    void wildcardIndexServesItsPaths() {
        ground.createIndex("{'a.$**': 1}", "{}");
        insert("{_id: 1, a: {b: 1}}", "{_id: 2}");
        assertTrue(isServed(find("{'a.b': 1}")));
        assertTrue(!isServed(find("{'a.b': null}")));
        assertTrue(!isServed(find("{c: 1}")));
    }
}
