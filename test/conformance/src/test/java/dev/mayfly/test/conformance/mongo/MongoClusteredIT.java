package dev.mayfly.test.conformance.mongo;

import static dev.mayfly.test.conformance.mongo.Ground.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.client.model.ClusteredIndexOptions;
import com.mongodb.client.model.CreateCollectionOptions;
import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import dev.mayfly.test.testkit.MayflyTest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDateTime;
import org.bson.BsonTimestamp;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clustered collections, whose documents may expire by their ids. */
@MayflyTest
@Rows("clustered")
final class MongoClusteredIT extends OnGround {
    private void create(long seconds) {
        ground.database()
                .createCollection(
                        ground.name(),
                        new CreateCollectionOptions()
                                .clusteredIndexOptions(
                                        new ClusteredIndexOptions(json("{_id: 1}"), true).name("clustered"))
                                .expireAfter(seconds, TimeUnit.SECONDS));
    }

    private void insert(Object id, String name) {
        ground.documents().insertOne(new Document("_id", id).append("name", name));
    }

    private Set<String> names() {
        return ground.documents().find().map(found -> found.getString("name")).into(new HashSet<>());
    }

    private Document options() {
        return Ground.first(ground.database().listCollections().filter(json("{name: '" + ground.name() + "'}")))
                .get("options", Document.class);
    }

    private void collMod(Object seconds) {
        ground.run(new Document("collMod", ground.name()).append("expireAfterSeconds", seconds));
    }

    @Row(
            number = 10,
            when = "`create` with `clusteredIndex: {key: {_id: 1}, unique: true}`",
            then = "listed with it, and with `expireAfterSeconds` as an int64; `listIndexes` shows `clustered: true`")
    @Test
    void clusteredCollectionIsListed() {
        create(60);
        assertEquals(
                json("{clusteredIndex: {v: 2, key: {_id: 1}, name: 'clustered', unique: true},"
                        + " expireAfterSeconds: {$numberLong: '60'}}"),
                options());
        assertEquals(
                List.of(json("{v: 2, key: {_id: 1}, name: 'clustered', unique: true, clustered: true}")),
                ground.documents().listIndexes().into(new ArrayList<>()));
    }

    @Row(
            number = 11,
            when = "another key than `{_id: 1}`; not `unique: true`; `capped` too",
            then = "197; 5979700; 72 InvalidOptions")
    @Test
    void otherIndexesAreRefused() {
        refuse("{clusteredIndex: {key: {a: 1}, unique: true}}", 197, "InvalidIndexSpecificationOption", "{_id: 1}");
        refuse("{clusteredIndex: {key: {_id: 1}, unique: false}}", 5979700, "Location5979700", "unique: true");
        refuse(
                "{clusteredIndex: {key: {_id: 1}, unique: true}, capped: true, size: 5}",
                72,
                "InvalidOptions",
                "is not allowed with");
    }

    private void refuse(String options, int code, String name, String text) {
        Document create = new Document("create", ground.name());
        create.putAll(json(options));
        Refusal.expect(code, name, text, () -> ground.run(create));
    }

    @Row(
            number = 20,
            when = "`expireAfterSeconds` below 0, too large for milliseconds, or more than have passed since 1970",
            then = "72 InvalidOptions")
    @ParameterizedTest
    @ValueSource(strings = {"-1", "{$numberLong: '9223372036854775807'}", "{$numberLong: '99999999999'}"})
    void secondsAreChecked(String seconds) {
        refuse(
                "{clusteredIndex: {key: {_id: 1}, unique: true}, expireAfterSeconds: " + seconds + "}",
                72,
                "InvalidOptions",
                "TTL index 'expireAfterSeconds' option");
    }

    @Row(number = 30, when = "an `_id` that is a date, and date + seconds <= now", then = "gone")
    @ParameterizedTest
    @EnumSource
    void datesExpire(Visibility visibility) {
        create(60);
        ground.setVisibility(visibility);
        insert(ground.in(-60), "due");
        insert(ground.in(200), "later");
        insert(new BsonDateTime(-1), "old");
        ground.settle(visibility);
        assertEquals(Set.of("later"), names());
        ground.outlive(259 - (visibility == Visibility.LAZY ? 60 : 0), Visibility.EXACT);
        assertEquals(Set.of("later"), names());
        ground.outlive(1, visibility);
        assertEquals(Set.of(), names());
    }

    @Row(number = 31, when = "an `_id` of any other type, also an ObjectId whose own time is long past", then = "kept")
    @ParameterizedTest
    @EnumSource
    void otherIdsAreKept(Visibility visibility) {
        create(1);
        ground.setVisibility(visibility);
        insert(new ObjectId("000000000000000000000001"), "objectId");
        insert(1, "number");
        insert("x", "text");
        insert(new BsonTimestamp(1, 1), "timestamp");
        insert(new Document("at", ground.in(-100)), "document");
        ground.outlive(1000, visibility);
        assertEquals(Set.of("objectId", "number", "text", "timestamp", "document"), names());
    }

    @Row(
            number = 40,
            when = "`collMod` with `expireAfterSeconds: N`",
            then = "holds for all documents at once; the longer one soon after brings back what the shorter hid")
    @ParameterizedTest
    @EnumSource
    void secondsAreChanged(Visibility visibility) {
        create(1000);
        ground.setVisibility(visibility);
        insert(ground.in(-100), "x");
        collMod(50);
        ground.settle(visibility);
        assertEquals(Set.of(), names());
        assertEquals(50L, options().get("expireAfterSeconds"));
        if (visibility == Visibility.EXACT) {
            collMod(1000);
            assertEquals(Set.of("x"), names());
        }
    }

    @Row(
            number = 41,
            when = "`expireAfterSeconds: \"off\"`, and a number again",
            then = "nothing expires; and again it does")
    @ParameterizedTest
    @EnumSource
    void expiryIsSwitchedOff(Visibility visibility) {
        create(60);
        ground.setVisibility(visibility);
        collMod("off");
        insert(ground.in(-100), "x");
        ground.settle(visibility);
        assertEquals(Set.of("x"), names());
        assertNull(options().get("expireAfterSeconds"));
        collMod(60);
        ground.settle(visibility);
        assertEquals(Set.of(), names());
    }

    @Row(
            number = 42,
            when = "another string; a boolean; `expireAfterSeconds` for the index on `_id`",
            then = "72; 14 TypeMismatch; 72 `the _id field does not support TTL indexes`")
    @Test
    void otherChangesAreRefused() {
        create(60);
        Refusal.expect(72, "InvalidOptions", "'off'", () -> collMod("never"));
        Refusal.expect(14, "TypeMismatch", "wrong type 'bool'", () -> collMod(true));
        Refusal.expect(
                72,
                "InvalidOptions",
                "the _id field does not support TTL indexes",
                () -> ground.collMod(json("{keyPattern: {_id: 1}, expireAfterSeconds: 5}")));
    }

    @Row(number = 50, when = "a TTL index on another field", then = "whichever comes first")
    @ParameterizedTest
    @EnumSource
    void otherIndexesExpireToo(Visibility visibility) {
        create(60);
        ground.setVisibility(visibility);
        ground.createTtlIndex("x", 5);
        ground.documents()
                .insertOne(new Document("_id", ground.in(0))
                        .append("x", ground.in(-10))
                        .append("name", "x"));
        insert(ground.in(200), "later");
        ground.settle(visibility);
        assertEquals(Set.of("later"), names());
    }

    @Row(
            number = 60,
            when = "`explain` of a query by `_id`; dropping the clustered index",
            then = "stage CLUSTERED_IXSCAN; 5979800 `It is illegal to drop the clusteredIndex`")
    @Test
    void clusteredIndexIsExplained() {
        create(60);
        insert(1, "x");
        String plan = ground.documents()
                .find(json("{_id: 1}"))
                .hintString("clustered")
                .explain()
                .toJson();
        assertTrue(plan.contains("CLUSTERED_IXSCAN"), plan);
        assertEquals(
                5979800,
                Refusal.of(() -> ground.documents().dropIndex("clustered")).code());
    }
}
