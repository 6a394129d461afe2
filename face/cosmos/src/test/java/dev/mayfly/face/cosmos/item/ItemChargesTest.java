package dev.mayfly.face.cosmos.item;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.cosmos.CosmosFixture;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ItemChargesTest {
    private static final String ITEMS = "/dbs/d/colls/c/docs";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "1 | {\"a\":1}",
                "0 | {\"a\":{},\"b\":[]}",
                "4 | {\"a\":\"x:y,\\\"z\",\"b\":[1.5,null, true ]}",
                "2 | {\"a\":{\"b\":{\"c\":-1}}, \"d\" : \"\" }",
            })
    void everyValueThatHoldsNoOtherIsCounted(int expected, String json) {
        assertEquals(expected, IndexedPaths.count(json.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void aTimeToLiveAddsNothingToAnyCharge() {
        String rest = ",\"pk\":\"a\",\"l\":[1,2,3,4,5,6,7,8,9,10,11,12],\"x\":\"" + "x".repeat(50_000) + "\"}";
        try (CosmosFixture fixture = new CosmosFixture()) {
            fixture.call("POST", "/dbs", "{\"id\":\"d\"}");
            fixture.call(
                    "POST",
                    "/dbs/d/colls",
                    "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\"},\"defaultTtl\":-1}");
            List<String> plain = charges(fixture, "1", "{\"id\":\"1\"" + rest);
            assertEquals(plain, charges(fixture, "2", "{\"id\":\"2\",\"ttl\":123456789" + rest));
            assertEquals(plain, charges(fixture, "3", "{\"id\":\"3\",\"ttl\":-1" + rest));
            assertTrue(Double.parseDouble(plain.getFirst()) > 20, "what is written costs by its size");
        }
    }

    /** Of a create, a replace, a read and a delete. */
    private static List<String> charges(CosmosFixture fixture, String id, String item) {
        String[] partition = {"x-ms-documentdb-partitionkey", "[\"a\"]"};
        return List.of(
                charge(fixture.call("POST", ITEMS, item, partition)),
                charge(fixture.call("PUT", ITEMS + "/" + id, item, partition)),
                charge(fixture.call("GET", ITEMS + "/" + id, null, partition)),
                charge(fixture.call("DELETE", ITEMS + "/" + id, null, partition)));
    }

    private static String charge(CosmosFixture.Reply reply) {
        assertTrue(reply.status() < 300, reply.body());
        return String.valueOf(reply.field("x-ms-request-charge"));
    }
}
