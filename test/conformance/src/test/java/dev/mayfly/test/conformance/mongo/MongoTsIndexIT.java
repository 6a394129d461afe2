package dev.mayfly.test.conformance.mongo;

import static dev.mayfly.test.conformance.mongo.Ground.first;
import static dev.mayfly.test.conformance.mongo.Ground.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import dev.mayfly.test.testkit.MayflyTest;
import java.time.Duration;
import java.util.List;
import org.bson.Document;
import org.bson.types.Decimal128;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The index on {@code _ts}, after the last write, and the lifetime of one document in its field {@code ttl}. */
@MayflyTest
@Rows("modified")
final class MongoTsIndexIT extends OnGround {
    private void prepareTs(Visibility visibility, long seconds) {
        ground.createTtlIndex("_ts", seconds);
        ground.setVisibility(visibility);
    }

    private void insert(String key, @Nullable Object ttl) {
        ground.documents().insertOne(new Document("_id", key).append("ttl", ttl));
    }

    private void insert(String key) {
        ground.documents().insertOne(new Document("_id", key));
    }

    private static Document key(String key) {
        return new Document("_id", key);
    }

    @Row(
            number = 10,
            when = "`createIndex({_ts: 1}, {expireAfterSeconds: n})`",
            then = "a document is gone n seconds after its last write; it needs no field `_ts`")
    @ParameterizedTest
    @EnumSource
    void documentsDieAfterTheirLastWrite(Visibility visibility) {
        prepareTs(visibility, 300);
        insert("dies");
        ground.advance(Duration.ofSeconds(300).minusMillis(1));
        ground.assertThere("dies");
        ground.outlive(1, visibility);
        ground.assertThere();
    }

    @Row(
            number = 11,
            when = "the index over documents that are there already",
            then = "their last write counts, before the index or after")
    @ParameterizedTest
    @EnumSource
    void olderDocumentsCount(Visibility visibility) {
        insert("old");
        ground.advance(Duration.ofSeconds(1000));
        insert("young");
        prepareTs(visibility, 500);
        ground.settle(visibility);
        ground.assertThere("young");
    }

    @Row(
            number = 12,
            when = "`_ts` of the server",
            then = "is in no document that a client reads",
            unlike =
                    "a root field `_ts` that a client writes is its own; if it is a date, it counts instead of the last write")
    @ParameterizedTest
    @EnumSource
    void ownDateCountsInstead(Visibility visibility) {
        prepareTs(visibility, 500);
        insert("plain");
        assertFalse(first(ground.documents().find(key("plain"))).containsKey("_ts"));
        ground.documents()
                .insertMany(List.of(
                        key("dated").append("_ts", ground.in(1000)),
                        key("due").append("_ts", ground.in(-500)),
                        key("text").append("_ts", "2001")));
        ground.settle(visibility);
        ground.assertThere("dated", "plain", "text");
        ground.outlive(500, visibility);
        ground.assertThere("dated");
        ground.outlive(1000, visibility);
        ground.assertThere();
    }

    @Row(
            number = 20,
            when = "root field `ttl`, an int32, an int64 that fits, or a double without fraction",
            then = "counts instead of the collection's value, longer or shorter")
    @ParameterizedTest
    @EnumSource
    void ownLifetimeCounts(Visibility visibility) {
        prepareTs(visibility, 1000);
        insert("int", 100);
        insert("long", 100L);
        insert("double", 100.0);
        insert("longer", 5000);
        insert("plain");
        ground.outlive(100, visibility);
        ground.assertThere("longer", "plain");
        ground.outlive(900, visibility);
        ground.assertThere("longer");
        ground.outlive(4000, visibility);
        ground.assertThere();
    }

    @Row(
            number = 30,
            when = "`ttl` 20.5, 2147483649, 4294967297, a string, null, a boolean, NaN, 0, -2, a decimal",
            then = "stored and ignored: the collection's value holds")
    @ParameterizedTest
    @EnumSource
    void otherLifetimesAreIgnored(Visibility visibility) {
        prepareTs(visibility, 1000);
        insert("fraction", 20.5);
        insert("beyond", 2147483649L);
        insert("wrapsToOne", 4294967297L);
        insert("bigDouble", 4294967297.0);
        insert("text", "20");
        insert("null", null);
        insert("bool", true);
        insert("nan", Double.NaN);
        insert("zero", 0);
        insert("below", -2);
        insert("decimal", Decimal128.parse("20"));
        ground.outlive(999 - (visibility == Visibility.LAZY ? 60 : 0), visibility);
        assertEquals(11, ground.keys().size());
        assertEquals("20", first(ground.documents().find(key("text"))).get("ttl"));
        ground.outlive(1, visibility);
        ground.assertThere();
    }

    @Row(number = 40, when = "`TTL`, or `a.ttl`", then = "nothing: the field is in the root, in lower case")
    @ParameterizedTest
    @ValueSource(strings = {"{TTL: 5}", "{a: {ttl: 5}}", "{Ttl: 5}", "{'ttl ': 5}"})
    void otherFieldsAreData(String body) {
        prepareTs(Visibility.EXACT, 1000);
        Document document = json(body).append("_id", "plain");
        ground.documents().insertOne(document);
        ground.outlive(999, Visibility.EXACT);
        ground.assertThere("plain");
        ground.outlive(1, Visibility.EXACT);
        ground.assertThere();
    }

    @Row(number = 50, when = "`ttl: -1`", then = "never")
    @ParameterizedTest
    @EnumSource
    void minusOneIsForever(Visibility visibility) {
        prepareTs(visibility, 10);
        insert("int", -1);
        insert("long", -1L);
        insert("double", -1.0);
        ground.outlive(1_000_000, visibility);
        ground.assertThere("double", "int", "long");
    }

    @Row(
            number = 60,
            when = "`expireAfterSeconds: -1` on `_ts`",
            then = "only documents with a `ttl` of their own expire",
            unlike = "MongoDB refuses -1; here every field but `_ts` does")
    @ParameterizedTest
    @EnumSource
    void noDefault(Visibility visibility) {
        prepareTs(visibility, -1);
        assertEquals(-1, ground.index("_ts_1").get("expireAfterSeconds"));
        insert("own", 100);
        insert("plain");
        ground.outlive(100, visibility);
        ground.assertThere("plain");
        ground.outlive(1_000_000, visibility);
        ground.assertThere("plain");
        assertEquals(
                1_000_500L,
                ground.collMod(json("{name: '_ts_1', expireAfterSeconds: 1000500}"))
                        .get("expireAfterSeconds_new"));
        ground.outlive(500, visibility);
        ground.assertThere();
    }

    @Row(number = 70, when = "no TTL index on `_ts`", then = "`ttl` is plain data, beside TTL indexes on dates too")
    @ParameterizedTest
    @EnumSource
    void withoutTheIndexTtlIsData(Visibility visibility) {
        ground.prepare(visibility, 500);
        ground.documents()
                .insertMany(List.of(
                        key("dies").append("ttl", 5000).append("x", ground.in(0)),
                        key("lives").append("ttl", 5)));
        ground.outlive(500, visibility);
        ground.assertThere("lives");
    }

    @Row(number = 71, when = "a plain index on `_ts`", then = "an index; nothing expires")
    @ParameterizedTest
    @EnumSource
    void plainIndexOnTsIsPlain(Visibility visibility) {
        ground.createIndex("{_ts: 1}", "{}");
        ground.setVisibility(visibility);
        insert("lives", 5);
        ground.outlive(100, visibility);
        ground.assertThere("lives");
    }

    @Row(
            number = 80,
            when = "any write of the document, also one that changes other fields",
            then = "the seconds count from it")
    @ParameterizedTest
    @EnumSource
    void writesBeginAnew(Visibility visibility) {
        prepareTs(visibility, 1000);
        insert("updated");
        insert("replaced");
        insert("found");
        insert("left");
        ground.advance(Duration.ofSeconds(900));
        ground.documents().updateOne(key("updated"), json("{$set: {a: 1}}"));
        ground.documents().replaceOne(key("replaced"), json("{a: 1}"));
        ground.documents().findOneAndUpdate(key("found"), json("{$inc: {a: 1}}"));
        ground.outlive(100, visibility);
        ground.assertThere("found", "replaced", "updated");
        ground.outlive(900 - (visibility == Visibility.LAZY ? 60 : 0), visibility);
        ground.assertThere();
    }

    @Row(
            number = 81,
            when = "an update that leaves the document as it is",
            then = "is no write, here as in MongoDB: `nModified: 0`, and the seconds go on")
    @ParameterizedTest
    @EnumSource
    void updateThatChangesNothingIsNoWrite(Visibility visibility) {
        prepareTs(visibility, 1000);
        ground.documents().insertOne(key("same").append("a", 1));
        ground.advance(Duration.ofSeconds(900));
        var result = ground.documents().updateOne(key("same"), json("{$set: {a: 1}}"));
        assertEquals(1, result.getMatchedCount());
        assertEquals(0, result.getModifiedCount());
        ground.outlive(100, visibility);
        ground.assertThere();
    }

    @Row(number = 82, when = "`$set` or `$unset` of `ttl`", then = "the new lifetime; the collection's value again")
    @ParameterizedTest
    @EnumSource
    void lifetimeIsChanged(Visibility visibility) {
        prepareTs(visibility, 1000);
        insert("set");
        insert("unset", -1);
        ground.documents().updateOne(key("set"), json("{$set: {ttl: 100}}"));
        ground.documents().updateOne(key("unset"), json("{$unset: {ttl: ''}}"));
        ground.outlive(100, visibility);
        ground.assertThere("unset");
        ground.outlive(900, visibility);
        ground.assertThere();
    }

    @Row(
            number = 90,
            when = "at expiry",
            then = "exact: in no answer and open to no write from that instant on; space is freed later")
    @Test
    void nothingTouchesTheExpired() {
        prepareTs(Visibility.EXACT, 100);
        insert("gone");
        ground.advance(Duration.ofSeconds(100));
        ground.assertThere();
        assertEquals(
                0,
                ground.documents()
                        .updateOne(key("gone"), json("{$set: {ttl: -1}}"))
                        .getMatchedCount());
        insert("gone", -1);
        ground.outlive(1000, Visibility.EXACT);
        ground.assertThere("gone");
    }
}
