package dev.mayfly.test.conformance.mongo;

import static dev.mayfly.test.conformance.mongo.Ground.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.test.conformance.driver.LocalServer;
import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import dev.mayfly.test.testkit.Fresh;
import dev.mayfly.test.testkit.MayflyTest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.bson.BsonDateTime;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The effect of {@code collMod} on {@code expireAfterSeconds}. */
@MayflyTest
@Rows("changing")
final class MongoTtlCollModIT extends OnGround {
    private Document change(String index) {
        return ground.collMod(json(index));
    }

    @Row(
            number = 10,
            when = "`index: {keyPattern or name, expireAfterSeconds: 100}` of a TTL index",
            then = "`expireAfterSeconds_old` and `expireAfterSeconds_new`, both int64; nothing is rebuilt")
    @ParameterizedTest
    @ValueSource(strings = {"keyPattern: {x: 1}", "name: 'x_1'"})
    void ttlIndexIsChanged(String chosen) {
        ground.createTtlIndex("x", 5);
        Document reply = change("{" + chosen + ", expireAfterSeconds: 100}");
        assertEquals(5L, reply.get("expireAfterSeconds_old"));
        assertEquals(100L, reply.get("expireAfterSeconds_new"));
        assertEquals(100, ground.index("x_1").get("expireAfterSeconds"));
    }

    @Row(
            number = 20,
            when = "a shorter time over documents that it makes due",
            then = "exact: gone with the answer; lazy: gone at the next pass",
            unlike = "at the next pass")
    @ParameterizedTest
    @EnumSource
    void shorterTimeTakesEffect(Visibility visibility) {
        ground.prepare(visibility, 1_000_000);
        ground.insert("dies", ground.in(-10));
        ground.insert("lives", ground.in(1000));
        ground.settle(visibility);
        ground.assertThere("dies", "lives");
        change("{name: 'x_1', expireAfterSeconds: 5}");
        ground.settle(visibility);
        ground.assertThere("lives");
    }

    @Row(
            number = 21,
            when = "a longer time soon after",
            then = "what the shorter one hid for less than `--change-grace` is there again",
            unlike = "MongoDB has deleted it if a pass came between")
    @ParameterizedTest
    @EnumSource
    void mistakeIsTakenBack(Visibility visibility) {
        ground.prepare(visibility, 31_536_000);
        ground.insert("back", ground.in(-10));
        change("{name: 'x_1', expireAfterSeconds: 1}");
        ground.settle(visibility);
        ground.assertThere();
        ground.outlive(600, visibility);
        change("{name: 'x_1', expireAfterSeconds: 31536000}");
        ground.assertThere("back");
    }

    @Row(number = 30, when = "a plain index of one field", then = "becomes a TTL index; only `expireAfterSeconds_new`")
    @ParameterizedTest
    @EnumSource
    void plainIndexBecomesATtlIndex(Visibility visibility) {
        ground.createIndex("{x: 1}", "{}");
        ground.setVisibility(visibility);
        ground.insert("dies", ground.in(-100));
        Document reply = change("{keyPattern: {x: 1}, expireAfterSeconds: 100}");
        assertEquals(json("{expireAfterSeconds_new: {$numberLong: '100'}, ok: 1.0}"), reply);
        assertEquals(100, ground.index("x_1").get("expireAfterSeconds"));
        ground.insert("lives", ground.in(1000));
        ground.settle(visibility);
        ground.assertThere("lives");
    }

    @Row(number = 40, when = "the value that is set already", then = "both fields, and no change of the catalog")
    @Test
    void sameValueChangesNothing(MayflyServer server) {
        ground.createTtlIndex("x", 5);
        long before = policyVersion(server);
        Document reply = change("{name: 'x_1', expireAfterSeconds: 5}");
        assertEquals(5L, reply.get("expireAfterSeconds_old"));
        assertEquals(5L, reply.get("expireAfterSeconds_new"));
        assertEquals(before, policyVersion(server));
    }

    private long policyVersion(MayflyServer server) {
        var collection = server.engine().find(new CollectionName("mongo", Ground.DATABASE, ground.name()));
        return Objects.requireNonNull(collection).record().policy().version();
    }

    @Row(number = 50, when = "a string, a boolean, a document", then = "14 TypeMismatch")
    @ParameterizedTest
    @ValueSource(strings = {"'100'", "true", "{a: 1}"})
    void otherTypesAreRefused(String value) {
        ground.createTtlIndex("x", 5);
        Refusal.expect(
                14,
                "TypeMismatch",
                "BSON field 'collMod.index.expireAfterSeconds' is the wrong type '",
                () -> change("{name: 'x_1', expireAfterSeconds: " + value + "}"));
        assertEquals(5, ground.index("x_1").get("expireAfterSeconds"));
    }

    @Row(
            number = 60,
            when = "a negative number, or more than 2147483647",
            then = "72 InvalidOptions, with the words of `createIndexes`")
    @ParameterizedTest
    @ValueSource(strings = {"-1", "{$numberLong: '2147483648'}", "{$numberLong: '-9223372036854775808'}"})
    void numbersOutOfRangeAreRefused(String value) {
        ground.createTtlIndex("x", 5);
        String reason = value.contains("-")
                ? "TTL index 'expireAfterSeconds' option cannot be less than 0"
                : "TTL index 'expireAfterSeconds' must be within the range of a 32-bit integer";
        Refusal.expect(72, "InvalidOptions", reason, () -> change("{name: 'x_1', expireAfterSeconds: " + value + "}"));
        assertEquals(5, ground.index("x_1").get("expireAfterSeconds"));
    }

    @Row(number = 61, when = "NaN", then = "72 `must not be NaN`; it never means \"at once\"")
    @Test
    void notANumberIsRefused() {
        ground.createTtlIndex("x", 5);
        Refusal.expect(
                72,
                "InvalidOptions",
                "must not be NaN",
                () -> ground.collMod(new Document("name", "x_1").append("expireAfterSeconds", Double.NaN)));
    }

    @Row(number = 70, when = "an index of several fields", then = "72 `TTL indexes are single-field indexes, ...`")
    @Test
    void compoundIndexIsRefused() {
        ground.createIndex("{x: 1, y: 1}", "{}");
        Refusal.expect(
                72,
                "InvalidOptions",
                "TTL indexes are single-field indexes, compound indexes do not support TTL",
                () -> change("{keyPattern: {x: 1, y: 1}, expireAfterSeconds: 100}"));
    }

    @Row(
            number = 80,
            when = "the index on `_id`",
            then = "72 `the _id field does not support TTL indexes`; `hidden`: 2 `can't hide _id index`")
    @ParameterizedTest
    @ValueSource(strings = {"keyPattern: {_id: 1}", "name: '_id_'"})
    void idIndexIsRefused(String chosen) {
        ground.createTtlIndex("x", 5);
        Refusal.expect(
                72,
                "InvalidOptions",
                "the _id field does not support TTL indexes",
                () -> change("{" + chosen + ", expireAfterSeconds: 100}"));
        Refusal.expect(2, "BadValue", "can't hide _id index", () -> change("{" + chosen + ", hidden: true}"));
    }

    @Row(
            number = 90,
            when = "both `keyPattern` and `name`, or neither",
            then = "72 `Cannot specify both key pattern and name.`, `Must specify either index name or key pattern.`")
    @Test
    void oneWayOfChoosing() {
        ground.createTtlIndex("x", 5);
        Refusal.expect(
                72,
                "InvalidOptions",
                "Cannot specify both key pattern and name.",
                () -> change("{keyPattern: {x: 1}, name: 'x_1', expireAfterSeconds: 100}"));
        Refusal.expect(
                72,
                "InvalidOptions",
                "Must specify either index name or key pattern.",
                () -> change("{expireAfterSeconds: 100}"));
    }

    @Row(
            number = 100,
            when = "nothing to change, or null for it",
            then = "72 `no expireAfterSeconds, hidden, unique, or prepareUnique field`")
    @ParameterizedTest
    @ValueSource(strings = {"{name: 'x_1'}", "{name: 'x_1', expireAfterSeconds: null, hidden: null}"})
    void nothingToChange(String index) {
        ground.createTtlIndex("x", 5);
        Refusal.expect(
                72,
                "InvalidOptions",
                "no expireAfterSeconds, hidden, unique, or prepareUnique field",
                () -> change(index));
    }

    @Row(
            number = 110,
            when = "an index or a collection that is not there",
            then = "27 IndexNotFound `cannot find index X for ns db.c`; 26 NamespaceNotFound `ns does not exist`")
    @Test
    void unknownIsRefused() {
        Refusal.expect(
                26, "NamespaceNotFound", "ns does not exist", () -> change("{name: 'x_1', expireAfterSeconds: 1}"));
        ground.createTtlIndex("x", 5);
        Refusal.expect(
                27,
                "IndexNotFound",
                "cannot find index y_1 for ns " + ground.namespace(),
                () -> change("{name: 'y_1', expireAfterSeconds: 1}"));
        Refusal.expect(
                27,
                "IndexNotFound",
                "cannot find index { y: 1 } for ns " + ground.namespace(),
                () -> change("{keyPattern: {y: 1}, expireAfterSeconds: 1}"));
    }

    @Row(
            number = 120,
            when = "a `keyPattern` that fits two indexes",
            then = "181 AmbiguousIndexKeyPattern; by name it goes")
    @Test
    void ambiguousKeyIsRefused() {
        ground.createIndex("{x: 1}", "{name: 'a', expireAfterSeconds: 5, partialFilterExpression: {kind: 'a'}}");
        ground.createIndex("{x: 1}", "{name: 'b', expireAfterSeconds: 5, partialFilterExpression: {kind: 'b'}}");
        Refusal.expect(
                181,
                "AmbiguousIndexKeyPattern",
                "must use index name",
                () -> change("{keyPattern: {x: 1}, expireAfterSeconds: 1}"));
        assertEquals(1L, change("{name: 'b', expireAfterSeconds: 1}").get("expireAfterSeconds_new"));
        assertEquals(5, ground.index("a").get("expireAfterSeconds"));
        assertEquals(1, ground.index("b").get("expireAfterSeconds"));
    }

    @Row(number = 130, when = "`hidden: true`", then = "`hidden_old`, `hidden_new`; documents go on expiring")
    @ParameterizedTest
    @EnumSource
    void hiddenIndexGoesOn(Visibility visibility) {
        ground.prepare(visibility, 5);
        Document reply = change("{name: 'x_1', hidden: true}");
        assertEquals(json("{hidden_old: false, hidden_new: true, ok: 1.0}"), reply);
        assertEquals(true, ground.index("x_1").get("hidden"));
        ground.insert("dies", ground.in(0));
        ground.insert("lives", ground.in(1000));
        ground.outlive(5, visibility);
        ground.assertThere("lives");
        assertEquals(json("{hidden_old: true, hidden_new: false, ok: 1.0}"), change("{name: 'x_1', hidden: false}"));
    }

    @Row(number = 132, when = "`hidden` as it is already", then = "ok, and neither field")
    @Test
    void hiddenAsItIs() {
        ground.createTtlIndex("x", 5);
        assertEquals(json("{ok: 1.0}"), change("{name: 'x_1', hidden: false}"));
    }

    @Row(number = 133, when = "`hidden` that is no truth value", then = "14 TypeMismatch, and nothing is changed")
    @Test
    void hiddenOfAnotherType() {
        ground.createTtlIndex("x", 5);
        Refusal.expect(
                14,
                "TypeMismatch",
                "BSON field 'collMod.index.hidden' is the wrong type 'string'",
                () -> change("{name: 'x_1', hidden: 'yes', expireAfterSeconds: 6}"));
        assertEquals(5, ground.index("x_1").get("expireAfterSeconds"));
    }

    @Row(
            number = 134,
            when = "a hashed, 2d, 2dsphere or text index",
            then = "72",
            unlike = "MongoDB sets the option, by which nothing ever expires")
    @Test
    void specialIndexIsRefused() {
        ground.createIndex("{x: 'hashed'}", "{}");
        Refusal.expect(
                72,
                "InvalidOptions",
                "Index type cannot be a TTL index",
                () -> change("{name: 'x_hashed', expireAfterSeconds: 5}"));
    }

    @Row(number = 131, when = "`hidden` and `expireAfterSeconds` together", then = "all four fields")
    @Test
    void hiddenAndSecondsTogether() {
        ground.createTtlIndex("x", 5);
        assertEquals(
                json("{expireAfterSeconds_old: {$numberLong: '5'}, expireAfterSeconds_new: {$numberLong: '6'},"
                        + " hidden_old: false, hidden_new: true, ok: 1.0}"),
                change("{name: 'x_1', hidden: true, expireAfterSeconds: 6}"));
    }

    @Row(
            number = 140,
            when = "`expireAfterSeconds` of the collection itself, a number, `\"off\"` or another string",
            then = "72 `'expireAfterSeconds' option is only supported on collections clustered by _id`")
    @ParameterizedTest
    @ValueSource(strings = {"5", "'off'", "'never'"})
    void collectionItselfCannotExpire(String value) {
        ground.createTtlIndex("x", 5);
        Refusal.expect(
                72,
                "InvalidOptions",
                "'expireAfterSeconds' option is only supported on collections clustered by _id",
                () -> ground.run(json("{collMod: '" + ground.name() + "', expireAfterSeconds: " + value + "}")));
    }

    @Row(
            number = 150,
            when = "`ttlVisibility: \"exact\"` or `\"lazy\"`",
            then = "from now on expired documents are hidden at their deadline, or at the next pass",
            unlike = "an option of ours; another word is refused with 2")
    @Test
    @Fresh
    void visibilityIsChosen() {
        ground.prepare(Visibility.LAZY, 5);
        ground.insert("dies", ground.in(0));
        ground.outlive(6, Visibility.EXACT);
        ground.assertThere("dies");
        ground.setVisibility(Visibility.EXACT);
        ground.assertThere();
        Refusal.expect(
                2,
                "BadValue",
                "ttlVisibility must be 'exact' or 'lazy'",
                () -> ground.run(new Document("collMod", ground.name()).append("ttlVisibility", "never")));
    }

    @Row(
            number = 160,
            when = "an index for which NaN, a number below 0 or no number at all was found stored",
            then = "nothing expires by it, and log and `/health/expiry` say so; listed as 2147483647; "
                    + "`expireAfterSeconds_old: 0`, and the new value counts",
            unlike = "MongoDB answers 72 `existing expireAfterSeconds field is not a number` for the last")
    @ParameterizedTest
    @ValueSource(strings = {"{$numberDouble: 'NaN'}", "-5", "'5'", "null"})
    void unreadableSecondsMeanNever(String value, @TempDir Path folder) throws Exception {
        try (LocalServer server = LocalServer.onDisk(folder);
                MongoClient client = server.client()) {
            MongoDatabase app = client.getDatabase(Ground.DATABASE);
            app.runCommand(json("{createIndexes: 'c', indexes: [{key: {x: 1}, name: 'x_1', expireAfterSeconds: 7}]}"));
            app.runCommand(json("{collMod: 'c', ttlVisibility: 'exact'}"));
        }
        StoredRules.replaceSeconds(folder, json("{seconds: " + value + "}").get("seconds"));
        try (LocalServer server = LocalServer.onDisk(folder);
                MongoClient client = server.client()) {
            MongoDatabase app = client.getDatabase(Ground.DATABASE);
            MongoCollection<Document> documents = app.getCollection("c");
            documents.insertOne(new Document("x", new BsonDateTime(0)));
            assertEquals(1, documents.countDocuments());
            assertTrue(StoredRules.isUnreadable(server));
            Document listed = documents.listIndexes().into(new ArrayList<>()).get(1);
            assertEquals(Integer.MAX_VALUE, listed.get("expireAfterSeconds"));
            Document reply = app.runCommand(json("{collMod: 'c', index: {name: 'x_1', expireAfterSeconds: 9}}"));
            assertEquals(0L, reply.get("expireAfterSeconds_old"));
            assertEquals(9L, reply.get("expireAfterSeconds_new"));
            assertEquals(0, documents.countDocuments());
        }
    }

    @Row(
            number = 161,
            when = "such a value in `createIndexes`, also with `ignoreUnknownIndexOptions`",
            then = "67, and nothing is made: no client leaves one behind")
    @ParameterizedTest
    @ValueSource(strings = {"{$numberDouble: 'NaN'}", "{$numberLong: '99999999999'}", "'5'"})
    void oldValuesAreNumbers(String value) {
        Document index = json("{key: {x: 1}, name: 'x_1', unknown: 1, expireAfterSeconds: " + value + "}");
        Refusal refusal = Refusal.of(() -> ground.run(new Document("createIndexes", ground.name())
                .append("indexes", List.of(index))
                .append("ignoreUnknownIndexOptions", true)));
        assertEquals(67, refusal.code());
        assertEquals(List.of(), ground.indexes());
    }
}
