package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.ServerFixture.Answer;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.app.server.demo.Demo;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.expiry.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

final class AdminApiTest {
    private static final String EXPLAIN = "/api/v1/collections/mongo/demo/codes/explain?id=";

    @Test
    void healthAnswers() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            assertEquals(200, fixture.get("/health/live").status());
            assertEquals(200, fixture.get("/health/ready").status());
            assertEquals(
                    "ok", fixture.get("/health/expiry").json().path("state").asString());
        }
    }

    @Test
    void documentsExpireExactlyAndAreSweptBeforeAdvanceReturns() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            Demo.load(fixture.server.engine());
            assertEquals(
                    2_100,
                    documents(fixture).path("live").asInt()
                            + documents(fixture).path("hidden").asInt());
            Answer advanced = fixture.post("/api/v1/clock/advance?by=30s");
            assertEquals(
                    "2026-01-01T00:00:30Z",
                    advanced.json().path("now").path("iso").asString());
            JsonNode documents = documents(fixture);
            assertEquals(570 + 30 + 1_439, documents.path("live").asInt());
            assertEquals(0, documents.path("hidden").asInt());
            Answer metrics = fixture.get("/metrics");
            assertTrue(metrics.body().contains("mayfly_expired_total{reason=\"field\"} 61.0"), metrics.body());
            assertTrue(metrics.body().contains("mayfly_purged_total 61.0"), metrics.body());
            assertTrue(metrics.body().contains("mayfly_documents{state=\"live\"} 2039.0"), metrics.body());
        }
    }

    @Test
    void everyMetricHasTheNameThatIsPromised() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            Demo.load(fixture.server.engine());
            fixture.get("/api/v1/status");
            fixture.get("/no/such/path");
            String page = fixture.get("/metrics").body();
            for (String name : List.of(
                    "mayfly_documents{state=\"live\"}",
                    "mayfly_documents{state=\"grace\"}",
                    "mayfly_documents{state=\"overdue\"}",
                    "mayfly_documents_bytes{state=\"live\"}",
                    "mayfly_expired_total{reason=\"default\"}",
                    "mayfly_expired_total{reason=\"document\"}",
                    "mayfly_expired_total{reason=\"field\"}",
                    "mayfly_purged_total",
                    "mayfly_restored_total",
                    "mayfly_purge_lag_seconds_bucket{le=",
                    "mayfly_purge_overdue_oldest_seconds",
                    "mayfly_purge_backlog",
                    "mayfly_forecast_documents{horizon=\"1h\"} 7",
                    "mayfly_forecast_documents{horizon=\"24h\"} 2",
                    "mayfly_forecast_documents{horizon=\"7d\"} 2",
                    "mayfly_request_seconds_count{face=\"admin\",op=\"GET\"} 1",
                    "mayfly_request_seconds_sum{face=\"admin\",op=\"GET\"}",
                    "mayfly_request_seconds_count{face=\"admin\",op=\"refused\"} 1")) {
                assertTrue(page.contains("\n" + name), name + " is missing in\n" + page);
            }
        }
    }

    @Test
    void timeMayBeSetAheadButNeverBack() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            Answer set = fixture.send("POST", "/api/v1/clock/set", "{\"to\": \"2027-01-01T00:00:00Z\"}", Map.of());
            assertEquals(
                    "2027-01-01T00:00:00Z", set.json().path("now").path("iso").asString());
            Answer back = fixture.post("/api/v1/clock/set?to=2026-06-01T00:00:00Z");
            assertEquals(400, back.status());
            assertEquals("bad_request", back.error());
            assertEquals(set.body(), fixture.get("/api/v1/clock").body());
        }
    }

    @Test
    void timeMayBeSetToTheNextExpiry() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            Answer none = fixture.post("/api/v1/clock/set?to=next-expiry");
            assertEquals(409, none.status());
            assertEquals("nothing_expires", none.error());
            Demo.load(fixture.server.engine());
            Answer set = fixture.post("/api/v1/clock/set?to=next-expiry");
            assertEquals(
                    "2026-01-01T00:00:01Z", set.json().path("now").path("iso").asString());
        }
    }

    @Test
    void virtualTimeRunsAfterResumeUntilFrozen() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            assertFalse(
                    fixture.post("/api/v1/clock/resume").json().path("frozen").asBoolean());
            long start = fixture.get("/api/v1/clock")
                    .json()
                    .path("now")
                    .path("epochMillis")
                    .asLong();
            long now = start;
            while (now == start) {
                now = fixture.get("/api/v1/clock")
                        .json()
                        .path("now")
                        .path("epochMillis")
                        .asLong();
            }
            assertTrue(
                    fixture.post("/api/v1/clock/freeze").json().path("frozen").asBoolean());
            assertEquals(
                    fixture.get("/api/v1/clock").body(),
                    fixture.get("/api/v1/clock").body());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"advance?by=1s", "set?to=2030-01-01T00:00:00Z", "freeze", "resume"})
    void systemClockIsNotWound(String verb) throws Exception {
        try (ServerFixture fixture = new ServerFixture(Map.of(Setting.IN_MEMORY, "true"))) {
            Answer refused = fixture.post("/api/v1/clock/" + verb);
            assertEquals(409, refused.status());
            assertEquals("clock_not_virtual", refused.error());
            assertEquals(200, fixture.post("/api/v1/clock/confirm").status());
            assertEquals(
                    "system", fixture.get("/api/v1/clock").json().path("kind").asString());
        }
    }

    @Test
    void pauseKeepsExpiredDocumentsHiddenAndStored() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            Demo.load(fixture.server.engine());
            assertEquals(
                    "paused",
                    fixture.post("/api/v1/ttl/pause").json().path("state").asString());
            fixture.post("/api/v1/clock/advance?by=2m");
            assertEquals(120 + 60 + 3, documents(fixture).path("hidden").asInt());
            Answer health = fixture.get("/health/expiry");
            assertEquals(503, health.status());
            assertEquals(120, health.json().path("oldestOverdueSeconds").asInt());
            assertEquals(200, fixture.get("/health/ready").status());
            fixture.post("/api/v1/ttl/resume");
            fixture.post("/api/v1/clock/advance?by=1s");
            assertEquals(0, documents(fixture).path("hidden").asInt());
            assertEquals(200, fixture.get("/health/expiry").status());
        }
    }

    @Test
    void explainNamesTheRuleAndTheInstant() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            Demo.load(fixture.server.engine());
            JsonNode live = fixture.get(EXPLAIN + "30").json();
            assertEquals("live", live.path("state").asString());
            assertEquals("index expiresAt_1", live.path("rule").asString());
            assertEquals(
                    "2026-01-01T00:00:30Z", live.path("deadline").path("iso").asString());
            assertEquals(
                    "It expires at 2026-01-01T00:00:30Z by index expiresAt_1.",
                    live.path("why").asString());

            fixture.post("/api/v1/ttl/pause");
            fixture.post("/api/v1/clock/advance?by=30s");
            JsonNode dead = fixture.get(EXPLAIN + "30").json();
            assertEquals("dead", dead.path("state").asString());
            codes(fixture).definition().changePolicy(policy -> policy.withRules(List.of()));
            JsonNode held = fixture.get(EXPLAIN + "30").json();
            assertTrue(held.path("held").asBoolean(), held.toString());
            JsonNode freed = fixture.get(EXPLAIN + "31").json();
            assertEquals(
                    "It does not expire: the collection has no TTL index.",
                    freed.path("why").asString());
        }
    }

    @Test
    void explainTellsHiddenFromDeadAfterAChange() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            Demo.load(fixture.server.engine());
            Collection events = collection(fixture, "events");
            int queue = events.record().index("createdAt_1").orElseThrow().id();
            events.definition().changePolicy(policy -> policy.withRules(List.of(new Rule.Field(queue, 60))));
            JsonNode hidden = fixture.get("/api/v1/collections/mongo/demo/events/explain?id=2")
                    .json();
            assertEquals("hidden", hidden.path("state").asString());
            assertEquals(
                    "2026-01-01T01:00:00Z", hidden.path("deadFrom").path("iso").asString());
            assertTrue(hidden.path("why").asString().contains("kept until 2026-01-01T01:00:00Z"), hidden.toString());
        }
    }

    @ParameterizedTest
    @CsvSource({"999, 404", "seven, 404", "'', 400", "7;8, 404", "[7, 400"})
    void explainRefusesWhatIsNoDocument(String id, int status) throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            Demo.load(fixture.server.engine());
            String encoded = id.replace(";", "%2C").replace("[", "%5B");
            assertEquals(status, fixture.get(EXPLAIN + encoded).status());
            assertEquals(
                    404,
                    fixture.get("/api/v1/collections/mongo/demo/none/explain?id=1")
                            .status());
        }
    }

    @Test
    void collectionsAreListedWithTheirRules() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            Demo.load(fixture.server.engine());
            List<JsonNode> list = new ArrayList<>();
            for (JsonNode each : fixture.get("/api/v1/collections").json().path("items")) {
                if (each.path("face").asString().equals("mongo")) {
                    list.add(each);
                }
            }
            assertEquals(3, list.size());
            assertEquals("codes", list.get(0).path("collection").asString());
            assertEquals(
                    "86400 s after the earliest date of index createdAt_1",
                    list.get(1).path("policy").path("rules").get(0).asString());
        }
    }

    @Test
    void pagesOfOthersAreRefused() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            Answer foreign = fixture.send("POST", "/api/v1/ttl/pause", "", Map.of("Origin", "https://evil.example"));
            assertEquals(403, foreign.status());
            assertFalse(fixture.server.engine().sweeper().isPaused());
            assertEquals("nosniff", fixture.get("/").fields().get("X-Content-Type-Options"));
        }
    }

    @Test
    void unknownPathsAndMethodsAreRefused() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            assertEquals(404, fixture.get("/api/v1/nothing").status());
            assertEquals(405, fixture.get("/api/v1/ttl/pause").status());
            assertEquals(400, fixture.post("/api/v1/clock/advance").status());
            assertEquals(400, fixture.post("/api/v1/clock/advance?by=soon").status());
            assertEquals(
                    400,
                    fixture.send("POST", "/api/v1/clock/advance", "{", Map.of()).status());
            assertEquals(400, fixture.post("/api/v1/clock/advance?by=400000d").status());
        }
    }

    private static JsonNode documents(ServerFixture fixture) throws Exception {
        return fixture.get("/api/v1/status").json().path("documents");
    }

    private static Collection codes(ServerFixture fixture) {
        return collection(fixture, "codes");
    }

    private static Collection collection(ServerFixture fixture, String name) {
        Collection found = fixture.server.engine().find(new CollectionName("mongo", "demo", name));
        if (found == null) {
            throw new IllegalStateException("the demo is gone");
        }
        return found;
    }

    @Test
    void metricsAreNotThereIfTheyAreTurnedOff() throws Exception {
        Map<Setting, String> flags =
                Map.of(Setting.IN_MEMORY, "true", Setting.FACES, "mongo,admin", Setting.METRICS, "false");
        try (ServerFixture fixture = new ServerFixture(flags)) {
            assertEquals(404, fixture.get("/metrics").status());
            assertEquals(200, fixture.get("/health/live").status());
        }
    }
}
