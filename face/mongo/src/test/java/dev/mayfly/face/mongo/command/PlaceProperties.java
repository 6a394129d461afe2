package dev.mayfly.face.mongo.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.test.harness.Seeds;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

/** What an index of places finds is what a scan of all documents finds, also where some of them have expired. */
class PlaceProperties {
    private static final String INDEXES = "{createIndexes: 'indexed', $db: 'test', indexes: ["
            + "{key: {loc: '2dsphere'}, name: 'sphere'}, {key: {flat: '2d'}, name: 'plane', bits: 12},"
            + "{key: {kind: 1, shape: '2dsphere'}, name: 'shapes'}, {key: {at: 1}, name: 'ttl', expireAfterSeconds: 0}]}";
    private static final String RULES =
            "{createIndexes: 'plain', $db: 'test', indexes: [" + "{key: {at: 1}, name: 'ttl', expireAfterSeconds: 0}]}";

    @Test
    void indexFindsWhatAScanFinds() {
        Seeds.run(8, (seed, random) -> {
            try (MongoFixture fixture = new MongoFixture();
                    RawMongoClient client = fixture.connect()) {
                run(client, INDEXES);
                run(client, RULES);
                insert(client, random);
                fixture.deadlines.advance(Duration.ofSeconds(random.nextInt(3)));
                for (int round = 0; round < 25; round++) {
                    String region = region(random);
                    assertSame(client, "{loc: {$geoWithin: " + region + "}}");
                    assertSame(client, "{flat: {$geoWithin: " + region + "}}");
                    assertSame(client, "{kind: 1, shape: {$geoWithin: " + region + "}}");
                    assertSame(
                            client,
                            "{kind: {$in: [0, 2]}, shape: {$geoIntersects: {$geometry: " + shape(random) + "}}}");
                    assertSame(client, "{loc: {$geoIntersects: {$geometry: " + shape(random) + "}}}");
                    assertNearest(client, "loc", true, random);
                    assertNearest(client, "flat", false, random);
                }
            }
        });
    }

    private static BsonDocument run(RawMongoClient client, String json) throws IOException {
        BsonDocument reply = client.run(json);
        assertEquals(1.0, reply.getNumber("ok").doubleValue(), () -> json + ": " + reply);
        return reply;
    }

    private static void insert(RawMongoClient client, RandomGenerator random) throws IOException {
        BsonArray documents = new BsonArray();
        for (int id = 0; id < 150; id++) {
            BsonDocument document = BsonDocument.parse("{loc: " + point(random) + ", flat: " + pair(random) + ", kind: "
                    + random.nextInt(3) + ", shape: " + shape(random) + "}");
            document.put("_id", new BsonInt32(id));
            if (random.nextInt(4) == 0) {
                document.put(
                        "at",
                        BsonDocument.parse("{at: {$date: {$numberLong: '"
                                        + (1_700_000_000_000L + random.nextInt(3) * 1000) + "'}}}")
                                .get("at"));
            }
            documents.add(document);
        }
        for (String collection : List.of("indexed", "plain")) {
            BsonDocument reply = client.run(new BsonDocument("insert", new BsonString(collection))
                    .append("documents", documents)
                    .append("$db", new BsonString("test")));
            assertEquals(150, reply.getNumber("n").intValue(), reply::toString);
        }
    }

    /** Most lie close together, some anywhere. */
    private static double coordinate(RandomGenerator random, double most) {
        return random.nextInt(5) == 0
                ? Math.round((random.nextDouble() * 2 - 1) * most)
                : (random.nextDouble() * 2 - 1) * 5;
    }

    private static String pair(RandomGenerator random) {
        return String.format(Locale.ROOT, "[%.6f, %.6f]", coordinate(random, 180), coordinate(random, 90));
    }

    private static String point(RandomGenerator random) {
        return random.nextBoolean() ? pair(random) : "{type: 'Point', coordinates: " + pair(random) + "}";
    }

    private static String shape(RandomGenerator random) {
        double x = coordinate(random, 170);
        double y = coordinate(random, 80);
        double side = random.nextInt(3) == 0 ? 6 : 0.5;
        return switch (random.nextInt(4)) {
            case 0 -> "{type: 'Point', coordinates: " + pair(random) + "}";
            case 1 ->
                String.format(
                        Locale.ROOT,
                        "{type: 'LineString', coordinates: [[%f, %f], [%f, %f]]}",
                        x,
                        y,
                        x + side,
                        y + side / 2);
            default ->
                String.format(
                        Locale.ROOT,
                        "{type: 'Polygon', coordinates: [[[%1$f, %2$f], [%3$f, %2$f], [%3$f, %4$f], [%1$f, %2$f]]]}",
                        x,
                        y,
                        x + side,
                        y + side);
        };
    }

    private static String region(RandomGenerator random) {
        double x = coordinate(random, 170);
        double y = coordinate(random, 80);
        double side = random.nextInt(3) == 0 ? 8 : 1;
        return switch (random.nextInt(5)) {
            case 0 -> String.format(Locale.ROOT, "{$box: [[%f, %f], [%f, %f]]}", x, y, x + side, y + side);
            case 1 -> String.format(Locale.ROOT, "{$center: [[%f, %f], %f]}", x, y, side);
            case 2 -> String.format(Locale.ROOT, "{$centerSphere: [[%f, %f], %f]}", x, y, side / 50);
            case 3 ->
                String.format(
                        Locale.ROOT, "{$polygon: [[%f, %f], [%f, %f], [%f, %f]]}", x, y, x + side, y, x, y + side);
            default ->
                String.format(
                        Locale.ROOT,
                        "{$geometry: {type: 'Polygon', coordinates: [[[%1$f, %2$f], [%3$f, %2$f], [%3$f, %4$f],"
                                + " [%1$f, %4$f], [%1$f, %2$f]]]}}",
                        x,
                        y,
                        x + side,
                        y + side);
        };
    }

    private static List<BsonValue> ids(RawMongoClient client, String collection, String filter) throws IOException {
        BsonDocument reply = run(
                client,
                "{find: '" + collection + "', filter: " + filter
                        + ", sort: {_id: 1}, projection: {_id: 1}, batchSize: 1000, $db: 'test'}");
        return List.copyOf(reply.getDocument("cursor").getArray("firstBatch"));
    }

    private static void assertSame(RawMongoClient client, String filter) throws IOException {
        assertEquals(ids(client, "plain", filter), ids(client, "indexed", filter), filter);
    }

    /** All within the distance come, the nearest first, in one batch as in many. */
    private static void assertNearest(RawMongoClient client, String field, boolean sphere, RandomGenerator random)
            throws IOException {
        String center = pair(random);
        double most = sphere ? random.nextDouble() / 5 : random.nextDouble() * 10;
        String stage = String.format(
                Locale.ROOT,
                "{$geoNear: {near: %s, key: '%s', spherical: %s, distanceField: 'd', maxDistance: %.9f}}",
                center,
                field,
                sphere,
                most);
        List<BsonDocument> near = new ArrayList<>();
        BsonDocument reply = run(
                client,
                "{aggregate: 'indexed', pipeline: [" + stage
                        + ", {$project: {d: 1}}], cursor: {batchSize: 7}, $db: 'test'}");
        BsonArray batch = reply.getDocument("cursor").getArray("firstBatch");
        while (true) {
            batch.forEach(each -> near.add(each.asDocument()));
            long cursor = reply.getDocument("cursor").getNumber("id").longValue();
            if (cursor == 0) {
                break;
            }
            reply = run(
                    client,
                    "{getMore: {$numberLong: '" + cursor + "'}, collection: 'indexed', batchSize: 5, $db: 'test'}");
            batch = reply.getDocument("cursor").getArray("nextBatch");
        }
        String region = String.format(
                Locale.ROOT,
                "{%s: {$geoWithin: {%s: [%s, %.9f]}}}",
                field,
                sphere ? "$centerSphere" : "$center",
                center,
                most);
        assertEquals(
                ids(client, "plain", region),
                near.stream()
                        .map(each -> new BsonDocument("_id", each.get("_id")))
                        .sorted((a, b) -> Integer.compare(
                                a.getInt32("_id").getValue(), b.getInt32("_id").getValue()))
                        .toList(),
                stage);
        for (int at = 1; at < near.size(); at++) {
            double before = near.get(at - 1).getDouble("d").getValue();
            assertTrue(before <= near.get(at).getDouble("d").getValue(), stage);
        }
    }
}
