package dev.mayfly.test.conformance.driver;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.search.VectorSearchOptions.approximateVectorSearchOptions;
import static com.mongodb.client.model.search.VectorSearchOptions.exactVectorSearchOptions;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.SearchIndexModel;
import com.mongodb.client.model.SearchIndexType;
import com.mongodb.client.model.search.SearchPath;
import com.mongodb.client.model.search.VectorSearchOptions;
import dev.mayfly.app.server.config.Setting;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.bson.BinaryVector;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Searches for the nearest vectors by the driver: of what lives, over shards, after a restart. */
final class MongoVectorsIT {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final int DOCUMENTS = 200;
    private static final int DIMENSIONS = 24;
    private static final int LIMIT = 10;
    private static final List<String> METRICS = List.of("cosine", "dotProduct", "euclidean");

    @TempDir
    private Path folder = Path.of("");

    private LocalServer start(int shards, String clock) throws Exception {
        return LocalServer.start(Map.of(
                Setting.DATA,
                folder.resolve("data").toString(),
                Setting.CLOCK,
                clock,
                Setting.SHARDS,
                Integer.toString(shards)));
    }

    private static MongoCollection<Document> items(MongoClient client) {
        return client.getDatabase("app").getCollection("items");
    }

    private static float[] vector(RandomGenerator random) {
        float[] vector = new float[DIMENSIONS];
        for (int at = 0; at < DIMENSIONS; at++) {
            vector[at] = random.nextFloat() - 0.5f;
        }
        return vector;
    }

    private static List<Double> numbers(float[] vector) {
        return IntStream.range(0, vector.length)
                .mapToObj(at -> (double) vector[at])
                .toList();
    }

    /** Some vectors are arrays, others binary; a third of the documents expires after ten seconds. */
    private static Document item(int id, float[] vector) {
        Document item = new Document("_id", id).append("kind", id % 4);
        item.append("v", id % 2 == 0 ? numbers(vector) : BinaryVector.floatVector(vector));
        return id % 3 == 0 ? item.append("until", Date.from(START.plusSeconds(10))) : item;
    }

    private static Document definition(String metric, int dimensions) {
        return new Document(
                "fields",
                List.of(
                        new Document("type", "vector")
                                .append("path", "v")
                                .append("numDimensions", dimensions)
                                .append("similarity", metric),
                        new Document("type", "filter").append("path", "kind")));
    }

    private static Bson nearest(String index, float[] query, int limit, VectorSearchOptions options) {
        return Aggregates.vectorSearch(
                SearchPath.fieldPath("v"),
                IntStream.range(0, query.length)
                        .mapToObj(at -> (double) query[at])
                        .toList(),
                index,
                limit,
                options);
    }

    private static List<Integer> ids(MongoCollection<Document> items, Bson... stages) {
        return items.aggregate(List.of(stages))
                .map(found -> found.getInteger("_id"))
                .into(new ArrayList<>());
    }

    private static double score(String metric, float[] one, float[] other) {
        double product = 0;
        double ones = 0;
        double others = 0;
        double square = 0;
        for (int at = 0; at < one.length; at++) {
            product += (double) one[at] * other[at];
            ones += (double) one[at] * one[at];
            others += (double) other[at] * other[at];
            square += Math.pow((double) one[at] - other[at], 2);
        }
        return switch (metric) {
            case "cosine" -> (1 + product / Math.sqrt(ones * others)) / 2;
            case "dotProduct" -> (1 + product) / 2;
            default -> 1 / (1 + square);
        };
    }

    private static void assertFindsNearest(MongoClient client, List<float[]> vectors, boolean isExpired) {
        RandomGenerator random = new SplittableRandom(3);
        for (String metric : METRICS) {
            float[] query = vector(random);
            List<Integer> nearest = IntStream.range(0, DOCUMENTS)
                    .filter(id -> id % 4 >= 2 && (!isExpired || id % 3 != 0))
                    .boxed()
                    .sorted(Comparator.comparingDouble(id -> -score(metric, query, vectors.get(id))))
                    .limit(LIMIT)
                    .toList();
            VectorSearchOptions options = approximateVectorSearchOptions(100).filter(gte("kind", 2));
            List<Document> found = items(client)
                    .aggregate(List.of(
                            nearest(metric, query, LIMIT, options),
                            Aggregates.project(Projections.metaVectorSearchScore("score"))))
                    .into(new ArrayList<>());
            assertEquals(
                    nearest, found.stream().map(each -> each.getInteger("_id")).toList());
            found.forEach(each -> assertEquals(
                    score(metric, query, vectors.get(each.getInteger("_id"))), each.getDouble("score"), 1e-6));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void theNearestOfWhatLivesAreFound(int shards) throws Exception {
        RandomGenerator random = new SplittableRandom(1);
        List<float[]> vectors =
                IntStream.range(0, DOCUMENTS).mapToObj(_ -> vector(random)).toList();
        try (LocalServer server = start(shards, "virtual@" + START);
                MongoClient client = server.client()) {
            MongoCollection<Document> items = items(client);
            items.createIndex(Indexes.ascending("until"), new IndexOptions().expireAfter(0L, TimeUnit.SECONDS));
            items.insertMany(IntStream.range(0, DOCUMENTS)
                    .mapToObj(id -> item(id, vectors.get(id)))
                    .toList());
            assertEquals(
                    METRICS,
                    items.createSearchIndexes(METRICS.stream()
                            .map(metric -> new SearchIndexModel(
                                    metric, definition(metric, DIMENSIONS), SearchIndexType.vectorSearch()))
                            .toList()));
            assertFindsNearest(client, vectors, false);
            server.server().virtualClock().orElseThrow().advance(Duration.ofSeconds(10));
            assertFindsNearest(client, vectors, true);
        }
        try (LocalServer server = start(shards, "virtual");
                MongoClient client = server.client()) {
            assertFindsNearest(client, vectors, true);
        }
    }

    /** The vectors of a collection are kept in memory from the first search on: what is written afterwards is found all the same. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void whatIsWrittenAfterASearchIsFoundByTheNext(int shards) throws Exception {
        RandomGenerator random = new SplittableRandom(shards);
        Map<Integer, float[]> living = new TreeMap<>();
        Map<Integer, float[]> dying = new TreeMap<>();
        try (LocalServer server = start(shards, "virtual@" + START);
                MongoClient client = server.client()) {
            MongoCollection<Document> items = items(client);
            items.createIndex(Indexes.ascending("until"), new IndexOptions().expireAfter(0L, TimeUnit.SECONDS));
            items.createSearchIndexes(List.of(
                    new SearchIndexModel("near", definition("cosine", DIMENSIONS), SearchIndexType.vectorSearch())));
            for (int step = 0; step < 150; step++) {
                int id = random.nextInt(60);
                float[] vector = vector(random);
                living.remove(id);
                dying.remove(id);
                switch (random.nextInt(5)) {
                    case 0 -> items.deleteOne(eq("_id", id));
                    case 1 -> {
                        items.replaceOne(eq("_id", id), new Document("v", "none"), new ReplaceOptions().upsert(true));
                    }
                    case 2 -> {
                        Date end = Date.from(START.plusSeconds(10));
                        items.replaceOne(
                                eq("_id", id),
                                new Document("v", numbers(vector)).append("until", end),
                                new ReplaceOptions().upsert(true));
                        dying.put(id, vector);
                    }
                    default -> {
                        items.replaceOne(
                                eq("_id", id),
                                new Document("v", BinaryVector.floatVector(vector)),
                                new ReplaceOptions().upsert(true));
                        living.put(id, vector);
                    }
                }
                if (step % 3 == 0) {
                    Map<Integer, float[]> all = new TreeMap<>(living);
                    all.putAll(dying);
                    assertNearest(items, all, vector(random), "seed " + shards + ", step " + step);
                }
            }
            server.server().virtualClock().orElseThrow().advance(Duration.ofSeconds(10));
            assertNearest(items, living, vector(random), "seed " + shards + " at the end");
        }
    }

    private static void assertNearest(
            MongoCollection<Document> items, Map<Integer, float[]> vectors, float[] query, String story) {
        List<Integer> nearest = vectors.keySet().stream()
                .sorted(Comparator.comparingDouble(id -> -score("cosine", query, vectors.get(id))))
                .limit(LIMIT)
                .toList();
        assertEquals(nearest, ids(items, nearest("near", query, LIMIT, exactVectorSearchOptions())), story);
    }

    @Test
    void searchIndexesAreListedChangedAndDropped() throws Exception {
        try (LocalServer server = start(1, "virtual@" + START);
                MongoClient client = server.client()) {
            MongoCollection<Document> items = items(client);
            SearchIndexModel model =
                    new SearchIndexModel("near", definition("cosine", 2), SearchIndexType.vectorSearch());
            assertEquals(
                    26,
                    assertThrows(MongoCommandException.class, () -> items.createSearchIndexes(List.of(model)))
                            .getErrorCode());
            items.insertOne(new Document("_id", 1).append("v", List.of(1, 0)).append("kind", 1));
            items.createSearchIndexes(List.of(model));
            Document listed = items.listSearchIndexes().first();
            assertEquals("near", listed.getString("name"));
            assertEquals("vectorSearch", listed.getString("type"));
            assertEquals("READY", listed.getString("status"));
            assertTrue(listed.getBoolean("queryable"));
            assertEquals(definition("cosine", 2), listed.get("latestDefinition"));
            assertEquals(
                    68,
                    assertThrows(MongoCommandException.class, () -> items.createSearchIndexes(List.of(model)))
                            .getErrorCode());
            assertEquals(
                    238,
                    assertThrows(
                                    MongoCommandException.class,
                                    () -> items.createSearchIndex(
                                            "words", Document.parse("{mappings: {dynamic: true}}")))
                            .getErrorCode());
            items.updateSearchIndex("near", definition("cosine", 3));
            assertEquals(
                    definition("cosine", 3),
                    items.listSearchIndexes().name("near").first().get("latestDefinition"));
            items.dropSearchIndex("near");
            assertEquals(List.of(), items.listSearchIndexes().into(new ArrayList<>()));
            assertEquals(
                    27,
                    assertThrows(MongoCommandException.class, () -> items.dropSearchIndex("near"))
                            .getErrorCode());
        }
    }

    @Test
    void searchesThatCannotBeAreRefused() throws Exception {
        try (LocalServer server = start(1, "virtual@" + START);
                MongoClient client = server.client()) {
            MongoCollection<Document> items = items(client);
            items.insertOne(new Document("_id", 1).append("v", List.of(1, 0)).append("kind", 1));
            items.createSearchIndexes(
                    List.of(new SearchIndexModel("near", definition("cosine", 2), SearchIndexType.vectorSearch())));
            VectorSearchOptions exact = exactVectorSearchOptions();
            assertEquals(List.of(1), ids(items, nearest("near", new float[] {1, 1}, 1, exact)));
            assertEquals(List.of(), ids(items, nearest("none", new float[] {1, 1}, 1, exact)));
            assertRefused(
                    items,
                    nearest("near", new float[] {1, 1, 1}, 1, exact),
                    "vector field is indexed with 2 dimensions but queried with 3");
            assertRefused(
                    items,
                    nearest("near", new float[] {1, 1}, 9, approximateVectorSearchOptions(3)),
                    "\"numCandidates\" must be greater than or equal to \"limit\"");
            assertRefused(
                    items,
                    nearest(
                            "near",
                            new float[] {1, 1},
                            1,
                            exactVectorSearchOptions().filter(eq("other", 1))),
                    "Path 'other' needs to be indexed as filter");
            assertEquals(
                    40602,
                    assertThrows(
                                    MongoCommandException.class,
                                    () -> ids(
                                            items,
                                            Aggregates.match(new Document()),
                                            nearest("near", new float[] {1, 1}, 1, exact)))
                            .getErrorCode());
        }
    }

    private static void assertRefused(MongoCollection<Document> items, Bson stage, String message) {
        MongoCommandException refused = assertThrows(MongoCommandException.class, () -> ids(items, stage));
        assertEquals(8, refused.getErrorCode());
        assertTrue(refused.getErrorMessage().endsWith(message), refused.getErrorMessage());
    }

    @Test
    void otherStagesJoinTheNearest() throws Exception {
        try (LocalServer server = start(4, "virtual@" + START);
                MongoClient client = server.client()) {
            MongoCollection<Document> items = items(client);
            for (int id = 0; id < 9; id++) {
                items.insertOne(new Document("_id", id)
                        .append("v", List.of(Math.cos(id / 10.0), Math.sin(id / 10.0)))
                        .append("kind", id % 2));
            }
            items.createSearchIndexes(
                    List.of(new SearchIndexModel("near", definition("cosine", 2), SearchIndexType.vectorSearch())));
            Bson two = nearest("near", new float[] {1, 0}, 2, exactVectorSearchOptions());
            assertEquals(
                    List.of(8, 0, 1),
                    ids(items, Aggregates.match(Filters.eq("_id", 8)), Aggregates.unionWith("items", List.of(two))));
            Document joined = items.aggregate(List.of(
                            Aggregates.match(Filters.eq("_id", 8)), Aggregates.lookup("items", List.of(two), "near")))
                    .first();
            assertEquals(
                    List.of(0, 1),
                    joined.getList("near", Document.class).stream()
                            .map(each -> each.get("_id"))
                            .toList());
            assertEquals(
                    List.of(new Document("_id", 0).append("kind", 0)),
                    items.aggregate(List.of(
                                    two,
                                    Aggregates.match(Filters.eq("kind", 0)),
                                    Aggregates.project(Projections.exclude("v"))))
                            .into(new ArrayList<>()));
        }
    }
}
