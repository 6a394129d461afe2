package dev.mayfly.face.cosmos.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.cosmos.CosmosFixture;
import dev.mayfly.store.api.NodeEntry;
import dev.mayfly.store.api.NodeTable;
import dev.mayfly.store.memory.SharedMemoryStore;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The regions that an account announces where several servers share it. */
final class AccountRegionsTest {
    private static final long TTL_MILLIS = 10_000;
    private static final String OWN = "South Central US";
    private static final String HERE = "https://localhost:8081/";

    private final SharedMemoryStore store = new SharedMemoryStore();
    private final NodeTable nodes = store.cluster().orElseThrow().nodes();
    private final CosmosFixture fixture = CosmosFixture.unswept(store);

    private void announce(String id, String address, String region, String port) {
        nodes.announce(
                new NodeEntry(id, Map.of("address", address, "region", region, "port cosmos", port)), TTL_MILLIS);
        fixture.engine().nodes().beat();
    }

    private JsonNode account() {
        return CosmosJson.kept(fixture.call("GET", "/", null).bytes());
    }

    private static Map<String, String> locations(JsonNode account, String kind) {
        Map<String, String> locations = new LinkedHashMap<>();
        account.path(kind)
                .forEach(each -> locations.put(
                        each.path("name").asString(),
                        each.path("databaseAccountEndpoint").asString()));
        return locations;
    }

    @Test
    void oneServerIsAllItsRegions() {
        JsonNode account = account();
        assertEquals(Map.of(OWN, HERE), locations(account, "readableLocations"));
        assertEquals(Map.of(OWN, HERE), locations(account, "writableLocations"));
        assertFalse(account.path("enableMultipleWriteLocations").asBoolean());
    }

    @Test
    void otherServersAreTheirRegions() {
        announce("w", "10.0.0.7", "West US", "8081");
        announce("e", "east.example.com", "East US", "443");
        announce("n", "10.0.0.9", "", "8081");
        JsonNode account = account();
        Map<String, String> expected =
                Map.of(OWN, HERE, "West US", "https://10.0.0.7:8081/", "East US", "https://east.example.com:443/");
        Map<String, String> readable = locations(account, "readableLocations");
        assertEquals(expected, readable);
        assertEquals(OWN, readable.keySet().iterator().next());
        assertEquals(expected, locations(account, "writableLocations"));
        assertTrue(account.path("enableMultipleWriteLocations").asBoolean());
        nodes.remove("w");
        nodes.remove("e");
        fixture.engine().nodes().beat();
        assertEquals(Map.of(OWN, HERE), locations(account(), "readableLocations"));
    }

    @Test
    void oneOfSeveralServersInARegionIsAnnounced() {
        announce("a", "10.0.0.7", "West US", "8081");
        announce("b", "10.0.0.8", "West US", "8081");
        announce("c", "10.0.0.9", OWN, "8081");
        assertEquals(Map.of(OWN, HERE, "West US", "https://10.0.0.7:8081/"), locations(account(), "readableLocations"));
    }

    @Test
    void serversOfOneMachineAreCalledByTheNameThatTheClientUses() {
        announce("a", "127.0.0.1", "West US", "8082");
        assertEquals(
                "https://localhost:8082/",
                locations(account(), "readableLocations").get("West US"));
    }
}
