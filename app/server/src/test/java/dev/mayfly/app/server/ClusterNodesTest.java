package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.app.server.demo.LiveDemo;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.engine.node.LiveNodes;
import dev.mayfly.store.memory.SharedMemoryStore;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Servers over one store, as administrators see them. */
final class ClusterNodesTest {
    private final AtomicLong wrongMillis = new AtomicLong();
    private final SharedMemoryStore store =
            new SharedMemoryStore(() -> SystemClock.INSTANCE.wallMillis() + wrongMillis.get());

    @AfterEach
    void closeStore() {
        store.close();
    }

    private ServerFixture server(String region) throws Exception {
        return new ServerFixture(
                ServerFixture.config(Map.of(Setting.IN_MEMORY, "true", Setting.REGION, region)), new OpenStore(store));
    }

    private static JsonNode nodes(ServerFixture fixture) throws Exception {
        return fixture.get("/api/v1/nodes").json().path("items");
    }

    @Test
    void everyServerTellsOfAll() throws Exception {
        try (ServerFixture west = server("West US")) {
            expectBoth(west);
            west.server.engine().nodes().beat();
            assertEquals(1, nodes(west).size());
        }
    }

    /** Has another server come and go. */
    private void expectBoth(ServerFixture west) throws Exception {
        try (ServerFixture east = server("East US")) {
            west.server.engine().nodes().beat();
            for (ServerFixture fixture : Set.of(west, east)) {
                Set<String> regions = new HashSet<>();
                for (JsonNode node : nodes(fixture)) {
                    regions.add(node.path("region").asString());
                    boolean isSelf = node.path("isSelf").asBoolean();
                    assertEquals(
                            isSelf,
                            node.path("id")
                                    .asString()
                                    .equals(fixture.server
                                            .engine()
                                            .nodes()
                                            .self()
                                            .id()));
                    assertEquals("ok", node.path("state").asString());
                    assertTrue(node.path("offsetMillis").isNumber(), node.toString());
                }
                assertEquals(Set.of("West US", "East US"), regions);
            }
            String mongo = "127.0.0.1:" + east.server.port(FaceName.MONGO);
            assertTrue(nodes(west).toString().contains("{\"service\":\"mongo\",\"address\":\"" + mongo + "\"}"));
        }
    }

    @Test
    void aServerWhoseClockIsOffSaysSo() throws Exception {
        try (ServerFixture fixture = server("")) {
            LiveNodes nodes = fixture.server.engine().nodes();
            assertEquals("ok\n", fixture.get("/health/ready").body());
            wrongMillis.set(-600);
            nodes.measure();
            nodes.beat();
            ServerFixture.Answer degraded = fixture.get("/health/ready");
            assertEquals(200, degraded.status());
            assertTrue(degraded.body().startsWith("degraded: the clock is "), degraded.body());
            assertEquals(200, fixture.get("/health/expiry").status());
            assertEquals("clock_off", nodes(fixture).get(0).path("state").asString());
            wrongMillis.set(-2_000);
            nodes.measure();
            nodes.beat();
            ServerFixture.Answer suspect = fixture.get("/health/expiry");
            assertEquals(503, suspect.status());
            assertEquals("suspect", suspect.json().path("state").asString());
            assertEquals("suspect", nodes(fixture).get(0).path("state").asString());
            JsonNode clock = fixture.post("/api/v1/clock/confirm").json();
            assertEquals("suspect", clock.path("state").asString());
            assertTrue(clock.path("offsetMillis").asLong() >= 1_900, clock.toString());
            assertTrue(fixture.get("/metrics").body().contains("mayfly_clock_offset_seconds 2."), "the metric");
            wrongMillis.set(0);
            nodes.measure();
            assertEquals("ok\n", fixture.get("/health/ready").body());
            assertEquals(200, fixture.get("/health/expiry").status());
        }
    }

    @Test
    void leasesAreShownWithTheirOwners() throws Exception {
        try (ServerFixture fixture = server("")) {
            String self = fixture.server.engine().nodes().self().id();
            store.cluster().orElseThrow().leases().take("sweep 7", self, 60_000);
            store.cluster().orElseThrow().leases().take("sweep 8", "gone", 60_000);
            JsonNode leases = fixture.get("/api/v1/leases").json().path("items");
            String shown = leases.toString();
            assertTrue(
                    shown.contains("{\"name\":\"sweep 7\",\"owner\":\"" + self + "\",\"address\":\"127.0.0.1\"}"),
                    shown);
            assertTrue(shown.contains("{\"name\":\"sweep 8\",\"owner\":\"gone\",\"address\":\"\"}"), shown);
        }
    }

    @Test
    void aBackupOfAClusterIsRefusedInWords() throws Exception {
        try (ServerFixture fixture = server("")) {
            for (ServerFixture.Answer refused : List.of(
                    fixture.post("/api/v1/backups"),
                    fixture.post("/api/v1/backups/verify"),
                    fixture.get("/api/v1/backups"))) {
                assertEquals(409, refused.status());
                assertEquals("unsupported", refused.error());
                assertTrue(refused.body().contains("the data of a cluster is in Cassandra"), refused.body());
            }
        }
    }

    @Test
    void anEmbeddedServerIsTheOnlyOne() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            JsonNode nodes = nodes(fixture);
            assertEquals(1, nodes.size());
            assertTrue(nodes.get(0).path("isSelf").asBoolean());
            assertTrue(nodes.get(0).path("offsetMillis").isNull());
            assertEquals(0, fixture.get("/api/v1/leases").json().path("items").size());
            assertEquals("ok\n", fixture.get("/health/ready").body());
            assertFalse(fixture.get("/api/v1/clock").json().has("offsetMillis"));
        }
    }

    @Test
    void theShardsOfACollectionAddUp() throws Exception {
        Map<Setting, String> flags = Map.of(
                Setting.IN_MEMORY,
                "true",
                Setting.CLOCK,
                "virtual@" + ServerFixture.START,
                Setting.SHARDS,
                "4",
                Setting.CHANGE_GRACE,
                "0s");
        try (ServerFixture fixture = new ServerFixture(flags)) {
            try (LiveDemo demo = LiveDemo.start(fixture.server)) {
                assertFalse(demo.words().isEmpty());
            }
            for (JsonNode collection :
                    fixture.get("/api/v1/collections?database=demo").json().path("items")) {
                String path = "/api/v1/collections/" + collection.path("face").asString() + "/demo/"
                        + collection.path("collection").asString();
                JsonNode shards = fixture.get(path + "/shards").json().path("items");
                assertEquals(4, shards.size());
                long documents = 0;
                long bytes = 0;
                for (JsonNode shard : shards) {
                    documents += shard.path("documents").asLong();
                    bytes += shard.path("bytes").asLong();
                    assertEquals(0, shard.path("overdue").asLong());
                }
                assertEquals(
                        collection.path("live").asLong()
                                + collection.path("hidden").asLong(),
                        documents);
                assertEquals(collection.path("bytes").asLong(), bytes);
            }
            assertEquals(
                    404,
                    fixture.get("/api/v1/collections/mongo/demo/none/shards").status());
        }
    }
}
