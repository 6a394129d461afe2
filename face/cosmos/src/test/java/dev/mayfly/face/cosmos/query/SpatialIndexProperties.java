package dev.mayfly.face.cosmos.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.cosmos.CosmosFixture;
import dev.mayfly.test.harness.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An index of places finds what a look at every item finds, in one shard and in several, over random shapes. */
final class SpatialIndexProperties {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String CONTAINER =
            "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"],\"version\":2},\"defaultTtl\":-1,"
                    + "\"indexingPolicy\":{\"includedPaths\":[{\"path\":\"/*\"}],"
                    + "\"spatialIndexes\":[{\"path\":\"/in/dexed/*\",\"types\":[\"Point\",\"Polygon\"]}]}}";
    private static final String ITEMS = "/dbs/d/colls/c/docs";
    private static final double METERS_A_DEGREE = 111_195;

    private static CosmosFixture.Reply call(CosmosFixture fixture, String path, String body, String... fields) {
        CosmosFixture.Reply reply = fixture.call("POST", path, body, fields);
        assertTrue(reply.status() < 300, () -> body + ": " + reply.body());
        return reply;
    }

    private static String place(double longitude, double latitude) {
        return String.format(Locale.ROOT, "[%.6f,%.6f]", longitude, latitude);
    }

    /** Some places are near each other, others anywhere, the poles and the edge of the map among them. */
    private static double[] center(RandomGenerator random) {
        return switch (random.nextInt(4)) {
            case 0 -> new double[] {random.nextDouble(-180, 180), random.nextDouble(-89, 89)};
            case 1 -> new double[] {random.nextBoolean() ? 179.9 : -179.9, random.nextDouble(-1, 1)};
            default -> new double[] {random.nextDouble(9, 11), random.nextDouble(49, 51)};
        };
    }

    private static String polygon(double[] at, double size, boolean isClockwise) {
        List<String> ring = new ArrayList<>();
        for (int corner = 0; corner <= 4; corner++) {
            double turn = (isClockwise ? -1 : 1) * Math.PI / 2 * (corner % 4) + Math.PI / 4;
            double longitude = at[0] + size * Math.cos(turn);
            ring.add(place(
                    longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude,
                    Math.clamp(at[1] + size * Math.sin(turn), -89.9, 89.9)));
        }
        return "[[" + String.join(",", ring) + "]]";
    }

    private static String shape(RandomGenerator random) {
        double[] at = center(random);
        double size = Math.pow(10, random.nextDouble(-4, 1));
        return switch (random.nextInt(6)) {
            case 0, 1 -> "{\"type\":\"Point\",\"coordinates\":" + place(at[0], at[1]) + "}";
            case 2 ->
                "{\"type\":\"LineString\",\"coordinates\":[" + place(at[0], at[1]) + ","
                        + place(Math.clamp(at[0] + size, -180, 180), Math.clamp(at[1] - size, -90, 90)) + "]}";
            case 3 -> "{\"type\":\"Polygon\",\"coordinates\":" + polygon(at, size, random.nextInt(6) == 0) + "}";
            case 4 ->
                "{\"type\":\"MultiPolygon\",\"coordinates\":[" + polygon(at, size / 3, false) + ","
                        + polygon(center(random), size, false) + "]}";
            default -> random.nextBoolean() ? "\"nowhere\"" : "{\"type\":\"Point\",\"coordinates\":[1]}";
        };
    }

    private static void fill(CosmosFixture fixture, RandomGenerator random) {
        call(fixture, "/dbs", "{\"id\":\"d\"}");
        call(fixture, "/dbs/d/colls", CONTAINER);
        for (int id = 0; id < 80; id++) {
            String partition = "p" + random.nextInt(9);
            String shape = shape(random);
            call(
                    fixture,
                    ITEMS,
                    "{\"id\":\"" + id + "\",\"pk\":\"" + partition + "\",\"in\":{\"dexed\":" + shape + "},\"not\":"
                            + shape + (random.nextInt(3) == 0 ? ",\"ttl\":5" : "") + "}",
                    "x-ms-documentdb-partitionkey",
                    "[\"" + partition + "\"]");
        }
    }

    private static CosmosFixture.Reply page(CosmosFixture fixture, String filter) {
        return call(
                fixture,
                ITEMS,
                JSON.writeValueAsString(Map.of("query", "SELECT VALUE c.id FROM c WHERE " + filter)),
                "x-ms-documentdb-isquery",
                "true",
                "x-ms-documentdb-query-enablecrosspartition",
                "true",
                "x-ms-max-item-count",
                "1000",
                "x-ms-documentdb-populatequerymetrics",
                "true");
    }

    private static TreeSet<String> ids(CosmosFixture fixture, String filter) {
        JsonNode page = JSON.readTree(page(fixture, filter).body());
        List<String> ids =
                page.get("Documents").valueStream().map(JsonNode::stringValue).toList();
        TreeSet<String> once = new TreeSet<>(ids);
        assertEquals(once.size(), ids.size(), "an item is found twice");
        return once;
    }

    private static String filter(RandomGenerator random) {
        String distance =
                String.format(Locale.ROOT, "%.3f", METERS_A_DEGREE * Math.pow(10, random.nextDouble(-6, 1.5)));
        double[] at = center(random);
        String point = "{'type':'Point','coordinates':" + place(at[0], at[1]) + "}";
        String region = shape(random);
        return switch (random.nextInt(5)) {
            case 0 -> "ST_DISTANCE(c.%s, " + point + ") < " + distance;
            case 1 -> distance + " >= ST_DISTANCE(" + point + ", c.%s) AND c.pk != 'p1'";
            case 2 -> "ST_WITHIN(c.%s, " + region + ")";
            case 3 -> "ST_INTERSECTS(c.%s, " + region + ") OR c.pk = 'p2'";
            default -> "ST_INTERSECTS(c.%s, " + region + ")";
        };
    }

    @Test
    void indexFindsWhatALookAtEveryItemFinds() {
        int[] found = {0};
        Seeds.run(6, (seed, random) -> {
            try (CosmosFixture fixture = CosmosFixture.inShards(seed % 2 == 0 ? 4 : 1)) {
                fill(fixture, random);
                for (int round = 0; round < 2; round++) {
                    for (int query = 0; query < 12; query++) {
                        String filter = filter(random);
                        TreeSet<String> expected = ids(fixture, filter.formatted("not"));
                        assertEquals(expected, ids(fixture, filter.formatted("in.dexed")), filter);
                        found[0] += expected.size();
                    }
                    fixture.clock().advance(Duration.ofSeconds(5));
                }
            }
        });
        assertTrue(found[0] > 100, "hardly any place was found");
    }
}
