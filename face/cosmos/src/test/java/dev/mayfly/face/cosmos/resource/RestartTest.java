package dev.mayfly.face.cosmos.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.face.cosmos.CosmosFixture;
import dev.mayfly.face.cosmos.CosmosFixture.Reply;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Resources are the same after a restart, also after one in the midst of a change. */
final class RestartTest {
    private static final String CONTAINER = "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]},\"defaultTtl\":60}";

    private static void make(CosmosFixture fixture) {
        assertEquals(201, fixture.call("POST", "/dbs", "{\"id\":\"d\"}").status());
        assertEquals(201, fixture.call("POST", "/dbs/d/colls", CONTAINER).status());
        assertEquals(201, fixture.call("POST", "/dbs/d/users", "{\"id\":\"u\"}").status());
    }

    private static String rid(Reply reply) {
        assertEquals(2, reply.status() / 100, reply.body());
        int at = reply.body().indexOf("\"_rid\":\"") + 8;
        return reply.body().substring(at, reply.body().indexOf('"', at));
    }

    @Test
    void everythingIsThereAfterARestart() {
        List<String> paths = List.of("/dbs/d", "/dbs/d/colls/c", "/dbs/d/users/u", "/dbs", "/dbs/d/colls", "/offers");
        try (CosmosFixture fixture = new CosmosFixture()) {
            make(fixture);
            List<String> before = paths.stream()
                    .map(path -> fixture.call("GET", path, null).body())
                    .toList();
            fixture.restart();
            assertEquals(
                    before,
                    paths.stream()
                            .map(path -> fixture.call("GET", path, null).body())
                            .toList());
        }
    }

    @Test
    void resourceIdIsNeverUsedTwice() {
        try (CosmosFixture fixture = new CosmosFixture()) {
            make(fixture);
            String database = rid(fixture.call("GET", "/dbs/d", null));
            String container = rid(fixture.call("GET", "/dbs/d/colls/c", null));
            assertEquals(204, fixture.call("DELETE", "/dbs/d/colls/c", null).status());
            String again = rid(fixture.call("POST", "/dbs/d/colls", CONTAINER));
            assertNotEquals(container, again);
            assertEquals(204, fixture.call("DELETE", "/dbs/d", null).status());
            fixture.restart();
            assertNotEquals(database, rid(fixture.call("POST", "/dbs", "{\"id\":\"d\"}")));
            assertEquals(404, fixture.call("GET", "/dbs/d/users/u", null).status());
            assertTrue(fixture.call("GET", "/offers", null).body().contains("\"_count\":0"));
        }
    }

    @Test
    void clientThatMeansTheContainerBeforeIsTold() {
        try (CosmosFixture fixture = new CosmosFixture()) {
            make(fixture);
            String container = rid(fixture.call("GET", "/dbs/d/colls/c", null));
            String[] fields = {
                "x-ms-documentdb-partitionkey", "[\"a\"]", "x-ms-cosmos-intended-collection-rid", container
            };
            assertEquals(
                    404,
                    fixture.call("GET", "/dbs/d/colls/c/docs/1", null, fields).status());
            fixture.call("DELETE", "/dbs/d/colls/c", null);
            fixture.call("POST", "/dbs/d/colls", CONTAINER);
            Reply refused = fixture.call("GET", "/dbs/d/colls/c/docs/1", null, fields);
            assertEquals(400, refused.status());
            assertEquals("1024", refused.field("x-ms-substatus"));
        }
    }

    @Test
    void ruleFollowsTheDefinitionWhereAReplaceWasCutShort() {
        try (CosmosFixture fixture = new CosmosFixture()) {
            make(fixture);
            fixture.call(
                    "POST",
                    "/dbs/d/colls/c/docs",
                    "{\"id\":\"1\",\"pk\":\"a\"}",
                    "x-ms-documentdb-partitionkey",
                    "[\"a\"]");
            CollectionName name = new CollectionName(Metadata.FACE, "d", "c");
            Collection collection = Objects.requireNonNull(fixture.engine().find(name));
            collection
                    .definition()
                    .changePolicy(policy -> policy.withRules(List.of(new Rule.Modified(Rule.Modified.Kind.AFTER, 1))));
            fixture.clock().advance(Duration.ofSeconds(5));
            fixture.restart();
            Reply reply = fixture.call("GET", "/dbs/d/colls/c/docs/1", null, "x-ms-documentdb-partitionkey", "[\"a\"]");
            assertEquals(200, reply.status(), reply.body());
            assertNotNull(fixture.engine().find(name));
        }
    }
}
