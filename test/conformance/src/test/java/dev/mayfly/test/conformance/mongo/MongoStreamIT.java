package dev.mayfly.test.conformance.mongo;

import static dev.mayfly.test.conformance.mongo.Ground.json;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.ReadPreference;
import com.mongodb.client.ChangeStreamIterable;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import com.mongodb.client.model.changestream.FullDocumentBeforeChange;
import com.mongodb.client.model.changestream.OperationType;
import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import dev.mayfly.test.testkit.MayflyClock;
import dev.mayfly.test.testkit.MayflyTest;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Lifetimes as a replica set shows them: in its change streams, and while its member is no primary. */
@Rows("streams")
@MayflyTest(replicaSet = "rs0")
final class MongoStreamIT extends OnGround {
    private MayflyClock clock;

    @BeforeEach
    void prepare(MayflyClock wound) {
        clock = wound;
    }

    private MongoChangeStreamCursor<ChangeStreamDocument<Document>> watch() {
        return open(ground.documents().watch());
    }

    private static MongoChangeStreamCursor<ChangeStreamDocument<Document>> open(ChangeStreamIterable<Document> stream) {
        return stream.maxAwaitTime(20, TimeUnit.MILLISECONDS).cursor();
    }

    private static String words(ChangeStreamDocument<Document> event) {
        BsonDocument key = event.getDocumentKey();
        return event.getOperationTypeString()
                + (key == null ? "" : " " + key.getString("_id").getValue());
    }

    @Row(
            number = 10,
            when = "a document expires",
            then =
                    "one `delete`, with `mayfly: {reason: \"ttl\", index, deadline}`; in a lazy collection at the monitor's next "
                            + "pass",
            unlike = "there a `delete` does not say why, and comes when the monitor comes")
    @ParameterizedTest
    @EnumSource(Visibility.class)
    void aDocumentThatExpiresIsDeletedOnce(Visibility visibility) {
        ground.prepare(visibility, 30);
        long date = clock.now().toEpochMilli();
        ground.insert("dies", Ground.date(date));
        try (var stream = watch()) {
            ground.outlive(30, visibility);
            ChangeStreamDocument<Document> event = stream.next();
            assertEquals("delete dies", words(event));
            BsonDocument why = requireNonNull(event.getExtraElements()).getDocument("mayfly");
            assertEquals("ttl", why.getString("reason").getValue());
            assertEquals("x_1", why.getString("index").getValue());
            assertEquals(date + 30_000, why.getDateTime("deadline").getValue());
            ground.advance(Duration.ofHours(3));
            assertNull(stream.tryNext());
        }
    }

    @Row(
            number = 20,
            when = "an insert takes the `_id` of a document that has expired",
            then = "a `delete` if it was not told before, then the `insert`")
    @Test
    void aWriteInItsPlaceTellsOfTheExpiryFirst(MayflyServer server) {
        ground.prepare(Visibility.EXACT, 30);
        ground.insert("dies", ground.in(0));
        try (var stream = watch()) {
            server.engine().sweeper().pause();
            ground.advance(Duration.ofSeconds(30));
            ground.insert("dies", "again");
            server.engine().sweeper().resume();
            assertEquals("delete dies", words(stream.next()));
            assertEquals("insert dies", words(stream.next()));
            assertNull(stream.tryNext());
        }
    }

    @Row(
            number = 30,
            when = "`collMod` shortens a lifetime, and takes it back",
            then =
                    "`delete`s for what was hidden, then `insert`s with `mayfly: {reason: \"broughtBack\"}` for what lives again",
            unlike = "there nothing comes back")
    @Test
    void whatWasHiddenAndBroughtBackIsTold() {
        ground.prepare(Visibility.EXACT, 1000);
        ground.insert("back", ground.in(-100));
        try (var stream = watch()) {
            ground.collMod(json("{name: 'x_1', expireAfterSeconds: 10}"));
            ground.advance(Duration.ofSeconds(1));
            assertEquals("delete back", words(stream.next()));
            ground.collMod(json("{name: 'x_1', expireAfterSeconds: 1000}"));
            ground.advance(Duration.ofSeconds(1));
            ChangeStreamDocument<Document> event = stream.next();
            assertEquals("insert back", words(event));
            assertEquals(
                    "broughtBack",
                    requireNonNull(event.getExtraElements())
                            .getDocument("mayfly")
                            .getString("reason")
                            .getValue());
            ground.assertThere("back");
        }
    }

    @Row(
            number = 40,
            when = "a stream that goes on from before an expiry, or from a time before it",
            then = "the same `delete`, with the same token")
    @Test
    void expiryIsToldAgainToWhoeverGoesOn() {
        ground.prepare(Visibility.EXACT, 30);
        try (var stream = watch()) {
            ground.insert("dies", ground.in(0));
            ChangeStreamDocument<Document> inserted = stream.next();
            BsonTimestamp time = requireNonNull(inserted.getClusterTime());
            ground.advance(Duration.ofSeconds(30));
            BsonDocument token = stream.next().getResumeToken();
            for (var again : List.of(
                    ground.documents().watch().resumeAfter(inserted.getResumeToken()),
                    ground.documents().watch().startAtOperationTime(new BsonTimestamp(time.getValue() + 1)))) {
                try (var other = open(again)) {
                    ChangeStreamDocument<Document> event = other.next();
                    assertEquals(OperationType.DELETE, event.getOperationType());
                    assertEquals(token, event.getResumeToken());
                }
            }
        }
    }

    @Row(
            number = 50,
            when = "`replSetStepDown`, and documents expire",
            then = "they are hidden; nothing is told, counted or destroyed until the member is primary again",
            unlike = "there a secondary shows them until the primary has deleted them")
    @Test
    void aSecondaryHidesAndTellsNothing(MayflyServer server) {
        ground.prepare(Visibility.EXACT, 30);
        ground.insert("dies", ground.in(0));
        try (MongoClient direct = MongoClients.create(
                        "mongodb://127.0.0.1:" + server.port(FaceName.MONGO) + "/?directConnection=true");
                var stream = open(direct.getDatabase(Ground.DATABASE)
                        .getCollection(ground.name())
                        .watch())) {
            direct.getDatabase("admin").runCommand(json("{replSetStepDown: 100, force: true}"));
            long counted = ttl(direct);
            ground.advance(Duration.ofSeconds(90));
            assertEquals(
                    0,
                    direct.getDatabase(Ground.DATABASE)
                            .getCollection(ground.name())
                            .withReadPreference(ReadPreference.secondary())
                            .countDocuments());
            assertNull(stream.tryNext());
            assertEquals(counted, ttl(direct));
            ground.advance(Duration.ofSeconds(20));
            assertEquals("delete dies", words(stream.next()));
            assertTrue(ttl(direct) > counted);
        }
    }

    private static long ttl(MongoClient client) {
        return client.getDatabase("admin")
                .runCommand(new Document("serverStatus", 1))
                .get("metrics", Document.class)
                .get("ttl", Document.class)
                .getLong("deletedDocuments");
    }

    @Row(
            number = 60,
            when = "`fullDocumentBeforeChange` where `changeStreamPreAndPostImages` is on",
            then = "the `delete` of an expiry has the document")
    @Test
    void anExpiryTellsTheDocumentWhereItIsKept() {
        ground.prepare(Visibility.EXACT, 30);
        ground.run(new Document("collMod", ground.name())
                .append("changeStreamPreAndPostImages", new Document("enabled", true)));
        ground.insert("dies", ground.in(0));
        try (var stream =
                open(ground.documents().watch().fullDocumentBeforeChange(FullDocumentBeforeChange.REQUIRED))) {
            ground.advance(Duration.ofSeconds(30));
            Document before = requireNonNull(stream.next().getFullDocumentBeforeChange());
            assertEquals(Set.of("_id", "x"), before.keySet());
        }
    }
}
