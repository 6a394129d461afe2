package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.demo.Demo;
import dev.mayfly.engine.Collection;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** How sweeping goes, collection by collection. */
final class PurgeHealthTest {
    private static JsonNode of(ServerFixture fixture, String collection) throws Exception {
        for (JsonNode each : fixture.get("/api/v1/health/collections").json().path("items")) {
            if (each.path("collection").asString().equals(collection)) {
                return each;
            }
        }
        throw new AssertionError("there is no " + collection);
    }

    @Test
    void backlogAndOldestOverdueAreToldByCollection() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            Demo.load(fixture.server.engine());
            fixture.post("/api/v1/ttl/pause");
            fixture.post("/api/v1/clock/advance?by=2m");
            JsonNode codes = of(fixture, "codes");
            assertEquals("paused", codes.path("state").asString());
            assertTrue(codes.path("paused").asBoolean());
            assertEquals(60, codes.path("backlog").asInt());
            assertEquals(119_000, codes.path("oldestOverdueMillis").asLong());
            assertEquals(0, codes.path("announced").asInt());
            String page = fixture.get("/metrics").body();
            String labels = "{collection=\"codes\",database=\"demo\",face=\"mongo\"}";
            assertTrue(page.contains("mayfly_collection_purge_backlog" + labels + " 60.0"), page);
            assertTrue(page.contains("mayfly_collection_purge_overdue_oldest_seconds" + labels + " 119.0"), page);
            fixture.post("/api/v1/ttl/resume");
            fixture.post("/api/v1/clock/advance?by=1s");
            JsonNode swept = of(fixture, "codes");
            assertEquals("ok", swept.path("state").asString());
            assertEquals(0, swept.path("backlog").asInt());
            assertEquals(60, swept.path("announced").asInt());
            assertEquals(60, swept.path("destroyed").asInt());
            long late = 0;
            for (JsonNode each : swept.path("lag")) {
                late += each.path("leMillis").asLong(Long.MAX_VALUE) > 60_000
                        ? each.path("documents").asLong()
                        : 0;
            }
            assertEquals(
                    60,
                    swept.path("lag")
                            .valueStream()
                            .mapToLong(each -> each.path("documents").asLong())
                            .sum());
            assertTrue(late >= 59, swept.toString());
            assertFalse(swept.path("lag").path(12).has("leMillis"));
            assertEquals(20_000, swept.path("budget").path("ratePerSecond").asInt());
        }
    }

    @Test
    void graceIsToldApartFromBacklog() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            Collection codes = new ThreeFaces(fixture)
                    .mongo("demo", "graced", "{name: 'at', key: {at: 1}, expireAfterSeconds: 0}");
            codes.definition().changePolicy(policy -> policy.withGrace(3_600_000));
            fixture.send(
                    "PUT",
                    ThreeFaces.path("mongo", "demo", "graced") + "/documents/1",
                    "{\"at\": {\"$date\": \"2026-01-01T00:00:10Z\"}}",
                    Map.of());
            fixture.post("/api/v1/clock/advance?by=1m");
            JsonNode health = of(fixture, "graced");
            assertEquals(1, health.path("grace").asInt());
            assertEquals(0, health.path("backlog").asInt());
            assertEquals("steady", health.path("clock").asString());
        }
    }
}
