package dev.mayfly.test.conformance.mongo;

import static dev.mayfly.test.conformance.mongo.Ground.json;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.mongodb.client.MongoClient;
import dev.mayfly.test.testkit.MayflyClock;
import dev.mayfly.test.testkit.MayflyTest;
import java.time.Duration;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The index on {@code _ts} beside other indexes, and how it is changed. */
@MayflyTest
@Rows("together")
final class MongoTsSchemaIT {
    private Ground ground;

    @BeforeEach
    void prepare(MongoClient client, MayflyClock clock, TestInfo test) {
        ground = new Ground(client, clock, test);
    }

    private void insert(String key, Object ttl) {
        ground.documents().insertOne(key(key).append("ttl", ttl));
    }

    private void insert(String key) {
        ground.documents().insertOne(key(key));
    }

    private static Document key(String key) {
        return new Document("_id", key);
    }

    @Row(
            number = 100,
            when = "a `_ts` index and TTL indexes on dates in one collection",
            then = "whichever comes first; dropping either leaves the other")
    @ParameterizedTest
    @EnumSource
    void bothKindsStandTogether(Visibility visibility) {
        ground.prepare(visibility, 500);
        ground.createTtlIndex("_ts", 1000);
        ground.documents()
                .insertMany(List.of(
                        key("byDate").append("x", ground.in(0)),
                        key("byWrite").append("x", ground.in(5000)),
                        key("forever").append("ttl", -1)));
        ground.outlive(500, visibility);
        ground.assertThere("byWrite", "forever");
        ground.documents().dropIndex("x_1");
        ground.documents()
                .insertOne(key("dateOnly").append("x", ground.in(-5000)).append("ttl", -1));
        ground.outlive(500, visibility);
        ground.assertThere("dateOnly", "forever");
        ground.createTtlIndex("x", 500);
        ground.documents().dropIndex("_ts_1");
        insert("short", 5);
        ground.outlive(500, visibility);
        ground.assertThere("forever", "short");
    }

    @Row(number = 110, when = "`collMod` of the `_ts` index", then = "as of any TTL index, for all documents at once")
    @ParameterizedTest
    @EnumSource
    void tsIndexIsChanged(Visibility visibility) {
        ground.createTtlIndex("_ts", 1_000_000);
        ground.setVisibility(visibility);
        insert("dies");
        insert("own", 100_000);
        ground.advance(Duration.ofSeconds(500));
        Document reply = ground.collMod(json("{keyPattern: {_ts: 1}, expireAfterSeconds: 500}"));
        assertEquals(1_000_000L, reply.get("expireAfterSeconds_old"));
        assertEquals(500L, reply.get("expireAfterSeconds_new"));
        ground.settle(visibility);
        ground.assertThere("own");
    }

    @Row(
            number = 111,
            when = "a plain index on `_ts` made a TTL index by `collMod`",
            then = "as if it had been one from the start")
    @Test
    void plainTsIndexIsConverted() {
        ground.createIndex("{_ts: 1}", "{}");
        insert("dies");
        insert("own", 100);
        ground.collMod(json("{keyPattern: {_ts: 1}, expireAfterSeconds: 500}"));
        ground.outlive(100, Visibility.EXACT);
        ground.assertThere("dies");
        ground.outlive(400, Visibility.EXACT);
        ground.assertThere();
    }

    @Row(
            number = 112,
            when = "`unique` or `partialFilterExpression` beside `expireAfterSeconds` on `_ts`",
            then = "67, and 72 from `collMod`: the rule is of every document",
            unlike = "MongoDB, where `_ts` is a field like others, takes both")
    @ParameterizedTest
    @ValueSource(strings = {"unique: true", "partialFilterExpression: {kind: 'log'}"})
    void ruleIsOfEveryDocument(String option) {
        String reason = "TTL indexes on '_ts' cover every document";
        Refusal.expect(
                67,
                "CannotCreateIndex",
                reason,
                () -> ground.createIndex("{_ts: 1}", "{expireAfterSeconds: 5, " + option + "}"));
        ground.createIndex("{_ts: 1}", "{" + option + "}");
        Refusal.expect(
                72, "InvalidOptions", reason, () -> ground.collMod(json("{name: '_ts_1', expireAfterSeconds: 5}")));
    }

    @Row(
            number = 113,
            when = "a second TTL index on `_ts`, descending",
            then = "85, and 72 from `collMod`: a collection has one such rule",
            unlike = "MongoDB, where `_ts` is a field like others, takes both")
    @Test
    void ruleIsOne() {
        ground.createTtlIndex("_ts", 5);
        Refusal.expect(
                85,
                "IndexOptionsConflict",
                "An equivalent index already exists with a different name and options.",
                () -> ground.createIndex("{_ts: -1}", "{expireAfterSeconds: 6}"));
        ground.createIndex("{_ts: -1}", "{}");
        Refusal.expect(
                72,
                "InvalidOptions",
                "another TTL index on '_ts' is there already",
                () -> ground.collMod(json("{name: '_ts_-1', expireAfterSeconds: 6}")));
    }

    @Row(
            number = 120,
            when = "the reply of `createIndexes`",
            then = "MongoDB's",
            unlike = "Cosmos DB adds `_t: \"CreateIndexesResponse\"` and counts oddly; nothing reads that")
    @Test
    void replyIsMongos() {
        Document reply = ground.createIndex("{_ts: 1}", "{expireAfterSeconds: 10}");
        assertEquals(
                json("{numIndexesBefore: 1, numIndexesAfter: 2, createdCollectionAutomatically: true, ok: 1.0}"),
                reply);
    }
}
