package dev.mayfly.face.cosmos.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.cosmos.CosmosFixture;
import dev.mayfly.face.cosmos.CosmosFixture.Reply;
import dev.mayfly.face.cosmos.StoreHook;
import dev.mayfly.store.memory.MemoryStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** While an indexing policy is replaced, the old indexes serve until the new ones are in force. */
final class PolicyReplacementTest {
    private static final String CONTAINER = "/dbs/d/colls/c";
    private static final int ITEMS = 700;

    private final StoreHook hook = new StoreHook();
    private final CosmosFixture fixture = CosmosFixture.unswept(hook.over(new MemoryStore()));
    private int asked;

    private static String definition(String policy) {
        return "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\"},\"indexingPolicy\":" + policy
                + "}";
    }

    @BeforeEach
    void fill() {
        assertEquals(201, fixture.call("POST", "/dbs", "{\"id\":\"d\"}").status());
        String policy = "{\"includedPaths\":[{\"path\":\"/n/?\"}],\"excludedPaths\":[{\"path\":\"/*\"}],"
                + "\"compositeIndexes\":[[{\"path\":\"/g\"},{\"path\":\"/n\"}]]}";
        assertEquals(
                201, fixture.call("POST", "/dbs/d/colls", definition(policy)).status());
        for (int i = 0; i < ITEMS; i++) {
            String item = "{\"id\":\"" + i + "\",\"pk\":\"p\",\"n\":" + i + ",\"g\":" + i % 10 + ",\"m\":" + -i + "}";
            assertEquals(
                    201,
                    fixture.call("POST", CONTAINER + "/docs", item, "x-ms-documentdb-partitionkey", "[\"p\"]")
                            .status());
        }
    }

    @AfterEach
    void close() {
        hook.never();
        fixture.close();
    }

    private void ask(String text) {
        Reply reply = fixture.call(
                "POST",
                CONTAINER + "/docs",
                "{\"query\":\"" + text + "\",\"parameters\":[]}",
                "Content-Type",
                "application/query+json",
                "x-ms-documentdb-isquery",
                "True",
                "x-ms-max-item-count",
                "2000",
                "x-ms-documentdb-query-enablecrosspartition",
                "True");
        assertEquals(200, reply.status(), () -> text + ": " + reply.body());
        assertEquals(ITEMS, reply.body().split("\"id\"", -1).length - 1, text);
        asked++;
    }

    /** All of these keep an index for both queries, in another form each. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"includedPaths\":[{\"path\":\"/*\"}],\"compositeIndexes\":[[{\"path\":\"/g\"},{\"path\":\"/n\"}]]}",
                "{\"includedPaths\":[{\"path\":\"/n/?\"},{\"path\":\"/m/?\"}],\"excludedPaths\":[{\"path\":\"/*\"}],"
                        + "\"compositeIndexes\":[[{\"path\":\"/g\",\"order\":\"descending\"},{\"path\":\"/n\",\"order\":\"descending\"}],"
                        + "[{\"path\":\"/m\"},{\"path\":\"/n\"}]]}",
                "{\"includedPaths\":[{\"path\":\"/*\"}],\"excludedPaths\":[{\"path\":\"/m/?\"}],"
                        + "\"compositeIndexes\":[[{\"path\":\"/g\"},{\"path\":\"/n\"}],[{\"path\":\"/n\"},{\"path\":\"/m\"}]]}",
            })
    void ordersAreServedThroughoutAReplacement(String policy) {
        Runnable queries = () -> {
            ask("SELECT c.id FROM c ORDER BY c.n");
            ask("SELECT c.id FROM c ORDER BY c.g, c.n");
        };
        hook.always(queries);
        Reply replaced = fixture.call("PUT", CONTAINER, definition(policy));
        assertEquals(200, replaced.status(), replaced.body());
        queries.run();
        assertTrue(asked > 8, asked + " queries were asked in between");
    }
}
