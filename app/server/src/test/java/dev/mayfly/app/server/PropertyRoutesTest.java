package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.ServerFixture.Answer;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What the admin API tells of properties that die before their documents, beforehand and afterwards. */
final class PropertyRoutesTest {
    private static final String SESSIONS = ThreeFaces.path("mongo", "app", "sessions");
    private static final String RULE = "{\"rules\": {\"properties\": [{\"path\": \"code\", \"after\": \"5m\"}]}}";

    private ServerFixture fixture;
    private ThreeFaces faces;

    @BeforeEach
    void start() throws Exception {
        fixture = new ServerFixture();
        faces = new ThreeFaces(fixture);
        faces.mongo("app", "sessions");
        for (int id = 0; id < 4; id++) {
            write(SESSIONS, Integer.toString(id), "{\"code\": \"" + id + "\"}");
        }
        write(SESSIONS, "9", "{\"a\": 1}");
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    private void write(String path, String id, String body) throws Exception {
        Answer written = fixture.send("PUT", path + "/documents/" + ThreeFaces.encoded(id), body, Map.of());
        assertTrue(written.status() < 300, written.body());
    }

    private Answer put(String body) throws Exception {
        return fixture.send("PUT", SESSIONS + "/policy", body, Map.of());
    }

    private JsonNode dryRun(String body) throws Exception {
        Answer answer = fixture.send("POST", SESSIONS + "/policy/dry-run", body, Map.of());
        assertEquals(200, answer.status(), answer.body());
        return answer.json();
    }

    private void advance(String by) throws Exception {
        assertEquals(200, fixture.post("/api/v1/clock/advance?by=" + by).status());
    }

    private boolean hasCode(int id) throws Exception {
        return fixture.get(SESSIONS + "/documents/" + id).body().contains("code");
    }

    private static String sample(int id) {
        return "{\"id\":\"" + id + "\",\"deadline\":{\"iso\":\"2026-01-01T00:05:00Z\",\"epochMillis\":1767225900000}}";
    }

    private static String with(String more) {
        return RULE.replaceFirst("}$", ", " + more + "}");
    }

    @Test
    void changeIsTriedAskedForAndUndone() throws Exception {
        advance("10m");
        JsonNode run = dryRun(RULE);
        assertEquals(0, run.path("expires").path("now").path("documents").asInt());
        assertEquals(
                "{\"expires\":{\"now\":4,\"withinHour\":4,\"withinDay\":4,\"withinWeek\":4},"
                        + "\"expiresUnchanged\":{\"now\":0,\"withinHour\":0,\"withinDay\":0,\"withinWeek\":0},"
                        + "\"broughtBack\":0,\"paths\":[{\"path\":\"code\","
                        + "\"expires\":{\"now\":4,\"withinHour\":4,\"withinDay\":4,\"withinWeek\":4},"
                        + "\"expiresUnchanged\":{\"now\":0,\"withinHour\":0,\"withinDay\":0,\"withinWeek\":0},"
                        + "\"broughtBack\":0,\"samples\":[" + sample(0) + "," + sample(1) + "," + sample(2) + ","
                        + sample(3) + "]}]}",
                run.path("properties").toString());
        assertTrue(hasCode(1));
        Answer asked = put(RULE);
        assertEquals("would_expire", asked.error());
        assertTrue(asked.body().contains("4 properties of mongo/app/sessions would expire at once"), asked.body());
        assertTrue(asked.body().contains("\\\"maxExpire\\\": 4 or"), asked.body());
        assertEquals(200, put("{\"guard\": 3}").status());
        assertEquals("too_many_would_expire", put(with("\"confirm\": true")).error());
        assertTrue(hasCode(1));
        assertEquals(200, put("{\"guard\": \"off\"}").status());
        assertEquals(200, put(with("\"maxExpire\": 4")).status());
        assertFalse(hasCode(1));

        JsonNode plan = fixture.post(SESSIONS + "/policy/undo?dryRun=true").json();
        assertEquals(4, plan.path("broughtBackProperties").asInt(), plan.toString());
        assertEquals(0, plan.path("broughtBack").path("documents").asInt());
        assertEquals(200, fixture.post(SESSIONS + "/policy/undo").status());
        assertTrue(hasCode(1));
        assertTrue(dryRun("{}").path("properties").isMissingNode());
    }

    /** The option of a TTL index has no words for it, and must not become another rule. */
    @Test
    void mongoRefusesAPropertyThatGoesByItsOwnDate() throws Exception {
        Answer refused =
                put("{\"rules\": {\"properties\": [{\"path\": \"seen\", \"at\": \"seen\", \"after\": \"5m\"}]}}");
        assertEquals(400, refused.status(), refused.body());
        assertTrue(refused.body().contains("by the date that it holds itself"), refused.body());
        assertEquals(
                200,
                put("{\"rules\": {\"properties\": [{\"path\": \"seen\", \"at\": \"until\", \"after\": \"5m\"}]}}")
                        .status());
    }

    @Test
    void forecastAndMetricsCountPropertiesByThemselves() throws Exception {
        assertEquals(200, put(RULE).status());
        String path = SESSIONS + "/forecast?from=0s&until=10m&bucket=1m";
        JsonNode forecast = fixture.get(path).json();
        assertEquals(4, forecast.path("buckets").path(5).path("properties").asInt(), forecast.toString());
        assertEquals(0, forecast.path("buckets").path(5).path("documents").asInt());
        assertEquals(
                "{\"hidden\":0,\"sooner\":0,\"beyond\":0}",
                forecast.path("properties").toString());
        assertMetric("mayfly_forecast_properties{horizon=\"1h\"} 4.0");
        fixture.post("/api/v1/ttl/pause");
        advance("5m");
        assertEquals(
                4, fixture.get(path).json().path("properties").path("hidden").asInt());
        assertMetric("mayfly_property_backlog 4.0");
        assertMetric("mayfly_property_swept_total 0.0");
        assertMetric("mayfly_forecast_properties{horizon=\"7d\"} 0.0");
        fixture.post("/api/v1/ttl/resume");
        advance("1s");
        assertMetric("mayfly_property_died_total 4.0");
        // The policy without the rule has a say about what was written under it, for the grace of the change.
        assertMetric("mayfly_property_backlog 4.0");
        advance("2d");
        assertMetric("mayfly_property_backlog 0.0");
        assertMetric("mayfly_property_died_total 4.0");
        assertMetric("mayfly_property_swept_total 4.0");
        assertMetric("mayfly_purged_total 0.0");
        assertTrue(fixture.get(path).json().path("properties").isMissingNode());
    }

    private void assertMetric(String line) throws Exception {
        String page = fixture.get("/metrics").body();
        assertTrue(page.contains("\n" + line + "\n"), line + " is missing in\n" + page);
    }

    @Test
    void explanationSaysWhenEachPropertyDies() throws Exception {
        assertEquals(200, put(RULE).status());
        assertEquals(
                "It dies at 2026-01-01T00:05:00Z; the document stays.",
                verdict("1").path("why").asString());
        assertEquals(
                "The document has no such property.", verdict("9").path("why").asString());
        fixture.post("/api/v1/ttl/pause");
        advance("5m");
        JsonNode dead = verdict("1");
        assertEquals(
                "It died at 2026-01-01T00:05:00Z, and no answer has it any more.",
                dead.path("why").asString());
        assertTrue(dead.path("hidden").asBoolean());
    }

    private JsonNode verdict(String id) throws Exception {
        Answer answer = fixture.get(SESSIONS + "/documents/" + id + "/explain");
        assertEquals(200, answer.status(), answer.body());
        return answer.json().path("properties").path(0);
    }

    @Test
    void doctorLooksAtRulesAboutProperties() throws Exception {
        assertEquals(200, put(RULE).status());
        String sound = fixture.get(SESSIONS + "/doctor").json().path("findings").toString();
        assertEquals("[]", sound);
        assertEquals(
                200, put(RULE.replace("code", "cod").replace("5m", "3600000s")).status());
        String found = fixture.get(SESSIONS + "/doctor").json().path("findings").toString();
        assertTrue(found.contains("a rule lets \\\"cod\\\" live for 3600000 s, which looks like milliseconds"), found);
        assertTrue(found.contains("\"property_rule_matches_nothing\""), found);
        assertTrue(found.contains("the rule about the property \\\"cod\\\" finds it in no document"), found);
    }
}
