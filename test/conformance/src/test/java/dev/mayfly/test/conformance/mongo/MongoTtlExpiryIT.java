package dev.mayfly.test.conformance.mongo;

import static dev.mayfly.test.conformance.mongo.Ground.date;
import static dev.mayfly.test.conformance.mongo.Ground.json;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import dev.mayfly.test.testkit.Fresh;
import dev.mayfly.test.testkit.MayflyTest;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.bson.BsonTimestamp;
import org.bson.Document;
import org.bson.types.Binary;
import org.bson.types.Decimal128;
import org.bson.types.MaxKey;
import org.bson.types.MinKey;
import org.bson.types.ObjectId;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which documents a TTL index lets expire, and when. */
@MayflyTest
@Rows("expiring")
final class MongoTtlExpiryIT extends OnGround {
    @Row(number = 10, when = "a date, and date + seconds <= now", then = "gone")
    @ParameterizedTest
    @EnumSource
    void dueDateIsGone(Visibility visibility) {
        ground.prepare(visibility, 60);
        ground.insert("dies", ground.in(0));
        ground.outlive(60, visibility);
        ground.assertThere();
    }

    @Row(
            number = 11,
            when = "the instant itself, to the millisecond",
            then = "exact: there one millisecond before, gone at it; lazy: there until the next pass",
            unlike = "there until the next pass, and as long as that takes")
    @ParameterizedTest
    @EnumSource
    @Fresh
    void boundaryBelongsToTheDead(Visibility visibility) {
        ground.prepare(visibility, 50);
        ground.insert("dies", ground.in(0));
        ground.advance(Duration.ofSeconds(50).minusMillis(1));
        ground.assertThere("dies");
        ground.advance(Duration.ofMillis(1));
        assertEquals(visibility == Visibility.EXACT ? Set.of() : Set.of("dies"), ground.keys());
        ground.advance(Duration.ofSeconds(10).minusMillis(1));
        assertEquals(visibility == Visibility.EXACT ? Set.of() : Set.of("dies"), ground.keys());
        ground.advance(Duration.ofMillis(1));
        ground.assertThere();
    }

    @Row(number = 20, when = "a date in the future, or one whose seconds have not passed", then = "kept")
    @ParameterizedTest
    @EnumSource
    void futureDateIsKept(Visibility visibility) {
        ground.prepare(visibility, 600);
        ground.insert("young", ground.in(0));
        ground.insert("future", ground.in(86_400));
        ground.insert("last", date(Long.MAX_VALUE));
        ground.outlive(500, visibility);
        ground.assertThere("young", "future", "last");
    }

    @Row(number = 30, when = "a date before 1970, in the year 1, the smallest there is", then = "gone")
    @ParameterizedTest
    @EnumSource
    void ancientDatesAreGone(Visibility visibility) {
        ground.prepare(visibility, 1);
        ground.insert("negative", date(-1));
        ground.insert("yearOne", date(Instant.parse("0001-01-01T00:00:00Z").toEpochMilli()));
        ground.insert("least", date(Long.MIN_VALUE));
        ground.settle(visibility);
        ground.assertThere();
    }

    @Row(number = 40, when = "an array of dates", then = "the earliest counts")
    @ParameterizedTest
    @EnumSource
    void earliestDateOfAnArrayCounts(Visibility visibility) {
        ground.prepare(visibility, 60);
        ground.insert("dies", List.of(ground.in(5000), ground.in(0), ground.in(9000)));
        ground.insert("lives", List.of(ground.in(5000), ground.in(9000)));
        ground.outlive(60, visibility);
        ground.assertThere("lives");
    }

    @Row(number = 41, when = "an array of dates and other values", then = "the dates count")
    @ParameterizedTest
    @EnumSource
    void datesAmongOtherValuesCount(Visibility visibility) {
        ground.prepare(visibility, 60);
        ground.insert("dies", Arrays.asList(true, null, "x", ground.in(5000), ground.in(0), 7));
        ground.insert("lives", Arrays.asList(true, null, "x", ground.in(5000), 7));
        ground.outlive(60, visibility);
        ground.assertThere("lives");
    }

    @Row(number = 42, when = "an array without dates, an empty array, an array in an array", then = "kept")
    @ParameterizedTest
    @EnumSource
    void arraysWithoutDatesAreKept(Visibility visibility) {
        ground.prepare(visibility, 1);
        ground.insert("none", List.of(1, "x"));
        ground.insert("empty", List.of());
        ground.insert("nested", List.of(List.of(ground.in(-100))));
        ground.outlive(60, visibility);
        ground.assertThere("none", "empty", "nested");
    }

    @Row(
            number = 50,
            when = "null, a boolean, a string, a number, a regular expression, a document, an ObjectId, a Timestamp, "
                    + "binary, MinKey, MaxKey, or no such field",
            then = "kept: only dates count")
    @ParameterizedTest
    @EnumSource
    void otherTypesAreKept(Visibility visibility) {
        ground.prepare(visibility, 1);
        ground.insert("null", null);
        ground.insert("bool", true);
        ground.insert("iso", "2001-01-01T00:00:00Z");
        ground.insert("int", 0);
        ground.insert("long", 0L);
        ground.insert("double", 0.0);
        ground.insert("nan", Double.NaN);
        ground.insert("decimal", Decimal128.POSITIVE_ZERO);
        ground.insert("regex", new org.bson.BsonRegularExpression("foo"));
        ground.insert("object", new Document("date", date(0)));
        ground.insert("objectId", new ObjectId(0, 0));
        ground.insert("timestamp", new BsonTimestamp(1, 1));
        ground.insert("binary", new Binary(new byte[8]));
        ground.insert("minKey", new MinKey());
        ground.insert("maxKey", new MaxKey());
        ground.documents().insertOne(new Document("_id", "missing"));
        ground.outlive(60, visibility);
        assertEquals(16, ground.keys().size());
    }

    @Row(number = 60, when = "a nested field `a.b`", then = "as a field of its own")
    @ParameterizedTest
    @EnumSource
    void nestedFieldsCount(Visibility visibility) {
        ground.createTtlIndex("a.b", 60);
        ground.setVisibility(visibility);
        insertDocument("dies", "{a: {b: {$date: 0}}}");
        insertDocument("flat", "{'a.b': {$date: 0}}");
        insertDocument("deeper", "{a: {b: {c: {$date: 0}}}}");
        insertDocument("scalar", "{a: 5}");
        ground.settle(visibility);
        ground.assertThere("flat", "deeper", "scalar");
    }

    @Row(number = 61, when = "`a.b` through an array of documents, or `a.0`", then = "the earliest date counts")
    @ParameterizedTest
    @EnumSource
    void pathsGoThroughArrays(Visibility visibility) {
        ground.createTtlIndex("a.b", 60);
        ground.createTtlIndex("c.0", 60);
        ground.setVisibility(visibility);
        insertDocument("dies", "{a: [{b: 5}, {b: {$date: 0}}, {b: {$date: 32503680000000}}]}");
        insertDocument("diesByPlace", "{c: [{$date: 0}, 5]}");
        insertDocument("diesInner", "{a: [{b: [{$date: 0}, 1]}]}");
        insertDocument("lives", "{a: [{b: {$date: 32503680000000}}, {c: {$date: 0}}]}");
        insertDocument("otherPlace", "{c: [5, {$date: 0}]}");
        insertDocument("twice", "{a: [[{b: {$date: 0}}]]}");
        ground.settle(visibility);
        ground.assertThere("lives", "otherPlace", "twice");
    }

    private void insertDocument(String key, String body) {
        Document document = new Document("_id", key);
        document.putAll(json(body));
        ground.documents().insertOne(document);
    }

    @Row(number = 70, when = "two TTL indexes", then = "whichever comes first")
    @ParameterizedTest
    @EnumSource
    void firstOfTwoIndexesCounts(Visibility visibility) {
        ground.prepare(visibility, 1000);
        ground.createTtlIndex("y", 2000);
        ground.documents()
                .insertMany(List.of(
                        new Document("_id", "x").append("x", ground.in(0)).append("y", ground.in(0)),
                        new Document("_id", "y").append("x", ground.in(9000)).append("y", ground.in(-1500)),
                        new Document("_id", "none").append("x", ground.in(9000)).append("y", ground.in(9000))));
        ground.outlive(500, visibility);
        ground.assertThere("x", "none");
        ground.outlive(500, visibility);
        ground.assertThere("none");
    }
}
