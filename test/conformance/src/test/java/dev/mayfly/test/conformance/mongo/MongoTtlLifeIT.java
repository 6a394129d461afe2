package dev.mayfly.test.conformance.mongo;

import static dev.mayfly.test.conformance.mongo.Ground.date;
import static dev.mayfly.test.conformance.mongo.Ground.first;
import static dev.mayfly.test.conformance.mongo.Ground.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.result.InsertOneResult;
import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import dev.mayfly.test.testkit.Fresh;
import dev.mayfly.test.testkit.MayflyTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bson.Document;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Expiry when documents, indexes or the collection change. */
@MayflyTest
@Rows("changes")
final class MongoTtlLifeIT extends OnGround {
    @Row(number = 80, when = "an update moves the date forward before it is due", then = "kept: the new date counts")
    @ParameterizedTest
    @EnumSource
    void extensionWins(Visibility visibility) {
        ground.prepare(visibility, 60);
        ground.insert("extended", ground.in(0));
        ground.advance(Duration.ofSeconds(60).minusMillis(1));
        assertEquals(
                1,
                ground.documents()
                        .updateOne(key("extended"), new Document("$set", new Document("x", ground.in(1000))))
                        .getModifiedCount());
        ground.outlive(61, visibility);
        ground.assertThere("extended");
    }

    private static Document key(String key) {
        return new Document("_id", key);
    }

    @Row(number = 81, when = "an update moves the date back", then = "gone when the new date says so")
    @ParameterizedTest
    @EnumSource
    void shorteningCounts(Visibility visibility) {
        ground.prepare(visibility, 60);
        ground.insert("shortened", ground.in(10_000));
        ground.documents().updateOne(key("shortened"), new Document("$set", new Document("x", ground.in(-60))));
        ground.settle(visibility);
        ground.assertThere();
    }

    @Row(number = 82, when = "`$unset` of the field, or another type in it", then = "kept from then on")
    @ParameterizedTest
    @EnumSource
    void removedDateIsKept(Visibility visibility) {
        ground.prepare(visibility, 60);
        ground.insert("unset", ground.in(0));
        ground.insert("text", ground.in(0));
        ground.documents().updateOne(key("unset"), json("{$unset: {x: ''}}"));
        ground.documents().updateOne(key("text"), json("{$set: {x: 'never'}}"));
        ground.outlive(61, visibility);
        ground.assertThere("text", "unset");
    }

    @Row(number = 90, when = "a document enters or leaves the index's partial filter", then = "what it is now counts")
    @ParameterizedTest
    @EnumSource
    void filterOfTheIndexCounts(Visibility visibility) {
        ground.createIndex("{x: 1}", "{expireAfterSeconds: 60, partialFilterExpression: {kind: 'log'}}");
        ground.setVisibility(visibility);
        for (String kind : List.of("log", "bill")) {
            ground.documents()
                    .insertMany(List.of(
                            new Document("_id", "stays " + kind)
                                    .append("kind", kind)
                                    .append("x", ground.in(0)),
                            new Document("_id", "changes " + kind)
                                    .append("kind", kind)
                                    .append("x", ground.in(0))));
        }
        ground.documents().updateOne(key("changes log"), json("{$set: {kind: 'bill'}}"));
        ground.documents().updateOne(key("changes bill"), json("{$set: {kind: 'log'}}"));
        ground.outlive(60, visibility);
        ground.assertThere("changes log", "stays bill");
    }

    @Row(
            number = 100,
            when = "`expireAfterSeconds: 2147483647`",
            then = "dates more than 68 years old are gone, others kept")
    @ParameterizedTest
    @EnumSource
    void longestTimeCounts(Visibility visibility) {
        ground.prepare(visibility, Integer.MAX_VALUE);
        ground.insert("dies", ground.in(-Integer.MAX_VALUE));
        ground.insert("lives", ground.in(-Integer.MAX_VALUE + 1000L));
        ground.settle(visibility);
        ground.assertThere("lives");
    }

    @Row(number = 110, when = "the index is dropped", then = "nothing expires by it any more")
    @ParameterizedTest
    @EnumSource
    void droppedIndexEndsExpiry(Visibility visibility) {
        ground.prepare(visibility, 60);
        ground.insert("lives", ground.in(60));
        ground.insert("dead", ground.in(-60));
        ground.settle(visibility);
        ground.documents().dropIndex("x_1");
        assertEquals(List.of(), ground.indexes());
        ground.outlive(1000, visibility);
        ground.assertThere("lives");
    }

    @Row(number = 111, when = "one of two TTL indexes is dropped", then = "the other goes on")
    @ParameterizedTest
    @EnumSource
    void otherIndexGoesOn(Visibility visibility) {
        ground.prepare(visibility, 100);
        ground.createTtlIndex("y", 200);
        ground.documents()
                .insertOne(new Document("_id", "dies").append("x", ground.in(0)).append("y", ground.in(0)));
        ground.documents().dropIndex("x_1");
        ground.advance(Duration.ofSeconds(199));
        ground.assertThere("dies");
        ground.outlive(1, visibility);
        ground.assertThere();
    }

    @Row(
            number = 112,
            when =
                    "the index dropped, dropped and made again, or turned into the rule of `_ts`, under a cursor that walks it",
            then = "`getMore`: 175 QueryPlanKilled")
    @ParameterizedTest
    @ValueSource(strings = {"dropped", "made again", "turned"})
    void cursorOfADroppedIndexIsKilled(String fate) {
        ground.createIndex("{_ts: 1}", "{}");
        List<Document> many = new ArrayList<>();
        for (int n = 0; n < 10; n++) {
            many.add(key("k" + n).append("_ts", n));
        }
        ground.documents().insertMany(many);
        var walk = ground.documents()
                .find(json("{_ts: {$gte: 0}}"))
                .hint(json("{_ts: 1}"))
                .batchSize(2);
        try (MongoCursor<Document> cursor = walk.cursor()) {
            cursor.next();
            cursor.next();
            if (fate.equals("turned")) {
                ground.collMod(json("{name: '_ts_1', expireAfterSeconds: 500}"));
            } else {
                ground.documents().dropIndex("_ts_1");
            }
            if (fate.equals("made again")) {
                ground.createIndex("{_ts: 1}", "{}");
            }
            MongoCommandException killed = assertThrows(MongoCommandException.class, cursor::next);
            assertEquals(175, killed.getErrorCode());
            assertTrue(killed.getErrorMessage().contains("index '_ts_1' dropped"), killed::getErrorMessage);
        }
    }

    @Row(number = 120, when = "the collection is dropped and made again", then = "the old index is forgotten")
    @ParameterizedTest
    @EnumSource
    void droppedCollectionForgets(Visibility visibility) {
        ground.prepare(visibility, 60);
        ground.insert("old", ground.in(0));
        ground.documents().drop();
        ground.insert("new", ground.in(0));
        ground.outlive(1000, visibility);
        ground.assertThere("new");
    }

    @Row(number = 121, when = "the collection is renamed", then = "documents go on expiring under the new name")
    @ParameterizedTest
    @EnumSource
    void renamedCollectionGoesOn(Visibility visibility) {
        ground.prepare(visibility, 60);
        ground.insert("dies", ground.in(0));
        ground.insert("lives", ground.in(10_000));
        String renamed = ground.name() + "renamed";
        ground.documents().renameCollection(new MongoNamespace(Ground.DATABASE, renamed));
        ground.outlive(60, visibility);
        ground.assertThere();
        assertEquals(
                "lives", first(ground.database().getCollection(renamed).find()).getString("_id"));
        assertEquals(1, ground.database().getCollection(renamed).countDocuments());
    }

    @Row(number = 130, when = "an index made over documents that are due", then = "gone once it is ready")
    @ParameterizedTest
    @EnumSource
    void newIndexTakesWhatIsThere(Visibility visibility) {
        ground.insert("dies", ground.in(-60));
        ground.insert("lives", ground.in(1000));
        ground.prepare(visibility, 60);
        ground.settle(visibility);
        ground.assertThere("lives");
    }

    @Row(
            number = 140,
            when = "an insert of a document that is due already",
            then = "accepted, `n: 1`; exact: in no answer; lazy: until the next pass")
    @ParameterizedTest
    @EnumSource
    @Fresh
    void insertOfTheDueIsAccepted(Visibility visibility) {
        ground.prepare(visibility, 60);
        InsertOneResult result = ground.documents().insertOne(new Document("_id", "dead").append("x", ground.in(-60)));
        assertTrue(result.wasAcknowledged());
        assertEquals(visibility == Visibility.EXACT ? Set.of() : Set.of("dead"), ground.keys());
        ground.settle(visibility);
        ground.assertThere();
    }

    @Row(
            number = 150,
            when = "what has expired and is not yet destroyed, met by update, delete, findAndModify",
            then = "exact: matches nothing",
            unlike = "MongoDB updates and finds it until the monitor comes by")
    @ParameterizedTest
    @EnumSource(names = "EXACT")
    void writesFindNothingExpired(Visibility visibility) {
        ground.prepare(visibility, 60);
        ground.insert("gone", ground.in(0));
        ground.advance(Duration.ofSeconds(60));
        assertEquals(
                0,
                ground.documents()
                        .updateOne(key("gone"), new Document("$set", new Document("x", ground.in(1000))))
                        .getMatchedCount());
        assertEquals(null, ground.documents().findOneAndUpdate(key("gone"), json("{$set: {y: 1}}")));
        assertEquals(0, ground.documents().deleteOne(key("gone")).getDeletedCount());
        ground.assertThere();
    }

    @Row(number = 160, when = "a TTL index in queries and hints", then = "serves them as any other index does")
    @ParameterizedTest
    @EnumSource
    void indexServesQueries(Visibility visibility) {
        ground.prepare(visibility, 1000);
        ground.insert("a", ground.in(0));
        ground.insert("b", ground.in(10));
        ground.insert("c", ground.in(-1000));
        ground.settle(visibility);
        Document after = new Document("x", new Document("$gte", date(0)));
        assertEquals(
                List.of("a", "b"),
                ground
                        .documents()
                        .find(after)
                        .hint(json("{x: 1}"))
                        .sort(json("{x: 1}"))
                        .into(new ArrayList<>())
                        .stream()
                        .map(document -> document.getString("_id"))
                        .toList());
        assertEquals(
                "b",
                first(ground.documents().find(after).hintString("x_1").sort(json("{x: -1}")))
                        .getString("_id"));
    }
}
