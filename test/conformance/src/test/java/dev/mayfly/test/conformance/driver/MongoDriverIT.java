package dev.mayfly.test.conformance.driver;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.Projections.excludeId;
import static com.mongodb.client.model.Projections.fields;
import static com.mongodb.client.model.Projections.include;
import static com.mongodb.client.model.Sorts.descending;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.inc;
import static com.mongodb.client.model.Updates.push;
import static com.mongodb.client.model.Updates.set;
import static com.mongodb.client.model.Updates.setOnInsert;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoWriteException;
import com.mongodb.bulk.BulkWriteError;
import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.DeleteManyModel;
import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.FindOneAndDeleteOptions;
import com.mongodb.client.model.FindOneAndReplaceOptions;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.UpdateManyModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.WriteModel;
import dev.mayfly.test.testkit.MayflyTest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.bson.BsonMaximumSizeExceededException;
import org.bson.Document;
import org.bson.types.Binary;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.function.Executable;

/** The ways in which applications use documents. */
@MayflyTest
final class MongoDriverIT {
    private static final int DOCUMENT_BYTES_MAX = 16 << 20;
    private static final int DUPLICATE_KEY = 11_000;

    private MongoCollection<Document> documents;

    @BeforeEach
    void prepare(MongoClient client, TestInfo test) {
        documents = client.getDatabase("driver")
                .getCollection(test.getTestMethod().orElseThrow().getName());
    }

    private static Document key(Object key) {
        return new Document("_id", key);
    }

    @Test
    void bulkWriteOfEveryKindIsCounted() {
        documents.insertMany(List.of(key(1).append("n", 1), key(2).append("n", 1), key(3), key(4)));
        BulkWriteResult result = documents.bulkWrite(List.of(
                new InsertOneModel<>(key(5)),
                new UpdateOneModel<>(key(1), inc("n", 1)),
                new UpdateManyModel<>(gte("n", 1), set("seen", true)),
                new UpdateOneModel<>(key(6), set("n", 6), new UpdateOptions().upsert(true)),
                new ReplaceOneModel<>(key(3), new Document("replaced", true)),
                new DeleteOneModel<>(key(4)),
                new DeleteManyModel<>(eq("nobody", 1))));
        assertEquals(1, result.getInsertedCount());
        assertEquals(4, result.getMatchedCount());
        assertEquals(4, result.getModifiedCount());
        assertEquals(1, result.getDeletedCount());
        assertEquals(1, result.getUpserts().size());
        assertEquals(3, result.getUpserts().getFirst().getIndex());
        assertEquals(6, result.getUpserts().getFirst().getId().asInt32().getValue());
        assertEquals(
                key(1).append("n", 2).append("seen", true),
                documents.find(key(1)).first());
        assertEquals(5, documents.countDocuments());
    }

    @Test
    void orderedBulkWriteStopsAtItsFirstErrorAndUnorderedGoesOn() {
        List<WriteModel<Document>> writes = List.of(
                new InsertOneModel<>(key(1)),
                new InsertOneModel<>(key(1)),
                new InsertOneModel<>(key(2)),
                new InsertOneModel<>(key(1)));
        assertEquals(List.of(1), errorsOf(writes, true));
        assertEquals(1, documents.countDocuments());
        assertEquals(List.of(0, 1, 3), errorsOf(writes, false));
        assertEquals(2, documents.countDocuments());
    }

    private List<Integer> errorsOf(List<WriteModel<Document>> writes, boolean ordered) {
        MongoBulkWriteException failure = assertThrows(
                MongoBulkWriteException.class,
                () -> documents.bulkWrite(writes, new BulkWriteOptions().ordered(ordered)));
        for (BulkWriteError error : failure.getWriteErrors()) {
            assertEquals(DUPLICATE_KEY, error.getCode());
        }
        return failure.getWriteErrors().stream().map(BulkWriteError::getIndex).toList();
    }

    @Test
    @Tag("unsharded")
    void duplicateKeyErrorNamesIndexAndKey() {
        documents.createIndex(Indexes.ascending("email"), new IndexOptions().unique(true));
        documents.insertOne(key(1).append("email", "a@b"));
        MongoWriteException failure =
                assertThrows(MongoWriteException.class, () -> documents.insertOne(key(2).append("email", "a@b")));
        assertEquals(DUPLICATE_KEY, failure.getError().getCode());
        assertEquals(
                "E11000 duplicate key error collection: "
                        + documents.getNamespace().getFullName() + " index: email_1 dup key: { email: \"a@b\" }",
                failure.getError().getMessage());
    }

    @Test
    void findOneAndUpdateAnswersBeforeOrAfter() {
        documents.insertMany(List.of(key(1).append("n", 1), key(2).append("n", 2)));
        FindOneAndUpdateOptions highest = new FindOneAndUpdateOptions().sort(descending("n"));
        assertEquals(key(2).append("n", 2), documents.findOneAndUpdate(new Document(), inc("n", 10), highest));
        assertEquals(
                new Document("n", 22),
                documents.findOneAndUpdate(
                        new Document(),
                        inc("n", 10),
                        highest.returnDocument(ReturnDocument.AFTER).projection(fields(include("n"), excludeId()))));
        assertNull(documents.findOneAndUpdate(key(3), set("n", 3)));
        assertEquals(
                key(3).append("new", true).append("n", 3),
                documents.findOneAndUpdate(
                        key(3),
                        combine(set("n", 3), setOnInsert("new", true)),
                        new FindOneAndUpdateOptions().upsert(true).returnDocument(ReturnDocument.AFTER)));
    }

    @Test
    void findOneAndReplaceAndDeleteAnswerTheDocument() {
        documents.insertMany(List.of(key(1).append("n", 1), key(2).append("n", 2)));
        assertEquals(
                key(1).append("m", 1),
                documents.findOneAndReplace(
                        key(1),
                        new Document("m", 1),
                        new FindOneAndReplaceOptions().returnDocument(ReturnDocument.AFTER)));
        assertEquals(
                key(2).append("n", 2),
                documents.findOneAndDelete(new Document(), new FindOneAndDeleteOptions().sort(descending("_id"))));
        assertNull(documents.findOneAndDelete(key(2)));
        assertEquals(List.of(key(1).append("m", 1)), documents.find().into(new ArrayList<>()));
    }

    @Test
    void distinctGathersTheValuesOfArraysToo() {
        documents.insertMany(List.of(
                key(1).append("tags", List.of("a", "b")), key(2).append("tags", "b"), key(3).append("tags", "c")));
        assertEquals(
                Set.of("a", "b", "c"), documents.distinct("tags", String.class).into(new HashSet<>()));
        assertEquals(
                List.of("c"), documents.distinct("tags", key(3), String.class).into(new ArrayList<>()));
    }

    @Test
    void documentOfTheGreatestSizeIsKeptAndAGreaterOneRefused() {
        Document largest = largest(0);
        documents.insertOne(largest);
        assertEquals(largest, documents.find(key(1)).first());
        assertThrows(BsonMaximumSizeExceededException.class, () -> documents.insertOne(largest(1)));
        assertTooLarge(() -> documents.replaceOne(key(1), largest(1)));
        assertTooLarge(() -> documents.updateOne(key(1), set("more", 1)));
        assertEquals(largest, documents.find(key(1)).first());
    }

    private static void assertTooLarge(Executable update) {
        MongoWriteException refused = assertThrows(MongoWriteException.class, update);
        assertEquals(17_419, refused.getError().getCode());
        assertEquals(
                "Resulting document after update is larger than " + DOCUMENT_BYTES_MAX,
                refused.getError().getMessage());
    }

    /** A document as large as one may be, and a number of bytes more. */
    private static Document largest(int more) {
        // The length, an int32 called _id, the head of a binary called b, and the end.
        int rest = 4 + (1 + 4 + 4) + (1 + 2 + 5) + 1;
        return key(1).append("b", new Binary(new byte[DOCUMENT_BYTES_MAX - rest + more]));
    }

    @Test
    void hundredThousandDocumentsAreInsertedAtOnce() {
        int count = 100_000;
        List<Document> many = IntStream.range(0, count)
                .mapToObj(number -> key(number).append("half", number / 2))
                .toList();
        assertEquals(count, documents.insertMany(many).getInsertedIds().size());
        assertEquals(count, documents.countDocuments());
        int read = 0;
        for (Document each : documents.find().sort(new Document("_id", 1)).batchSize(10_000)) {
            assertEquals(read++, each.getInteger("_id"));
        }
        assertEquals(count, read);
    }

    @Test
    @Tag("unsharded")
    void concurrentUpsertsOnAUniqueKeyMakeOneDocument() throws Exception {
        documents.createIndex(Indexes.ascending("user"), new IndexOptions().unique(true));
        int threads = 8;
        int rounds = 100;
        List<Future<?>> running = new ArrayList<>();
        try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
            for (int thread = 0; thread < threads; thread++) {
                running.add(executor.submit(() -> {
                    for (int round = 0; round < rounds; round++) {
                        documents.updateOne(eq("user", round / 10), inc("visits", 1), new UpdateOptions().upsert(true));
                    }
                }));
            }
        }
        for (Future<?> each : running) {
            each.get();
        }
        List<Document> found = documents.find().into(new ArrayList<>());
        assertEquals(rounds / 10, found.size());
        found.forEach(each -> assertEquals(threads * 10, each.getInteger("visits")));
    }

    @Test
    void concurrentUpdatesOfOneDocumentLoseNothing() throws Exception {
        documents.insertOne(key(1).append("n", 0).append("list", List.of()));
        List<Future<?>> running = new ArrayList<>();
        try (ExecutorService executor = Executors.newFixedThreadPool(8)) {
            for (int thread = 0; thread < 8; thread++) {
                int own = thread;
                running.add(executor.submit(() -> {
                    for (int round = 0; round < 50; round++) {
                        documents.updateOne(key(1), combine(inc("n", 1), push("list", own)));
                    }
                }));
            }
        }
        for (Future<?> each : running) {
            each.get();
        }
        Document found = Objects.requireNonNull(documents.find().first());
        assertEquals(400, found.getInteger("n"));
        assertEquals(400, found.getList("list", Integer.class).size());
    }
}
