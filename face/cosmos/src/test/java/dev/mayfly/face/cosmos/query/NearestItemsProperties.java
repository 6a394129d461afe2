package dev.mayfly.face.cosmos.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.cosmos.CosmosFixture;
import dev.mayfly.test.harness.Seeds;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Vectors with an index are found in the same order as those without, while items are written, expire and go. */
final class NearestItemsProperties {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int DIMENSIONS = 3;
    private static final String EMBEDDING =
            "{\"path\":\"/%s\",\"dataType\":\"float32\",\"dimensions\":3,\"distanceFunction\":\"%s\"}";
    private static final String ITEMS = "/dbs/d/colls/c/docs";

    private static JsonNode call(CosmosFixture fixture, String method, String path, String body, String... fields) {
        CosmosFixture.Reply reply = fixture.call(method, path, body, fields);
        assertTrue(reply.status() < 300, () -> body + ": " + reply.body());
        return reply.body().isEmpty() ? JSON.createObjectNode() : JSON.readTree(reply.body());
    }

    private static String container(String metric) {
        return "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"],\"version\":2},\"defaultTtl\":-1,"
                + "\"vectorEmbeddingPolicy\":{\"vectorEmbeddings\":[" + EMBEDDING.formatted("v", metric) + ","
                + EMBEDDING.formatted("w", metric) + "]},"
                + "\"indexingPolicy\":{\"vectorIndexes\":[{\"path\":\"/v\",\"type\":\"flat\"}]}}";
    }

    /** Coordinates from a grid, so that some vectors are as near as others. */
    private static String vector(RandomGenerator random) {
        int length = random.nextInt(12) == 0 ? 2 : DIMENSIONS;
        return Arrays.toString(random.ints(length, -2, 3).toArray());
    }

    private static void write(CosmosFixture fixture, RandomGenerator random) {
        String id = Integer.toString(random.nextInt(40));
        String partition = "p" + Integer.parseInt(id) % 7;
        String key = "[\"" + partition + "\"]";
        if (random.nextInt(6) == 0) {
            fixture.call("DELETE", ITEMS + "/" + id, null, "x-ms-documentdb-partitionkey", key);
            return;
        }
        String vector = vector(random);
        call(
                fixture,
                "POST",
                ITEMS,
                "{\"id\":\"" + id + "\",\"pk\":\"" + partition + "\",\"n\":" + random.nextInt(3) + ",\"v\":" + vector
                        + ",\"w\":" + vector + (random.nextInt(3) == 0 ? ",\"ttl\":5" : "") + "}",
                "x-ms-documentdb-is-upsert",
                "true",
                "x-ms-documentdb-partitionkey",
                key);
    }

    private static List<String> ids(CosmosFixture fixture, String query) {
        JsonNode page = call(
                fixture,
                "POST",
                ITEMS,
                JSON.writeValueAsString(Map.of("query", query)),
                "x-ms-documentdb-isquery",
                "true",
                "x-ms-documentdb-query-enablecrosspartition",
                "true",
                "x-ms-max-item-count",
                "1000");
        return page.get("Documents").valueStream().map(JsonNode::toString).collect(Collectors.toList());
    }

    @Test
    void theIndexChangesNoAnswer() {
        List<String> metrics = List.of("cosine", "dotproduct", "euclidean");
        Seeds.run(6, (seed, random) -> {
            try (CosmosFixture fixture = CosmosFixture.inShards(seed % 2 == 0 ? 4 : 1)) {
                call(fixture, "POST", "/dbs", "{\"id\":\"d\"}");
                call(fixture, "POST", "/dbs/d/colls", container(metrics.get((int) (seed % 3))));
                for (int step = 0; step < 30; step++) {
                    for (int writes = random.nextInt(12); writes > 0; writes--) {
                        write(fixture, random);
                    }
                    String near = "VectorDistance(c.%s, "
                            + Arrays.toString(random.ints(DIMENSIONS, -2, 3).toArray()) + ")";
                    String filter = random.nextBoolean() ? "" : " WHERE c.n != 1";
                    String window = random.nextInt(3) == 0 ? " OFFSET 2 LIMIT 3" : "";
                    String query = "SELECT " + (window.isEmpty() ? "TOP 5" : "") + " c.id, " + near + " AS d FROM c"
                            + filter + " ORDER BY " + near + window;
                    assertEquals(
                            ids(fixture, query.formatted("w", "w")), ids(fixture, query.formatted("v", "v")), query);
                    if (random.nextInt(5) == 0) {
                        fixture.clock().advance(Duration.ofSeconds(random.nextInt(4)));
                    }
                }
            }
        });
    }
}
