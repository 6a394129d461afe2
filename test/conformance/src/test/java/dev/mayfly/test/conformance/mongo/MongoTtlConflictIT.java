package dev.mayfly.test.conformance.mongo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import dev.mayfly.test.testkit.MayflyTest;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** The answers of {@code createIndexes} to a TTL index that another index stands in the way of. */
@MayflyTest
@Rows("conflicts")
final class MongoTtlConflictIT extends OnGround {
    @Row(
            number = 160,
            when = "same key and name, another `expireAfterSeconds`",
            then = "85 IndexOptionsConflict `... already exists with the same name but different options`")
    @Test
    void otherSecondsConflict() {
        ground.createTtlIndex("x", 5);
        Refusal.expect(
                85,
                "IndexOptionsConflict",
                "An equivalent index already exists with the same name but different options. Requested index: {",
                () -> ground.createTtlIndex("x", 6));
        assertEquals(5, ground.index("x_1").get("expireAfterSeconds"));
    }

    @Row(
            number = 170,
            when = "same key, another name and another `expireAfterSeconds`",
            then = "85 `... already exists with a different name and options`")
    @Test
    void otherNameAndSecondsConflict() {
        ground.createTtlIndex("x", 5);
        Refusal.expect(
                85,
                "IndexOptionsConflict",
                "An equivalent index already exists with a different name and options. Requested index: {",
                () -> ground.createIndex("{x: 1}", "{expireAfterSeconds: 6, name: 'other'}"));
    }

    @Row(
            number = 180,
            when = "same key and options, another name",
            then = "85 `Index already exists with a different name: x_1`")
    @Test
    void otherNameConflicts() {
        ground.createTtlIndex("x", 5);
        Refusal.expect(
                85,
                "IndexOptionsConflict",
                "Index already exists with a different name: x_1",
                () -> ground.createIndex("{x: 1}", "{expireAfterSeconds: 5, name: 'other'}"));
    }

    @Row(number = 190, when = "a TTL index where a plain one stands", then = "85; `collMod` makes a TTL index of it")
    @Test
    void plainIndexIsNotConverted() {
        ground.createIndex("{x: 1}", "{}");
        Refusal.expect(85, "IndexOptionsConflict", "different options", () -> ground.createTtlIndex("x", 5));
        assertFalse(ground.index("x_1").containsKey("expireAfterSeconds"));
    }

    @Row(number = 200, when = "another key under a name that is taken", then = "86 IndexKeySpecsConflict")
    @Test
    void takenNameConflicts() {
        ground.createTtlIndex("x", 5);
        Refusal.expect(
                86,
                "IndexKeySpecsConflict",
                "An existing index has the same name as the requested index. When index names are not specified, they"
                        + " are auto generated and can cause conflicts. Please refer to our documentation.",
                () -> ground.createIndex("{y: 1}", "{expireAfterSeconds: 5, name: 'x_1'}"));
    }

    @Row(
            number = 201,
            when = "a name that one index has and a key that another has",
            then = "86: the name is looked at first")
    @Test
    void namesAreLookedAtFirst() {
        ground.createTtlIndex("x", 5);
        ground.createTtlIndex("y", 5);
        Refusal.expect(
                86,
                "IndexKeySpecsConflict",
                "An existing index has the same name",
                () -> ground.createIndex("{x: 1}", "{expireAfterSeconds: 5, name: 'y_1'}"));
    }

    @Row(
            number = 210,
            when = "same key, another partial filter and another name",
            then = "allowed: several TTL indexes over one field, each by its own filter")
    @Test
    void severalTtlIndexesOverOneField() {
        ground.createIndex("{x: 1}", "{name: 'a', expireAfterSeconds: 5, partialFilterExpression: {kind: 'a'}}");
        ground.createIndex("{x: 1}", "{name: 'b', expireAfterSeconds: 50, partialFilterExpression: {kind: 'b'}}");
        for (String kind : List.of("a", "b", "c")) {
            ground.documents()
                    .insertOne(new Document("_id", kind).append("kind", kind).append("x", ground.in(0)));
        }
        ground.outlive(5, Visibility.EXACT);
        ground.assertThere("b", "c");
        ground.outlive(45, Visibility.EXACT);
        ground.assertThere("c");
    }
}
