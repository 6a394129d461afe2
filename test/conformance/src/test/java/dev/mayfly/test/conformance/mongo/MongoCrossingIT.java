package dev.mayfly.test.conformance.mongo;

import static dev.mayfly.test.conformance.mongo.Ground.date;
import static dev.mayfly.test.conformance.mongo.Ground.first;
import static dev.mayfly.test.conformance.mongo.Ground.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoIterable;
import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import dev.mayfly.test.testkit.MayflyTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Reads across the deadline: what was there a moment ago is in no answer, destroyed already or not. */
@MayflyTest
@Rows("reading")
final class MongoCrossingIT extends OnGround {
    private MayflyServer server;

    /** The fate of an expired document. */
    enum Sweeping {
        DESTROYED,
        HELD
    }

    @BeforeEach
    void prepare(MayflyServer started) {
        server = started;
    }

    @AfterEach
    void sweepAgain() {
        server.engine().sweeper().resume();
    }

    /** Ten documents, {@code k0} to {@code k9}; those with an even number die after a minute. */
    private void prepareTen(Sweeping sweeping) {
        hold(sweeping);
        ground.prepare(Visibility.EXACT, 60);
        List<Document> documents = new ArrayList<>();
        for (int n = 0; n < 10; n++) {
            documents.add(new Document("_id", "k" + n).append("n", n).append("x", ground.in(n % 2 == 0 ? 0 : 5000)));
        }
        ground.documents().insertMany(documents);
    }

    /** One document, {@code gone}, that dies after a minute. */
    private void prepareOne(Sweeping sweeping, Document more) {
        hold(sweeping);
        ground.prepare(Visibility.EXACT, 60);
        Document document = new Document("_id", "gone").append("x", ground.in(0));
        document.putAll(more);
        ground.documents().insertOne(document);
    }

    private void hold(Sweeping sweeping) {
        if (sweeping == Sweeping.HELD) {
            server.engine().sweeper().pause();
        }
    }

    private void cross() {
        ground.advance(Duration.ofSeconds(60));
        if (!server.engine().sweeper().isPaused()) {
            server.engine().sweeper().sweepNow();
        }
    }

    private static Bson gone() {
        return new Document("_id", "gone");
    }

    private static List<Integer> numbers(MongoIterable<Document> found) {
        return found.map(document -> document.getInteger("n")).into(new ArrayList<>());
    }

    /** Reads the first batch of two, lets the minute pass, and answers what the later batches hold. */
    private List<Integer> restAcrossTheDeadline(MongoIterable<Document> found) {
        List<Integer> rest = new ArrayList<>();
        try (MongoCursor<Document> cursor = found.batchSize(2).cursor()) {
            cursor.next();
            cursor.next();
            assertEquals(0, cursor.available());
            cross();
            cursor.forEachRemaining(document -> rest.add(document.getInteger("n")));
        }
        return rest;
    }

    @Row(
            number = 10,
            when = "`getMore` after documents of later batches have expired",
            then = "they are left out; the cursor goes on behind them",
            unlike = "MongoDB returns them until its monitor has come by")
    @ParameterizedTest
    @EnumSource
    void laterBatchesLeaveOutWhatExpired(Sweeping sweeping) {
        prepareTen(sweeping);
        assertEquals(
                List.of(3, 5, 7, 9), restAcrossTheDeadline(ground.documents().find()));
    }

    @Row(number = 11, when = "the same of a query by an index", then = "the same", unlike = "as above")
    @ParameterizedTest
    @EnumSource
    void indexesLeaveOutWhatExpired(Sweeping sweeping) {
        prepareTen(sweeping);
        ground.createIndex("{n: 1}", "{}");
        assertEquals(
                List.of(3, 5, 7, 9),
                restAcrossTheDeadline(
                        ground.documents().find(json("{n: {$gte: 0}}")).sort(json("{n: 1}"))));
    }

    @Row(
            number = 12,
            when = "the same of a sort that no index serves",
            then = "the same: rows that wait in memory are looked at again",
            unlike = "MongoDB returns rows that it has sorted, destroyed or not")
    @ParameterizedTest
    @EnumSource
    void bufferedRowsAreLookedAtAgain(Sweeping sweeping) {
        prepareTen(sweeping);
        assertEquals(
                List.of(7, 5, 3, 1),
                restAcrossTheDeadline(ground.documents().find().sort(json("{n: -1}"))));
    }

    @Row(
            number = 13,
            when = "the same of an aggregation whose stages pass documents on one by one",
            then = "the same",
            unlike = "MongoDB returns them until its monitor has come by")
    @ParameterizedTest
    @EnumSource
    void pipelinesLeaveOutWhatExpired(Sweeping sweeping) {
        prepareTen(sweeping);
        List<Document> pipeline = List.of(json("{$match: {n: {$gte: 0}}}"), json("{$set: {more: 1}}"));
        assertEquals(
                List.of(3, 5, 7, 9), restAcrossTheDeadline(ground.documents().aggregate(pipeline)));
    }

    @Row(
            number = 20,
            when = "`count`, `distinct`, `$group`, `$count`, at the deadline",
            then = "only what lives is counted",
            unlike = "MongoDB counts until its monitor has come by")
    @ParameterizedTest
    @EnumSource
    void countsKnowTheDeadline(Sweeping sweeping) {
        prepareTen(sweeping);
        ground.advance(Duration.ofSeconds(60).minusMillis(1));
        assertEquals(10, ground.keys().size());
        assertEquals(45, sum());
        ground.advance(Duration.ofMillis(1));
        ground.assertThere("k1", "k3", "k5", "k7", "k9");
        assertEquals(25, sum());
        assertEquals(
                List.of(1, 3, 5, 7, 9),
                ground.documents().distinct("n", Integer.class).into(new ArrayList<>()));
        assertEquals(1, ground.documents().countDocuments(json("{n: {$gt: 7}}")));
    }

    private int sum() {
        List<Document> pipeline = List.of(json("{$group: {_id: null, sum: {$sum: '$n'}}}"));
        return first(ground.documents().aggregate(pipeline)).getInteger("sum");
    }

    @Row(
            number = 21,
            when = "`skip` and `limit`",
            then = "count what lives alone",
            unlike = "MongoDB counts what its monitor has left")
    @ParameterizedTest
    @EnumSource
    void skipAndLimitCountTheLiving(Sweeping sweeping) {
        prepareTen(sweeping);
        cross();
        assertEquals(List.of(3, 5), numbers(ground.documents().find().skip(1).limit(2)));
    }

    @Row(
            number = 22,
            when = "a query that an index alone could answer",
            then = "the index's entries of expired documents are not shown",
            unlike = "MongoDB shows them until its monitor has come by")
    @ParameterizedTest
    @EnumSource
    void coveredQueriesKnowTheDeadline(Sweeping sweeping) {
        prepareTen(sweeping);
        ground.createIndex("{n: 1}", "{}");
        cross();
        assertEquals(
                List.of(1, 3, 5, 7, 9),
                numbers(ground.documents()
                        .find(json("{n: {$gte: 0}}"))
                        .projection(json("{_id: 0, n: 1}"))
                        .hint(json("{n: 1}"))));
    }

    @Row(
            number = 23,
            when = "`$lookup` of expired documents",
            then = "they are not joined",
            unlike = "MongoDB joins them until its monitor has come by")
    @ParameterizedTest
    @EnumSource
    void joinsKnowTheDeadline(Sweeping sweeping) {
        prepareTen(sweeping);
        String other = ground.name() + "other";
        ground.database().getCollection(other).insertOne(json("{_id: 1, of: [0, 1, 2, 3]}"));
        cross();
        Document joined = first(ground.database()
                .getCollection(other)
                .aggregate(List.of(json("{$lookup: {from: '" + ground.name()
                        + "', localField: 'of', foreignField: 'n', as: 'found'}}"))));
        assertEquals(
                List.of(1, 3),
                joined.getList("found", Document.class).stream()
                        .map(found -> found.getInteger("n"))
                        .sorted()
                        .toList());
    }

    @Row(
            number = 30,
            when = "an insert under an expired document's `_id`",
            then = "goes, and nothing of the old one is left",
            unlike = "11000 until its monitor has come by")
    @ParameterizedTest
    @EnumSource
    void keyIsFree(Sweeping sweeping) {
        prepareOne(sweeping, json("{old: true}"));
        cross();
        ground.documents().insertOne(json("{_id: 'gone', new: true}"));
        assertEquals(
                List.of(json("{_id: 'gone', new: true}")),
                ground.documents().find().into(new ArrayList<>()));
    }

    @Row(
            number = 31,
            when = "an insert or update of a value that is unique and was an expired document's",
            then = "goes",
            unlike = "11000 until its monitor has come by")
    @ParameterizedTest
    @EnumSource
    @Tag("unsharded")
    void uniqueValueIsFree(Sweeping sweeping) {
        prepareOne(sweeping, json("{u: 1}"));
        ground.createIndex("{u: 1}", "{unique: true}");
        ground.documents().insertOne(json("{_id: 'other', u: 2}"));
        cross();
        ground.documents().insertOne(json("{_id: 'taker', u: 1}"));
        ground.documents().deleteOne(json("{_id: 'taker'}"));
        assertEquals(
                1,
                ground.documents()
                        .updateOne(json("{_id: 'other'}"), json("{$set: {u: 1}}"))
                        .getModifiedCount());
        ground.assertThere("other");
    }

    @Row(
            number = 40,
            when = "an upsert that an expired document would match",
            then = "inserts: `upsertedId`, and no field of the old one",
            unlike = "MongoDB updates it until its monitor has come by")
    @ParameterizedTest
    @EnumSource
    void upsertInserts(Sweeping sweeping) {
        prepareOne(sweeping, json("{n: 7}"));
        cross();
        Document reply = ground.run(json(
                "{update: '" + ground.name() + "', updates: [{q: {_id: 'gone'}, u: {$inc: {n: 1}}, upsert: true}]}"));
        assertEquals(json("{n: 1, nModified: 0, upserted: [{index: 0, _id: 'gone'}], ok: 1.0}"), reply);
        assertEquals(json("{_id: 'gone', n: 1}"), ground.documents().find().first());
    }

    @Row(
            number = 41,
            when = "`findAndModify` of an expired document",
            then = "finds none; with `upsert` it inserts",
            unlike = "MongoDB finds it until its monitor has come by")
    @ParameterizedTest
    @EnumSource
    void findAndModifyFindsNone(Sweeping sweeping) {
        prepareOne(sweeping, json("{n: 7}"));
        cross();
        assertNull(ground.documents().findOneAndUpdate(gone(), json("{$inc: {n: 1}}")));
        assertNull(ground.documents().findOneAndReplace(gone(), json("{n: 1}")));
        assertNull(ground.documents().findOneAndDelete(gone()));
        Document reply = ground.run(json("{findAndModify: '" + ground.name()
                + "', query: {_id: 'gone'}, update: {$inc: {n: 1}}, upsert: true, new: true}"));
        assertEquals(json("{_id: 'gone', n: 1}"), reply.get("value"));
        assertEquals(json("{n: 1, updatedExisting: false, upserted: 'gone'}"), reply.get("lastErrorObject"));
    }

    @Row(
            number = 42,
            when = "updates and deletes of many",
            then = "touch and count what lives alone",
            unlike = "MongoDB touches what its monitor has left")
    @ParameterizedTest
    @EnumSource
    void writesOfManyCountTheLiving(Sweeping sweeping) {
        prepareTen(sweeping);
        cross();
        Bson all = new Document();
        Function<String, Bson> set = value -> json("{$set: {seen: " + value + "}}");
        assertEquals(5, ground.documents().updateMany(all, set.apply("1")).getModifiedCount());
        assertEquals(
                0, ground.documents().updateOne(json("{n: 4}"), set.apply("2")).getMatchedCount());
        assertEquals(5, ground.documents().deleteMany(all).getDeletedCount());
        ground.assertThere();
    }

    @Row(
            number = 50,
            when = "an extension in the last millisecond, and one at the deadline",
            then = "the first keeps the document; the second finds none",
            unlike = "MongoDB takes the second too until its monitor has come by")
    @ParameterizedTest
    @EnumSource
    void extensionHasToComeBeforeTheDeadline(Sweeping sweeping) {
        prepareOne(sweeping, new Document());
        ground.insert("late", ground.in(0));
        ground.advance(Duration.ofSeconds(60).minusMillis(1));
        Document later = new Document("$set", new Document("x", date(Long.MAX_VALUE)));
        assertEquals(1, ground.documents().updateOne(gone(), later).getModifiedCount());
        ground.advance(Duration.ofMillis(1));
        assertEquals(
                0, ground.documents().updateOne(json("{_id: 'late'}"), later).getMatchedCount());
        cross();
        ground.assertThere("gone");
    }
}
