package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.demo.Demo;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class ForecastApiTest {
    private static long sum(JsonNode forecast, String figure) {
        long sum = 0;
        for (JsonNode bucket : forecast.path("buckets")) {
            sum += bucket.path(figure).asLong();
        }
        return sum;
    }

    @Test
    void pastAndFutureAreOnOneAxis() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            Demo.load(fixture.server.engine());
            long stored = 2_100;
            String axis = "/api/v1/forecast?from=-1h&until=48h&bucket=5m";
            JsonNode before = fixture.get(axis).json();
            assertEquals(49 * 12, before.path("buckets").size());
            assertTrue(before.path("exact").asBoolean());
            assertEquals(stored, all(before));
            fixture.post("/api/v1/clock/advance?by=10m");
            JsonNode after = fixture.get(axis).json();
            assertEquals(stored, all(after) + sum(after, "purged"));
            assertEquals(sum(after, "purged"), sum(after, "expired"));
            assertTrue(sum(after, "expiredBytes") > sum(after, "expired"));
            assertTrue(sum(after, "purged") > 60);
        }
    }

    private static long all(JsonNode forecast) {
        return sum(forecast, "documents")
                + forecast.path("hidden").path("documents").asLong()
                + forecast.path("sooner").path("documents").asLong()
                + forecast.path("beyond").path("documents").asLong()
                + forecast.path("never").path("documents").asLong();
    }

    @Test
    void itemsThatExpireByAPropertyStandWhereItsSecondPutsThem() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            new ThreeFaces(fixture).cosmos("x", "c", ", \"defaultTtl\": 3600, \"ttlPropertyPath\": \"/at\"");
            String path = ThreeFaces.path("cosmos", "x", "c");
            long start = Instant.parse(ServerFixture.START).getEpochSecond();
            // The default counts from the property, a ttl of an item's own too; text and fractions are no seconds.
            write(fixture, path, "1", "\"at\": " + start);
            write(fixture, path, "2", "\"at\": " + (start + 7_200));
            write(fixture, path, "3", "\"at\": " + start + ", \"ttl\": 18000");
            write(fixture, path, "4", "\"at\": \"" + start + "\"");
            write(fixture, path, "5", "\"at\": " + start + ".5");
            write(fixture, path, "6", "\"at\": " + start + ", \"ttl\": -1");
            JsonNode hours =
                    fixture.get(path + "/forecast?from=0s&until=6h&bucket=1h").json();
            List<Long> documents = new ArrayList<>();
            hours.path("buckets")
                    .forEach(each -> documents.add(each.path("documents").asLong()));
            assertEquals(List.of(0L, 1L, 0L, 1L, 0L, 1L), documents, hours.toString());
            assertEquals(3, hours.path("never").path("documents").asLong());
            assertEquals(200, fixture.post("/api/v1/clock/advance?by=181m").status());
            assertEquals(4, fixture.get(path).json().path("live").asLong());
        }
    }

    private static void write(ServerFixture fixture, String path, String id, String fields) throws Exception {
        String item = "{\"pk\": \"p\", " + fields + "}";
        String address = path + "/documents/" + ThreeFaces.encoded("[\"p\", \"" + id + "\"]");
        int status = fixture.send("PUT", address, item, Map.of()).status();
        assertEquals(201, status);
    }

    @Test
    void theAxisIsChecked() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            assertEquals(400, fixture.get("/api/v1/forecast?from=1h&until=0s").status());
            assertEquals(400, fixture.get("/api/v1/forecast?bucket=1ms").status());
            assertEquals(400, fixture.get("/api/v1/forecast?until=soon").status());
            assertEquals(
                    404,
                    fixture.get("/api/v1/collections/mongo/no/such/forecast").status());
            assertEquals(
                    24,
                    fixture.get("/api/v1/forecast?from=2026-01-01T00:00:00Z&until=2026-01-02T00:00:00Z")
                            .json()
                            .path("buckets")
                            .size());
        }
    }
}
