package dev.mayfly.test.reactive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.MongoWriteException;
import com.mongodb.client.model.Accumulators;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import com.mongodb.reactivestreams.client.ClientSession;
import com.mongodb.reactivestreams.client.MongoClient;
import com.mongodb.reactivestreams.client.MongoClients;
import com.mongodb.reactivestreams.client.MongoCollection;
import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.test.testkit.Fresh;
import dev.mayfly.test.testkit.MayflyClock;
import dev.mayfly.test.testkit.MayflyTest;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The needs of an application without blocking threads. */
@MayflyTest
@Fresh
final class ReactiveDriverIT {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int DUPLICATE_KEY = 11000;

    private MongoClient client;
    private MongoCollection<Document> sessions;

    @BeforeEach
    void fill(MayflyServer server) {
        client = MongoClients.create(server.connectionString(FaceName.MONGO));
        sessions = client.getDatabase("web").getCollection("sessions");
        Flux<Document> numbered = Flux.range(0, 500).map(n -> new Document("_id", n).append("group", n % 5));
        all(numbered.buffer(100).concatMap(sessions::insertMany));
    }

    @AfterEach
    void close() {
        client.close();
    }

    private static <T> T one(Publisher<T> publisher) {
        return Objects.requireNonNull(Mono.from(publisher).block(PATIENCE), "nothing is published");
    }

    private static <T> List<T> all(Publisher<T> publisher) {
        return Objects.requireNonNull(Flux.from(publisher).collectList().block(PATIENCE));
    }

    private static void done(Publisher<Void> publisher) {
        Mono.from(publisher).block(PATIENCE);
    }

    private long openCursors() {
        Document status = one(client.getDatabase("admin").runCommand(new Document("serverStatus", 1)));
        return status.get("metrics", Document.class)
                .get("cursor", Document.class)
                .get("open", Document.class)
                .getLong("total");
    }

    @Test
    void cursorIsDrainedAsFastAsItsReaderAsks() {
        List<Integer> ids =
                all(Flux.from(sessions.find().sort(Sorts.ascending("_id")).batchSize(7))
                        .limitRate(3)
                        .map(found -> found.getInteger("_id")));
        assertEquals(all(Flux.range(0, 500)), ids);
    }

    @Test
    void cancelledReaderLeavesNoCursor() {
        all(Flux.from(sessions.find().batchSize(2)).take(5));
        // The driver kills it without waiting for the answer.
        all(Flux.range(0, 10_000)
                .concatMap(_ -> Mono.fromSupplier(this::openCursors))
                .takeUntil(open -> open == 0));
        assertEquals(0, openCursors());
    }

    @Test
    void documentsExpireByTheIndexThatTheDriverMade(MayflyClock clock) {
        IndexOptions afterAMinute = new IndexOptions().expireAfter(60L, TimeUnit.SECONDS);
        assertEquals("seen_1", one(sessions.createIndex(new Document("seen", 1), afterAMinute)));
        one(sessions.insertOne(new Document("_id", "ann").append("seen", date(clock.now()))));
        clock.advance(Duration.ofSeconds(59));
        assertEquals(501, one(sessions.countDocuments()));
        clock.advance(Duration.ofSeconds(1));
        assertEquals(500, one(sessions.countDocuments()));
        assertEquals(List.of(), all(sessions.find(Filters.eq("ann"))));
    }

    private static Date date(Instant instant) {
        return Date.from(instant);
    }

    @Test
    void writesAnswerWhatTheyDid() {
        assertEquals(
                100,
                one(sessions.updateMany(Filters.eq("group", 1), Updates.set("ok", true)))
                        .getModifiedCount());
        assertEquals(
                "new",
                Objects.requireNonNull(one(sessions.updateOne(
                                        Filters.eq("new"), Updates.inc("n", 1), new UpdateOptions().upsert(true)))
                                .getUpsertedId())
                        .asString()
                        .getValue());
        Document changed = one(sessions.findOneAndUpdate(
                Filters.eq("new"),
                Updates.inc("n", 1),
                new FindOneAndUpdateOptions().returnDocument(ReturnDocument.AFTER)));
        assertEquals(new Document("_id", "new").append("n", 2), changed);
        assertEquals(
                1,
                one(sessions.bulkWrite(List.of(
                                new InsertOneModel<>(new Document("_id", "bulk")),
                                new UpdateOneModel<>(Filters.eq("bulk"), Updates.set("n", 1)))))
                        .getModifiedCount());
        assertEquals(
                102,
                one(sessions.deleteMany(Filters.or(Filters.exists("n"), Filters.eq("ok", true))))
                        .getDeletedCount());
    }

    @Test
    void refusalIsAnErrorOfThePublisher() {
        MongoWriteException refused =
                assertThrows(MongoWriteException.class, () -> one(sessions.insertOne(new Document("_id", 1))));
        assertEquals(DUPLICATE_KEY, refused.getCode());
    }

    @Test
    void pipelineIsReadAsItIsMade() {
        List<Document> groups = all(sessions.aggregate(List.of(
                        Aggregates.match(Filters.lt("_id", 50)),
                        Aggregates.group("$group", Accumulators.sum("n", 1)),
                        Aggregates.sort(Sorts.ascending("_id"))))
                .batchSize(2));
        assertEquals(
                List.of(0, 1, 2, 3, 4),
                groups.stream().map(each -> each.getInteger("_id")).toList());
        assertTrue(groups.stream().allMatch(each -> each.getInteger("n") == 10));
        assertEquals(
                List.of(0, 1, 2, 3, 4),
                all(Flux.from(sessions.distinct("group", Integer.class)).sort()));
    }

    @Test
    void sessionIsUsedAndEnded() {
        ClientSession session = one(client.startSession());
        one(sessions.insertOne(session, new Document("_id", "in a session")));
        assertEquals(501, one(sessions.countDocuments(session, new Document())));
        session.close();
    }

    @Test
    void collectionsAreListedAndDropped() {
        assertEquals(List.of("sessions"), all(client.getDatabase("web").listCollectionNames()));
        done(sessions.drop());
        assertEquals(List.of(), all(client.getDatabase("web").listCollectionNames()));
    }
}
