package dev.mayfly.test.conformance.mongo;

import static dev.mayfly.test.conformance.mongo.Ground.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.mongodb.client.model.UpdateOptions;
import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import dev.mayfly.test.testkit.MayflyTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonValue;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The index on {@code _ts} beside other indexes, and how it is changed. */
@MayflyTest
@Rows("together")
final class MongoTsSchemaIT extends OnGround {
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
    @ParameterizedTest
    @EnumSource
    void plainTsIndexIsConverted(Visibility visibility) {
        ground.createIndex("{_ts: 1}", "{}");
        ground.setVisibility(visibility);
        insert("dies");
        insert("own", 100);
        ground.collMod(json("{keyPattern: {_ts: 1}, expireAfterSeconds: 500}"));
        ground.outlive(100, visibility);
        ground.assertThere("dies");
        ground.outlive(400, visibility);
        ground.assertThere();
    }

    @Row(
            number = 112,
            when = "`unique` or `partialFilterExpression` beside `expireAfterSeconds` on `_ts`",
            then = "67, and 72 from `collMod`: the rule is of every document",
            unlike = "MongoDB, where `_ts` is a field like others, takes both")
    @ParameterizedTest
    @ValueSource(strings = {"unique: true", "partialFilterExpression: {kind: 'log'}"})
    @Tag("unsharded")
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
            then = "`_t: \"CreateIndexesResponse\"` and MongoDB's fields, for a TTL index on `_ts` alone",
            unlike = "Cosmos DB counts 4 indexes after the first; here the counts are true")
    @Test
    void replyIsOfCosmos() {
        assertEquals(
                json("{_t: 'CreateIndexesResponse', numIndexesBefore: 1, numIndexesAfter: 2,"
                        + " createdCollectionAutomatically: true, ok: 1.0}"),
                ground.createIndex("{_ts: 1}", "{expireAfterSeconds: 10}"));
        assertEquals(
                json("{_t: 'CreateIndexesResponse', numIndexesBefore: 2, numIndexesAfter: 2,"
                        + " createdCollectionAutomatically: false, note: 'all indexes already exist', ok: 1.0}"),
                ground.createIndex("{_ts: 1}", "{expireAfterSeconds: 10}"));
        assertFalse(ground.createIndex("{x: 1}", "{expireAfterSeconds: 10}").containsKey("_t"));
    }

    @Row(
            number = 130,
            when = "`expireAfterSeconds` 0, or below -1, or -1.5, on `_ts`",
            then = "67, and 72 from `collMod`: it is -1 or greater than 0",
            unlike = "MongoDB, where `_ts` is a field like others, takes 0")
    @ParameterizedTest
    @ValueSource(strings = {"0", "-2", "-1.5", "-0.5", "0.5", "{$numberLong: '-2147483648'}"})
    void secondsOnTsAreOffOrPositive(String seconds) {
        String reason = "option on '_ts' must be -1 or greater than 0";
        Refusal.expect(
                67,
                "CannotCreateIndex",
                reason,
                () -> ground.createIndex("{_ts: 1}", "{expireAfterSeconds: " + seconds + "}"));
        ground.createTtlIndex("_ts", 10);
        Refusal.expect(
                72,
                "InvalidOptions",
                reason,
                () -> ground.collMod(json("{name: '_ts_1', expireAfterSeconds: " + seconds + "}")));
        assertEquals(10, ground.index("_ts_1").get("expireAfterSeconds"));
    }

    @Row(
            number = 131,
            when = "`collMod` of it to -1 and back",
            then = "both values in the answer; meanwhile only documents with a `ttl` of their own expire")
    @ParameterizedTest
    @EnumSource
    void defaultIsSwitchedOffAndOn(Visibility visibility) {
        ground.createTtlIndex("_ts", 100);
        ground.setVisibility(visibility);
        insert("plain");
        insert("own", 50);
        Document off = ground.collMod(json("{keyPattern: {_ts: 1}, expireAfterSeconds: -1}"));
        assertEquals(100L, off.get("expireAfterSeconds_old"));
        assertEquals(-1L, off.get("expireAfterSeconds_new"));
        assertEquals(-1, ground.index("_ts_1").get("expireAfterSeconds"));
        ground.outlive(200, visibility);
        ground.assertThere("plain");
        Document on = ground.collMod(json("{keyPattern: {_ts: 1}, expireAfterSeconds: 100}"));
        assertEquals(-1L, on.get("expireAfterSeconds_old"));
        ground.settle(visibility);
        ground.assertThere();
    }

    @Row(
            number = 140,
            when = "`_ts` of the server in `find`, a projection, a sort, a filter, `distinct`, an aggregation",
            then = "is not there: the field is missing, for all that reads it")
    @Test
    void serversInstantIsNowhere() {
        ground.createTtlIndex("_ts", 1000);
        insert("a");
        ground.advance(Duration.ofSeconds(1));
        insert("b");
        var documents = ground.documents();
        assertEquals(key("a"), documents.find(key("a")).first());
        assertEquals(
                key("a"), documents.find(key("a")).projection(json("{_ts: 1}")).first());
        assertEquals(
                json("{_id: 'a', t: 'missing'}"),
                documents
                        .find(key("a"))
                        .projection(json("{t: {$type: '$_ts'}}"))
                        .first());
        for (int direction : List.of(1, -1)) {
            List<Document> sorted = documents
                    .find()
                    .sort(new Document("_ts", direction).append("_id", 1))
                    .into(new ArrayList<>());
            assertEquals(List.of(key("a"), key("b")), sorted);
        }
        assertEquals(0, documents.countDocuments(json("{_ts: {$exists: true}}")));
        assertEquals(2, documents.countDocuments(json("{_ts: null}")));
        assertEquals(0, documents.countDocuments(json("{_ts: {$gte: {$date: 0}}}")));
        assertFalse(documents.distinct("_ts", BsonValue.class).iterator().hasNext());
        List<Document> grouped = documents
                .aggregate(List.of(
                        json("{$sort: {_ts: -1, _id: 1}}"),
                        json("{$group: {_id: '$_ts', n: {$sum: 1}, all: {$push: '$$ROOT'}}}")))
                .into(new ArrayList<>());
        assertEquals(
                List.of(new Document("_id", null).append("n", 2).append("all", List.of(key("a"), key("b")))), grouped);
        assertEquals(
                key("a"),
                documents
                        .aggregate(List.of(new Document("$match", key("a")), json("{$project: {_ts: 1}}")))
                        .first());
    }

    @Row(
            number = 150,
            when = "parameter `perDocumentTtlEnabled` (true)",
            then = "false: a root `ttl` of what is written from then on is plain data; kept over a restart",
            unlike = "an option of ours, after the service's switch of the account")
    @Test
    void ownLifetimesAreSwitchedOff() {
        ground.createTtlIndex("_ts", 1000);
        insert("before", 10);
        assertEquals(
                json("{was: true, ok: 1.0}"), ground.admin(json("{setParameter: 1, perDocumentTtlEnabled: false}")));
        assertEquals(
                json("{perDocumentTtlEnabled: false, ok: 1.0}"),
                ground.admin(json("{getParameter: 1, perDocumentTtlEnabled: 1}")));
        try {
            insert("inserted", 10);
            insert("forever", -1);
            ground.documents().updateOne(key("upserted"), json("{$set: {ttl: 10}}"), new UpdateOptions().upsert(true));
            ground.outlive(10, Visibility.EXACT);
            ground.assertThere("forever", "inserted", "upserted");
        } finally {
            ground.admin(json("{setParameter: 1, perDocumentTtlEnabled: true}"));
        }
        ground.documents().updateOne(key("inserted"), json("{$set: {a: 1}}"));
        ground.outlive(10, Visibility.EXACT);
        ground.assertThere("forever", "upserted");
        ground.outlive(980, Visibility.EXACT);
        ground.assertThere();
    }
}
