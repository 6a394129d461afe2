package dev.mayfly.test.conformance.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.GeoNearOptions;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.TextSearchOptions;
import com.mongodb.client.model.geojson.Point;
import com.mongodb.client.model.geojson.Polygon;
import com.mongodb.client.model.geojson.Position;
import dev.mayfly.app.server.config.Setting;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Indexes of places and of words find what a scan finds, in one shard and in several, when some has expired and when the
 * server was started again.
 */
final class MongoSearchIT {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final int DOCUMENTS = 300;
    private static final int ROUNDS = 8;
    private static final int WORDS = 30;

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

    private static MongoCollection<Document> indexed(MongoClient client) {
        return client.getDatabase("app").getCollection("indexed");
    }

    private static MongoCollection<Document> plain(MongoClient client) {
        return client.getDatabase("app").getCollection("plain");
    }

    /** A third lies around the north pole, a third at the antimeridian. */
    private static Position place(RandomGenerator random) {
        return switch (random.nextInt(3)) {
            case 0 -> new Position(random.nextInt(-180, 181), 85 + random.nextInt(6));
            case 1 -> new Position(random.nextBoolean() ? 180 - random.nextDouble() : random.nextDouble() - 180, 1);
            default -> new Position(random.nextDouble() * 10, random.nextDouble() * 10);
        };
    }

    private static String words(RandomGenerator random) {
        StringBuilder words = new StringBuilder();
        for (int word = 0; word < 4; word++) {
            words.append("word").append(random.nextInt(WORDS)).append(' ');
        }
        return words.toString();
    }

    private static List<Document> documents() {
        RandomGenerator random = new SplittableRandom(7);
        List<Document> documents = new ArrayList<>();
        for (int id = 0; id < DOCUMENTS; id++) {
            Document document = new Document("_id", id)
                    .append("at", new Point(place(random)))
                    .append("flat", List.of(random.nextDouble() * 20, random.nextDouble() * 20))
                    .append("text", words(random));
            if (id % 3 == 0) {
                document.append("until", Date.from(START.plusSeconds(10)));
            }
            documents.add(document);
        }
        return documents;
    }

    private static TreeSet<Integer> ids(MongoCollection<Document> documents, Bson filter) {
        return documents
                .find(filter)
                .projection(Projections.include("_id"))
                .map(found -> found.getInteger("_id"))
                .into(new TreeSet<>());
    }

    private static void assertFoundAlike(MongoClient client, List<Document> living) {
        RandomGenerator random = new SplittableRandom(11);
        for (int round = 0; round < ROUNDS; round++) {
            Position center = place(random);
            double radius = random.nextDouble() / 5;
            Bson sphere = Filters.geoWithinCenterSphere(
                    "at", center.getValues().get(0), center.getValues().get(1), radius);
            TreeSet<Integer> within = ids(plain(client), sphere);
            assertEquals(within, ids(indexed(client), sphere));
            assertEquals(within, nearest(client, center, radius));
            double x = random.nextDouble() * 20;
            Bson box = Filters.geoWithinBox("flat", x - 2, x - 2, x + 2, x + 2);
            assertEquals(ids(plain(client), box), ids(indexed(client), box));
            String word = "word" + random.nextInt(WORDS);
            TreeSet<Integer> having = new TreeSet<>();
            living.stream()
                    .filter(each -> List.of(each.getString("text").split(" ")).contains(word))
                    .forEach(each -> having.add(each.getInteger("_id")));
            assertEquals(having, ids(indexed(client), Filters.text(word)));
        }
    }

    /** Returns those within the radius, which come the nearest first. */
    private static TreeSet<Integer> nearest(MongoClient client, Position center, double radius) {
        TreeSet<Integer> ids = new TreeSet<>();
        double before = 0;
        GeoNearOptions options = GeoNearOptions.geoNearOptions().key("at").maxDistance(radius * 6_378_100);
        for (Document found : indexed(client)
                .aggregate(List.of(Aggregates.geoNear(new Point(center), "far", options)))
                .batchSize(9)) {
            assertTrue(before <= found.getDouble("far"));
            before = found.getDouble("far");
            ids.add(found.getInteger("_id"));
        }
        return ids;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void indexesFindWhatAScanFinds(int shards) throws Exception {
        List<Document> all = documents();
        List<Document> living =
                all.stream().filter(each -> !each.containsKey("until")).toList();
        try (LocalServer server = start(shards, "virtual@" + START);
                MongoClient client = server.client()) {
            for (MongoCollection<Document> each : List.of(plain(client), indexed(client))) {
                each.createIndex(Indexes.ascending("until"), new IndexOptions().expireAfter(0L, TimeUnit.SECONDS));
                each.insertMany(all);
            }
            indexed(client).createIndex(Indexes.geo2dsphere("at"));
            indexed(client).createIndex(Indexes.geo2d("flat"));
            indexed(client).createIndex(Indexes.text("text"));
            assertFoundAlike(client, all);
            server.server().virtualClock().orElseThrow().advance(Duration.ofSeconds(10));
            assertFoundAlike(client, living);
        }
        try (LocalServer server = start(shards, "virtual");
                MongoClient client = server.client()) {
            assertFoundAlike(client, living);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void driversBuildersAreUnderstood(int shards) throws Exception {
        try (LocalServer server = start(shards, "virtual@" + START);
                MongoClient client = server.client()) {
            MongoCollection<Document> shops = client.getDatabase("app").getCollection("shops");
            shops.createIndex(Indexes.geo2dsphere("at"));
            shops.createIndex(
                    Indexes.compoundIndex(Indexes.text("name"), Indexes.text("notes")),
                    new IndexOptions().weights(new Document("name", 10)).defaultLanguage("english"));
            shops.insertMany(List.of(
                    new Document("_id", 1)
                            .append("at", new Point(new Position(0, 0)))
                            .append("name", "Running shoes")
                            .append("notes", "and coffee"),
                    new Document("_id", 2)
                            .append("at", new Point(new Position(0, 1)))
                            .append("name", "Coffee shop"),
                    new Document("_id", 3)
                            .append("at", new Point(new Position(90, 1)))
                            .append("name", "Tea house")));
            assertThrows(
                    MongoWriteException.class,
                    () -> shops.insertOne(Document.parse("{at: {type: 'Point', coordinates: [0, 100]}}")));
            Point here = new Point(new Position(0, 0.9));
            assertEquals(
                    List.of(2, 1),
                    shops.find(Filters.near("at", here, 200_000.0, 0.0))
                            .map(found -> found.getInteger("_id"))
                            .into(new ArrayList<>()));
            Polygon around = new Polygon(List.of(
                    new Position(-1, -1),
                    new Position(1, -1),
                    new Position(1, 0.5),
                    new Position(-1, 0.5),
                    new Position(-1, -1)));
            assertEquals(new TreeSet<>(List.of(1)), ids(shops, Filters.geoIntersects("at", around)));
            assertEquals(
                    List.of(2, 1),
                    shops.find(Filters.text("coffee", new TextSearchOptions().caseSensitive(false)))
                            .projection(Projections.metaTextScore("score"))
                            .sort(Sorts.metaTextScore("score"))
                            .map(found -> found.getInteger("_id"))
                            .into(new ArrayList<>()));
            assertEquals(new TreeSet<>(List.of(1)), ids(shops, Filters.text("\"running shoe\" -tea")));
            assertFalse(ids(shops, Filters.text("house")).contains(1));
            assertEquals(new TreeSet<>(List.of(3)), ids(shops, Filters.text("houses")));
        }
    }
}
