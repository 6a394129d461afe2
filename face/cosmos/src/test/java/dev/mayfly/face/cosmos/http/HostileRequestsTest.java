package dev.mayfly.face.cosmos.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.cosmos.CosmosFixture;
import dev.mayfly.face.cosmos.CosmosFixture.Reply;
import dev.mayfly.face.transport.http.HttpFields;
import dev.mayfly.test.harness.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** No request, however it is put together, is answered with a failure of ours or with an error that is no JSON. */
final class HostileRequestsTest {
    private static final List<String> METHODS =
            List.of("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "x");
    private static final List<String> STEPS = List.of(
            "dbs",
            "colls",
            "docs",
            "users",
            "permissions",
            "offers",
            "sprocs",
            "triggers",
            "udfs",
            "pkranges",
            "conflicts",
            "operations",
            "addresses",
            "clientencryptionkeys",
            "_explorer",
            "d",
            "c",
            "1",
            "u",
            "",
            "..",
            "%",
            "%2F",
            "%C3%28",
            "AAAAAQ==",
            "AAAAAYAAAAM=",
            "partitionkeydelete",
            "\u0000",
            "é");
    private static final List<String> VALUES = List.of(
            "",
            "true",
            "True",
            "-1",
            "0",
            "1",
            "99999999999999999999",
            "[\"a\"]",
            "[{}]",
            "[[]]",
            "[",
            "null",
            "*",
            "\"00000000-0000-0000-0000-000000000001\"",
            "x",
            "{\"maxThroughput\":4000}",
            "application/query+json",
            "Incremental Feed",
            "Full-Fidelity Feed",
            "Tue, 14 Nov 2023 22:13:20 GMT",
            "AAAA",
            "eyJ9");
    private static final List<String> BODIES = List.of(
            "",
            "{}",
            "[]",
            "null",
            "{",
            "\"x\"",
            "1e9999",
            "{\"id\":\"1\",\"pk\":\"a\"}",
            "{\"id\":7}",
            "{\"id\":null}",
            "{\"id\":\"d\"}",
            "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]}}",
            "{\"id\":\"c\",\"partitionKey\":{\"paths\":[1]}}",
            "{\"id\":\"c\",\"partitionKey\":[]}",
            "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]},\"indexingPolicy\":7,\"uniqueKeyPolicy\":[]}",
            "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]},\"indexingPolicy\":{\"includedPaths\":[7],\"compositeIndexes\":[[{},{}]]}}",
            "{\"query\":\"SELECT * FROM c\"}",
            "{\"query\":\"SELECT\",\"parameters\":7}",
            "{\"operations\":[7]}",
            "[{\"operationType\":\"Create\"}]",
            "{\"content\":7}",
            "{\"id\":\"p\",\"permissionMode\":7,\"resource\":\"..\"}",
            "{\"id\":\"p\",\"permissionMode\":\"All\",\"resource\":\"dbs/d/colls/c\",\"resourcePartitionKey\":{}}",
            "{\"id\":\"s\",\"body\":7}",
            "[".repeat(5_000),
            "\u0081\u0000\u00ff");

    private final JsonMapper json = new JsonMapper();

    @Test
    void everyRefusalIsJsonAndNoneIsOurs() {
        try (CosmosFixture fixture = CosmosFixture.unswept()) {
            Seeds.run(4_000, (seed, random) -> {
                // An earlier request may have deleted it.
                if (seed % 50 == 1) {
                    fixture.call("POST", "/dbs", "{\"id\":\"d\"}");
                    fixture.call("POST", "/dbs/d/colls", "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]}}");
                    fixture.call("POST", "/dbs/d/users", "{\"id\":\"u\"}");
                }
                Reply reply = fixture.call(
                        pick(METHODS, random),
                        path(random),
                        pick(BODIES, random).getBytes(StandardCharsets.ISO_8859_1),
                        fields(random));
                check(reply);
            });
        }
    }

    private void check(Reply reply) {
        assertNotEquals(500, reply.status(), reply.body());
        if (reply.status() >= 400) {
            JsonNode error = json.readTree(reply.body());
            assertTrue(error.path("code").isString() && error.path("message").isString(), reply.body());
            assertEquals("application/json", reply.field("Content-Type"));
        }
        for (var field : reply.fields().entries()) {
            assertFalse(field.getValue().chars().anyMatch(c -> c < ' '), field.toString());
        }
    }

    private static String path(RandomGenerator random) {
        StringBuilder path = new StringBuilder();
        boolean isOrdered = random.nextInt(4) > 0;
        List<String> ordered = List.of("dbs", "d", "colls", "c", "docs", "1");
        int steps = random.nextInt(7);
        for (int step = 0; step < steps; step++) {
            boolean follows = isOrdered && step < ordered.size() && random.nextInt(8) > 0;
            path.append('/').append(follows ? ordered.get(step) : pick(STEPS, random));
        }
        return path.isEmpty() ? "/" : path.toString();
    }

    private static HttpFields fields(RandomGenerator random) {
        HttpFields fields = HttpFields.NONE.with("Host", "localhost");
        int count = random.nextInt(6);
        for (int index = 0; index < count; index++) {
            RequestField[] all = RequestField.values();
            RequestField field = all[random.nextInt(all.length)];
            boolean isOfSigning = field == RequestField.AUTHORIZATION
                    || field == RequestField.X_MS_DATE
                    || field == RequestField.DATE;
            if (!isOfSigning || random.nextInt(20) == 0) {
                fields = fields.with(field.word(), pick(VALUES, random));
            }
        }
        return fields;
    }

    private static String pick(List<String> from, RandomGenerator random) {
        return from.get(random.nextInt(from.size()));
    }
}
