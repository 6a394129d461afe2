package dev.mayfly.face.cosmos.item;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.face.cosmos.CosmosFixture;
import dev.mayfly.face.cosmos.CosmosFixture.Reply;
import dev.mayfly.face.transport.http.HttpFields;
import dev.mayfly.test.harness.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Bytes that make no sense are answered with an error in JSON, and store nothing. */
final class HostileItemsTest {
    private static final String ITEMS = "/dbs/d/colls/c/docs";
    private static final List<List<Map.Entry<String, String>>> KINDS = List.of(
            List.of(),
            List.of(Map.entry("x-ms-documentdb-is-upsert", "True")),
            List.of(Map.entry("x-ms-cosmos-is-batch-request", "True"), Map.entry("x-ms-cosmos-batch-atomic", "true")),
            List.of(Map.entry("x-ms-cosmos-is-batch-request", "True")));

    @Test
    void damagedBodiesStoreNothing() {
        Seeds.run(100, (_, random) -> {
            try (CosmosFixture fixture = withContainer()) {
                for (int round = 0; round < 8; round++) {
                    byte[] body = new byte[random.nextInt(40)];
                    random.nextBytes(body);
                    if (random.nextBoolean() && body.length > 0) {
                        body[0] = (byte) (random.nextBoolean() ? '{' : '[');
                    }
                    int kind = random.nextInt(KINDS.size());
                    requireError(send(fixture, "POST", ITEMS, body, KINDS.get(kind)));
                    requireError(send(fixture, "PUT", ITEMS + "/1", body, List.of()));
                    requireError(send(fixture, "PATCH", ITEMS + "/1", body, List.of()));
                }
                assertEquals(1, stored(fixture));
            }
        });
    }

    @Test
    void damagedPartitionKeysAndConditionsStoreNothing() {
        try (CosmosFixture fixture = withContainer()) {
            for (String key :
                    List.of("[", "[1,2,3]", "{}", "[[]]", "null", "[\"a\"", "[1e999]", "\u0000", "[\"\\u\"]")) {
                requireError(fixture.call(
                        "POST", ITEMS, "{\"id\":\"2\",\"pk\":\"a\"}", "x-ms-documentdb-partitionkey", key));
                requireError(fixture.call("GET", ITEMS + "/1", null, "x-ms-documentdb-partitionkey", key));
                requireError(fixture.call("DELETE", ITEMS + "/1", null, "x-ms-documentdb-partitionkey", key));
            }
            requireError(fixture.call(
                    "PUT",
                    ITEMS + "/1",
                    "{\"id\":\"1\",\"pk\":\"a\"}",
                    "x-ms-documentdb-partitionkey",
                    "[\"a\"]",
                    "If-Match",
                    "\"\u00ff\""));
            assertEquals(1, stored(fixture));
        }
    }

    @Test
    void tooMuchAtOnceIsRefused() {
        try (CosmosFixture fixture = withContainer()) {
            String large = "{\"id\":\"2\",\"pk\":\"a\",\"x\":\"" + "x".repeat(2 << 20) + "\"}";
            assertEquals(413, fixture.call("POST", ITEMS, large).status());
            String member = "{\"operationType\":\"Upsert\",\"resourceBody\":{\"id\":\"2\",\"pk\":\"a\"}}";
            String[] atomic = {
                "x-ms-documentdb-partitionkey",
                "[\"a\"]",
                "x-ms-cosmos-is-batch-request",
                "True",
                "x-ms-cosmos-batch-atomic",
                "true"
            };
            String many = "[" + String.join(",", Collections.nCopies(101, member)) + "]";
            requireError(fixture.call("POST", ITEMS, many, atomic));
            assertEquals(
                    413, fixture.call("POST", ITEMS, "[" + large + "]", atomic).status());
            String growing = "[{\"op\":\"set\",\"path\":\"/x\",\"value\":\"" + "x".repeat(2 << 20) + "\"}]";
            assertEquals(
                    413,
                    fixture.call("PATCH", ITEMS + "/1", growing, "x-ms-documentdb-partitionkey", "[\"a\"]")
                            .status());
            assertEquals(1, stored(fixture));
        }
    }

    private static CosmosFixture withContainer() {
        CosmosFixture fixture = new CosmosFixture();
        fixture.call("POST", "/dbs", "{\"id\":\"d\"}");
        fixture.call(
                "POST",
                "/dbs/d/colls",
                "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\",\"version\":2}}");
        assertEquals(
                201, fixture.call("POST", ITEMS, "{\"id\":\"1\",\"pk\":\"a\"}").status());
        return fixture;
    }

    private static Reply send(
            CosmosFixture fixture, String method, String path, byte[] body, List<Map.Entry<String, String>> more) {
        List<Map.Entry<String, String>> fields = new ArrayList<>(more);
        fields.add(Map.entry("x-ms-documentdb-partitionkey", "[\"a\"]"));
        return fixture.call(method, path, body, HttpFields.of(fields));
    }

    private static void requireError(Reply reply) {
        assertTrue(reply.status() >= 400 && reply.status() < 500, reply::toString);
        assertTrue(reply.body().startsWith("{\"code\":\""), reply::body);
        assertTrue(reply.body().getBytes(StandardCharsets.UTF_8).length > 20);
    }

    private static long stored(CosmosFixture fixture) {
        var collection = Objects.requireNonNull(fixture.engine().find(new CollectionName("cosmos", "d", "c")));
        return collection.count(collection.reading());
    }
}
