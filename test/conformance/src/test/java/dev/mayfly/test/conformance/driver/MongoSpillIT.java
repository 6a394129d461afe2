package dev.mayfly.test.conformance.driver;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoQueryException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sorts and groups of more than memory may hold. */
final class MongoSpillIT {
    /** Together more than the 100 MiB that a stage may hold. */
    private static final int DOCUMENTS = 130;

    private static final String MEGABYTE = "x".repeat(1 << 20);

    @TempDir
    private Path folder = Path.of("");

    private static MongoCollection<Document> filled(MongoClient client) {
        MongoCollection<Document> big = client.getDatabase("app").getCollection("big");
        for (int n = 0; n < DOCUMENTS; n++) {
            big.insertOne(new Document("_id", n)
                    .append("n", n * 37 % DOCUMENTS)
                    .append("k", n % 3)
                    .append("filler", MEGABYTE));
        }
        return big;
    }

    private static List<Integer> numbers(Iterable<Document> found) {
        List<Integer> numbers = new ArrayList<>();
        found.forEach(document -> numbers.add(document.getInteger("n")));
        return numbers;
    }

    private void assertNothingIsLeft() throws Exception {
        try (Stream<Path> files = Files.list(folder.resolve("spill"))) {
            assertEquals(List.of(), files.toList());
        }
    }

    @Test
    void sortsAndGroupsGoToTheDiskAndLeaveNothingThere() throws Exception {
        List<Integer> inOrder = IntStream.range(0, DOCUMENTS).boxed().toList();
        try (LocalServer server = LocalServer.onDisk(folder);
                MongoClient client = server.client()) {
            MongoCollection<Document> big = filled(client);
            Document byNumber = new Document("n", 1);
            assertEquals(inOrder, numbers(big.find().sort(byNumber).projection(byNumber)));
            List<Document> sorted = List.of(
                    new Document("$set", new Document("m", 1)),
                    new Document("$sort", byNumber),
                    new Document("$project", byNumber));
            assertEquals(inOrder, numbers(big.aggregate(sorted)));
            Document stage = big.find()
                    .sort(byNumber)
                    .explain()
                    .get("executionStats", Document.class)
                    .get("executionStages", Document.class);
            assertEquals("SORT", stage.get("stage"));
            assertEquals(true, stage.get("usedDisk"));
            try (MongoCursor<Document> half =
                    big.find().sort(byNumber).batchSize(2).cursor()) {
                half.next();
            }
            groups(big);
            assertNothingIsLeft();
        }
    }

    private static void groups(MongoCollection<Document> big) {
        List<Document> grouped = big.aggregate(List.of(
                        new Document("$sort", new Document("_id", 1)),
                        Document.parse("{$group: {_id: '$n', first: {$first: '$filler'}, n: {$first: '$n'},"
                                + " count: {$sum: 1}, avg: {$avg: '$k'}}}"),
                        Document.parse("{$project: {n: 1, count: 1, size: {$strLenBytes: '$first'}, avg: 1}}"),
                        new Document("$sort", new Document("n", 1))))
                .into(new ArrayList<>());
        assertEquals(DOCUMENTS, grouped.size());
        for (int n = 0; n < DOCUMENTS; n++) {
            Document group = grouped.get(n);
            assertEquals(n, group.get("n"));
            assertEquals(1, group.get("count"));
            assertEquals(1 << 20, group.get("size"));
        }
    }

    @Test
    void diskMayBeForbiddenByTheRequestOrForAll() throws Exception {
        try (LocalServer server = LocalServer.onDisk(folder);
                MongoClient client = server.client()) {
            MongoCollection<Document> big = filled(client);
            Document byNumber = new Document("n", 1);
            assertEquals(
                    292,
                    assertThrows(
                                    MongoQueryException.class,
                                    () -> big.find()
                                            .sort(byNumber)
                                            .allowDiskUse(false)
                                            .cursor())
                            .getErrorCode());
            Document group = Document.parse("{$group: {_id: '$n', all: {$push: '$filler'}}}");
            assertEquals(
                    292,
                    assertThrows(
                                    MongoCommandException.class,
                                    () -> big.aggregate(List.of(group))
                                            .allowDiskUse(false)
                                            .cursor())
                            .getErrorCode());
            client.getDatabase("admin")
                    .runCommand(new Document("setParameter", 1).append("allowDiskUseByDefault", false));
            assertThrows(
                    MongoQueryException.class, () -> big.find().sort(byNumber).cursor());
            assertEquals(
                    0,
                    requireNonNull(big.find()
                                    .sort(byNumber)
                                    .allowDiskUse(true)
                                    .projection(byNumber)
                                    .first())
                            .get("n"));
        }
    }

    @Test
    void aServerInMemoryUsesNoDisk() throws Exception {
        try (LocalServer server = LocalServer.start(Map.of());
                MongoClient client = server.client()) {
            MongoCollection<Document> big = filled(client);
            assertEquals(
                    292,
                    assertThrows(
                                    MongoQueryException.class,
                                    () -> big.find()
                                            .sort(new Document("n", 1))
                                            .allowDiskUse(true)
                                            .cursor())
                            .getErrorCode());
        }
    }
}
