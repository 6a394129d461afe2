package dev.mayfly.test.conformance.mongo;

import static dev.mayfly.test.conformance.mongo.Ground.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.mongodb.MongoWriteException;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.TimeSeriesGranularity;
import com.mongodb.client.model.TimeSeriesOptions;
import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import dev.mayfly.test.testkit.MayflyTest;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDateTime;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Time-series collections. */
@MayflyTest
@Rows("timeseries")
final class MongoTimeSeriesIT extends OnGround {
    /** How long a bucket is in seconds. */
    private static final long BUCKET = 86_400;

    private void create(long seconds) {
        ground.database()
                .createCollection(
                        ground.name(),
                        new CreateCollectionOptions()
                                .timeSeriesOptions(new TimeSeriesOptions("at")
                                        .metaField("of")
                                        .granularity(TimeSeriesGranularity.MINUTES))
                                .expireAfter(seconds, TimeUnit.SECONDS));
    }

    private void insert(String id, BsonDateTime at, String of) {
        ground.documents()
                .insertOne(new Document("_id", id)
                        .append("at", at)
                        .append("of", of)
                        .append("v", 1));
    }

    private Document listed() {
        return Ground.first(ground.database().listCollections().filter(json("{name: '" + ground.name() + "'}")));
    }

    private void collMod(String change) {
        Document command = new Document("collMod", ground.name());
        command.putAll(json(change));
        ground.run(command);
    }

    @Row(
            number = 10,
            when = "`create` with `timeseries` and `expireAfterSeconds`",
            then = "`listCollections` says `type: \"timeseries\"` and its options")
    @Test
    void timeSeriesIsListed() {
        create(60);
        assertEquals("timeseries", listed().getString("type"));
        assertEquals(
                json(
                        "{timeseries: {timeField: 'at', metaField: 'of', granularity: 'minutes', bucketMaxSpanSeconds: 86400},"
                                + " expireAfterSeconds: {$numberLong: '60'}}"),
                listed().get("options"));
    }

    @Row(
            number = 11,
            when = "no `timeField`, an unknown granularity, buckets of two lengths, `capped`, a validator",
            then = "40414, 2, 72, 72, 72")
    @Test
    void otherOptionsAreRefused() {
        refuse("{timeseries: {metaField: 'm'}}", 40414);
        refuse("{timeseries: {timeField: 't', granularity: 'days'}}", 2);
        refuse("{timeseries: {timeField: 't', bucketMaxSpanSeconds: 60, bucketRoundingSeconds: 30}}", 72);
        refuse("{timeseries: {timeField: 't'}, capped: true, size: 4096}", 72);
        refuse("{timeseries: {timeField: 't'}, validator: {a: 1}}", 72);
    }

    private void refuse(String options, int code) {
        Document create = new Document("create", ground.name());
        create.putAll(json(options));
        assertEquals(code, Refusal.of(() -> ground.run(create)).code());
    }

    @Row(
            number = 20,
            when = "an insert without a date in `timeField`",
            then = "2 BadValue `'at' must be present and contain a valid BSON UTC datetime value`")
    @ParameterizedTest
    @ValueSource(strings = {"{}", "{at: 5}", "{at: [{$date: '2020-01-01T00:00:00Z'}]}", "{'a.at': 1}"})
    void timeIsRequired(String document) {
        create(60);
        var refused =
                assertThrows(MongoWriteException.class, () -> ground.documents().insertOne(json(document)));
        assertEquals(2, refused.getError().getCode());
        assertEquals(
                "'at' must be present and contain a valid BSON UTC datetime value",
                refused.getError().getMessage());
    }

    @Row(
            number = 30,
            when = "a measurement of an exact collection, and its time + `expireAfterSeconds` <= now",
            then = "gone",
            unlike = "a bucket goes as a whole, up to its length later")
    @Test
    void measurementsExpireOneByOne() {
        create(60);
        insert("due", ground.in(-60), "a");
        insert("lives", ground.in(200), "a");
        ground.assertThere("lives");
        ground.outlive(260, Visibility.EXACT);
        ground.assertThere();
    }

    @Row(
            number = 32,
            when = "a measurement of a lazy collection",
            then =
                    "gone with the first pass after its time + the length of a bucket + `expireAfterSeconds`, as if it had"
                            + " begun its bucket")
    @Test
    void measurementsStayForAsLongAsABucketOfTheirOwn() {
        create(60);
        ground.setVisibility(Visibility.LAZY);
        insert("early", ground.in(-80_000), "a");
        insert("late", ground.in(-60), "a");
        ground.settle(Visibility.LAZY);
        ground.assertThere("early", "late");
        ground.outlive(7000, Visibility.LAZY);
        ground.assertThere("late");
        ground.outlive(BUCKET, Visibility.LAZY);
        ground.assertThere();
    }

    @Row(number = 31, when = "dates before 1970 and after 2038", then = "as any other")
    @ParameterizedTest
    @EnumSource
    void farDatesAreDates(Visibility visibility) {
        create(60);
        ground.setVisibility(visibility);
        insert("old", new BsonDateTime(-1_000_000_000_000L), "a");
        insert("far", new BsonDateTime(4_000_000_000_000L), "a");
        ground.settle(visibility);
        ground.assertThere("far");
    }

    @Row(
            number = 40,
            when = "`collMod` with `expireAfterSeconds: N` or `\"off\"`",
            then = "as of a clustered collection")
    @ParameterizedTest
    @EnumSource
    void secondsAreChanged(Visibility visibility) {
        create(1000);
        ground.setVisibility(visibility);
        insert("x", ground.in(-100), "a");
        collMod("{expireAfterSeconds: 'off'}");
        ground.outlive(BUCKET, visibility);
        ground.assertThere("x");
        collMod("{expireAfterSeconds: 50}");
        ground.settle(visibility);
        ground.assertThere();
    }

    @Row(
            number = 41,
            when = "`collMod` with `timeseries: {granularity}`",
            then = "listed; a finer one: 72 `Invalid transition for timeseries.granularity`")
    @Test
    void granularityIsChanged() {
        create(60);
        collMod("{timeseries: {granularity: 'hours'}}");
        assertEquals(
                2_592_000,
                listed().get("options", Document.class)
                        .get("timeseries", Document.class)
                        .get("bucketMaxSpanSeconds"));
        Refusal.expect(
                72,
                "InvalidOptions",
                "Invalid transition for timeseries.granularity",
                () -> collMod("{timeseries: {granularity: 'seconds'}}"));
    }

    @Row(
            number = 50,
            when = "an update of many that asks for and changes nothing but `metaField`",
            then = "done; any other: 72 InvalidOptions")
    @Test
    void onlyTheMetaFieldIsUpdated() {
        create(60);
        insert("x", ground.in(0), "a");
        assertEquals(
                1,
                ground.documents()
                        .updateMany(json("{of: 'a'}"), json("{$set: {of: 'b'}}"))
                        .getModifiedCount());
        List<Executable> others = List.of(
                () -> ground.documents().updateOne(json("{of: 'b'}"), json("{$set: {of: 'c'}}")),
                () -> ground.documents().updateMany(json("{v: 1}"), json("{$set: {of: 'c'}}")),
                () -> ground.documents().updateMany(json("{of: 'b'}"), json("{$set: {v: 2}}")),
                () -> ground.documents().replaceOne(json("{of: 'b'}"), json("{v: 2}")));
        for (var other : others) {
            assertEquals(
                    72,
                    assertThrows(MongoWriteException.class, other).getError().getCode());
        }
        assertEquals(
                72,
                Refusal.of(() -> ground.documents().findOneAndUpdate(json("{of: 'b'}"), json("{$set: {of: 'c'}}")))
                        .code());
    }

    @Row(number = 51, when = "deletes, by any field", then = "done, as since 7.0")
    @Test
    void measurementsAreDeleted() {
        create(60);
        insert("x", ground.in(0), "a");
        insert("y", ground.in(0), "b");
        assertEquals(1, ground.documents().deleteMany(json("{_id: 'x', v: 1}")).getDeletedCount());
        ground.assertThere("y");
    }

    @Row(
            number = 60,
            when = "a TTL index, unless on `timeField` with a partial filter about `metaField`; a unique index",
            then = "67; `collMod` of an index: 72 `TTL indexes are not supported for time-series collections. ...`")
    @Test
    void ttlIndexesAreRefused() {
        create(60);
        ground.createIndex("{of: 1}", "{}");
        for (String index : List.of("{v: 1}", "{at: 1}")) {
            Refusal.expect(
                    67, "CannotCreateIndex", "time-series", () -> ground.createIndex(index, "{expireAfterSeconds: 5}"));
        }
        Refusal.expect(67, "CannotCreateIndex", "time-series", () -> ground.createIndex("{v: 1}", "{unique: true}"));
        Refusal.expect(
                72,
                "InvalidOptions",
                "TTL indexes are not supported for time-series collections. Please refer to the documentation",
                () -> ground.collMod(json("{name: 'of_1', expireAfterSeconds: 5}")));
    }

    @Row(
            number = 61,
            when = "a partial TTL index on `timeField`, shorter or longer than the collection's own time",
            then = "the shorter of the two counts")
    @ParameterizedTest
    @EnumSource
    void partialIndexShortensLives(Visibility visibility) {
        create(200);
        ground.setVisibility(visibility);
        ground.createIndex("{at: 1}", "{expireAfterSeconds: 5, partialFilterExpression: {of: 'short'}}");
        long bucket = visibility == Visibility.LAZY ? BUCKET : 0;
        insert("short", ground.in(-5 - bucket), "short");
        insert("long", ground.in(-bucket), "long");
        ground.settle(visibility);
        ground.assertThere("long");
        ground.outlive(200, visibility);
        ground.assertThere();
    }

    @Row(number = 70, when = "`renameCollection`", then = "20 IllegalOperation")
    @Test
    void renamingIsRefused() {
        create(60);
        Refusal.expect(
                20,
                "IllegalOperation",
                "Renaming a time-series collection is not supported",
                () -> ground.admin(
                        new Document("renameCollection", ground.namespace()).append("to", Ground.DATABASE + ".other")));
    }
}
