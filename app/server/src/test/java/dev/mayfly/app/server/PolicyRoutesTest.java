package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.ServerFixture.Answer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class PolicyRoutesTest {
    private static final String MONGO = ThreeFaces.path("mongo", "app", "sessions");
    private static final String COSMOS = ThreeFaces.path("cosmos", "app", "events");
    private static final String COUCHBASE = ThreeFaces.path("couchbase", "cache", "_default._default");

    private ServerFixture fixture;
    private ThreeFaces faces;

    @BeforeEach
    void start() throws Exception {
        fixture = new ServerFixture();
        faces = new ThreeFaces(fixture);
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    private Answer put(String path, String body) throws Exception {
        return fixture.send("PUT", path + "/policy", body, Map.of());
    }

    private Answer dryRun(String path, String body) throws Exception {
        return fixture.send("POST", path + "/policy/dry-run", body, Map.of());
    }

    private JsonNode rules(String path) throws Exception {
        return fixture.get(path + "/policy").json().path("rules");
    }

    private static long expires(Answer dryRun) {
        assertEquals(200, dryRun.status(), dryRun.body());
        return dryRun.json().path("expires").path("now").path("documents").asLong();
    }

    private void write(String path, String id, String body) throws Exception {
        Answer written = fixture.send("PUT", path + "/documents/" + ThreeFaces.encoded(id), body, Map.of());
        assertTrue(written.status() < 300, written.body());
    }

    @Test
    void aTtlIndexOfMongoIsMadeChangedAndDropped() throws Exception {
        faces.mongo("app", "sessions");
        for (int id = 0; id < 5; id++) {
            write(MONGO, Integer.toString(id), "{\"seen\": {\"$date\": \"2025-12-31T2" + (id % 4) + ":30:00Z\"}}");
        }
        String hour = "{\"rules\": {\"fields\": [{\"path\": \"seen\", \"after\": \"1h\"}]}}";
        assertEquals(4, expires(dryRun(MONGO, hour)));
        assertEquals("{\"default\":\"off\",\"fields\":[]}", rules(MONGO).toString());
        String limited = hour.replaceFirst("}$", ", \"maxExpire\": 3}");
        Answer refused = put(MONGO, limited);
        assertEquals(409, refused.status());
        assertEquals("would_expire", refused.error());
        assertEquals(
                4,
                refused.json()
                        .path("dryRun")
                        .path("expires")
                        .path("now")
                        .path("documents")
                        .asInt());
        assertTrue(refused.body().contains("\\\"maxExpire\\\": 4 or"), refused.body());
        assertEquals("would_expire", put(MONGO, hour).error());
        assertEquals(5, fixture.get(MONGO).json().path("live").asInt());
        assertEquals(
                200, put(MONGO, hour.replaceFirst("}$", ", \"maxExpire\": 4}")).status());
        assertEquals("seen", rules(MONGO).path("fields").path(0).path("path").asString());
        assertEquals(1, fixture.get(MONGO).json().path("live").asInt());
        String day = hour.replace("1h", "1d");
        assertEquals(
                4,
                dryRun(MONGO, day).json().path("broughtBack").path("documents").asLong());
        assertEquals(
                "1d",
                put(MONGO, day)
                        .json()
                        .path("rules")
                        .path("fields")
                        .path(0)
                        .path("after")
                        .asString());
        assertEquals(5, fixture.get(MONGO).json().path("live").asInt());
        String off = hour.replace("1h", "off");
        assertEquals(0, expires(dryRun(MONGO, off)));
        assertTrue(put(MONGO, off).json().path("rules").path("fields").isEmpty());
        assertEquals(
                "7d",
                put(MONGO, "{\"rules\": {\"default\": \"7d\"}}")
                        .json()
                        .path("rules")
                        .path("default")
                        .asString());
        assertEquals(
                "none",
                put(MONGO, "{\"rules\": {\"default\": \"none\"}}")
                        .json()
                        .path("rules")
                        .path("default")
                        .asString());
        assertEquals(
                "off",
                put(MONGO, "{\"rules\": {\"default\": \"off\"}}")
                        .json()
                        .path("rules")
                        .path("default")
                        .asString());
    }

    @Test
    void propertiesDieWhileTheirDocumentsLiveInEveryFace() throws Exception {
        faces.mongo("app", "sessions");
        faces.cosmos("app", "events", "");
        faces.couchbase("cache", 0);
        for (String path : List.of(MONGO, COSMOS, COUCHBASE)) {
            String id = path.equals(COSMOS) ? "[\"a\", \"1\"]" : "1";
            String body = path.equals(COSMOS)
                    ? "{\"id\": \"1\", \"pk\": \"a\", \"n\": 1, \"code\": \"x\"}"
                    : "{\"n\": 1, \"code\": \"x\"}";
            String rule = "{\"rules\": {\"properties\": [{\"path\": \"code\", \"after\": \"5m\"}]}}";
            Answer made = put(path, rule);
            assertEquals(200, made.status(), made.body());
            assertEquals(
                    "[{\"path\":\"code\",\"from\":\"set\",\"after\":\"5m\",\"afterMillis\":300000}]",
                    rules(path).path("properties").toString());
            write(path, id, body);
            String document = path + "/documents/" + ThreeFaces.encoded(id);
            String etag = fixture.get(document).json().path("version").toString();
            assertTrue(fixture.get(document).body().contains("code"));
            fixture.post("/api/v1/clock/advance?by=5m");
            assertFalse(fixture.get(document).body().contains("code"), path);
            assertEquals(etag, fixture.get(document).json().path("version").toString());
            JsonNode verdict = fixture.get(path + "/explain?id=" + ThreeFaces.encoded(id))
                    .json()
                    .path("properties")
                    .path(0);
            assertEquals("code", verdict.path("property").asString());
            assertEquals(200, put(path, rule.replace("5m", "off")).status());
            assertTrue(rules(path).path("properties").isMissingNode());
            assertFalse(fixture.get(document).body().contains("code"), "what is dead stays dead");
        }
    }

    @Test
    void theDefaultOfAContainerThatCountsFromAPropertyChangesAndComesBack() throws Exception {
        faces.cosmos("app", "events", ", \"defaultTtl\": 86400, \"ttlPropertyPath\": \"/at\"");
        // The clock begins at this second.
        write(COSMOS, "[\"a\", \"1\"]", "{\"id\": \"1\", \"pk\": \"a\", \"at\": 1767225600}");
        write(COSMOS, "[\"a\", \"2\"]", "{\"id\": \"2\", \"pk\": \"a\", \"at\": 1767225600, \"ttl\": -1}");
        write(COSMOS, "[\"a\", \"3\"]", "{\"id\": \"3\", \"pk\": \"a\"}");
        fixture.post("/api/v1/clock/advance?by=2h");
        assertEquals("1d", rules(COSMOS).path("default").asString());
        String hour = "{\"rules\": {\"default\": \"1h\"}}";
        assertEquals(1, expires(dryRun(COSMOS, hour)));
        assertEquals(
                200, put(COSMOS, hour.replaceFirst("}$", ", \"yes\": true}")).status());
        assertEquals("1h", rules(COSMOS).path("default").asString());
        assertEquals(2, fixture.get(COSMOS).json().path("live").asInt());
        Answer off = put(COSMOS, "{\"rules\": {\"default\": \"off\"}}");
        assertEquals("off", off.json().path("rules").path("default").asString());
        assertEquals(3, fixture.get(COSMOS).json().path("live").asInt());
        assertEquals(200, fixture.post(COSMOS + "/policy/undo").status());
        assertEquals("1h", rules(COSMOS).path("default").asString());
        assertEquals(2, fixture.get(COSMOS).json().path("live").asInt());
        assertEquals(
                "none",
                put(COSMOS, "{\"rules\": {\"default\": \"none\"}}")
                        .json()
                        .path("rules")
                        .path("default")
                        .asString());
        assertEquals(3, fixture.get(COSMOS).json().path("live").asInt());
    }

    @Test
    void theDefaultOfAContainerChangesAsItsClientsWouldChangeIt() throws Exception {
        faces.cosmos("app", "events", ", \"defaultTtl\": 86400");
        write(COSMOS, "[\"a\", \"1\"]", "{\"id\": \"1\", \"pk\": \"a\"}");
        write(COSMOS, "[\"a\", \"2\"]", "{\"id\": \"2\", \"pk\": \"a\", \"ttl\": -1}");
        fixture.post("/api/v1/clock/advance?by=2h");
        assertEquals("1d", rules(COSMOS).path("default").asString());
        String hour = "{\"rules\": {\"default\": \"1h\"}}";
        assertEquals(1, expires(dryRun(COSMOS, hour)));
        assertEquals(200, put(COSMOS, "{\"guard\": 0}").status());
        assertEquals("too_many_would_expire", put(COSMOS, hour).error());
        assertEquals(
                "too_many_would_expire",
                put(COSMOS, hour.replaceFirst("}$", ", \"maxExpire\": 7}")).error());
        assertEquals(2, fixture.get(COSMOS).json().path("live").asInt());
        Answer allowed = put(COSMOS, hour.replaceFirst("}$", ", \"maxExpire\": 7, \"yes\": true}"));
        assertEquals("1h", allowed.json().path("rules").path("default").asString());
        assertEquals(0, allowed.json().path("guard").path("maxExpire").asInt());
        assertEquals(1, fixture.get(COSMOS).json().path("live").asInt());
        assertEquals(
                "off",
                put(COSMOS, "{\"rules\": {\"default\": \"off\"}}")
                        .json()
                        .path("rules")
                        .path("default")
                        .asString());
        assertEquals(2, fixture.get(COSMOS).json().path("live").asInt());
        assertEquals(
                "none",
                put(COSMOS, "{\"rules\": {\"default\": \"none\"}}")
                        .json()
                        .path("rules")
                        .path("default")
                        .asString());
        assertFalse(put(COSMOS, "{\"guard\": \"inherit\"}")
                .json()
                .path("guard")
                .path("own")
                .asBoolean());
    }

    @Test
    void theMaxTtlOfABucketExpiresNothingThatIsStored() throws Exception {
        faces.couchbase("cache", 0);
        write(COUCHBASE, "k", "{}");
        assertEquals("inherit", rules(COUCHBASE).path("maxTTL").asString());
        String minute = "{\"rules\": {\"maxTTL\": \"1m\"}}";
        Answer run = dryRun(COUCHBASE, minute);
        assertEquals(0, expires(run));
        assertTrue(run.json().path("note").asString().contains("written from then on"), run.body());
        assertEquals(
                "1m", put(COUCHBASE, minute).json().path("rules").path("maxTTL").asString());
        write(COUCHBASE, "limited", "{}");
        fixture.post("/api/v1/clock/advance?by=2m");
        assertEquals(1, fixture.get(COUCHBASE).json().path("live").asInt());
    }

    @Test
    void aMaxTtlAndAGraceAreOneChange() throws Exception {
        faces.couchbase("cache", 0);
        write(COUCHBASE, "k", "{}");
        String both = "{\"rules\": {\"maxTTL\": \"2h\"}, \"grace\": \"2h\"}";
        JsonNode made = put(COUCHBASE, both).json();
        assertEquals("2h", made.path("grace").asString());
        assertEquals("2h", made.path("rules").path("maxTTL").asString());
        String audit = fixture.get("/api/v1/audit?limit=100").body();
        assertTrue(audit.contains("\"after\":\"maxTTL 7200 s\""), audit);
        assertTrue(audit.contains("grace 7200 s"), audit);
        Answer refused = put(
                ThreeFaces.path("couchbase", "cache", "_system._mobile"),
                "{\"rules\": {\"maxTTL\": \"3h\"}, \"grace\": \"3h\"}");
        assertEquals(409, refused.status(), refused.body());
        JsonNode kept = fixture.get(ThreeFaces.path("couchbase", "cache", "_system._mobile") + "/policy")
                .json();
        assertEquals("0s", kept.path("grace").asString());
    }

    @Test
    void rulesAndGraceAreOneChangeAndItsDryRunIsTheChange() throws Exception {
        faces.mongo("app", "sessions");
        for (int id = 0; id < 5; id++) {
            write(MONGO, Integer.toString(id), "{\"seen\": {\"$date\": \"2025-12-31T2" + (id % 4) + ":30:00Z\"}}");
        }
        String both = "{\"rules\": {\"default\": \"30d\", \"fields\": [{\"path\": \"seen\", \"after\": \"1h\"}]},"
                + " \"grace\": \"7d\"}";
        assertEquals(4, expires(dryRun(MONGO, both)));
        assertEquals("{\"default\":\"off\",\"fields\":[]}", rules(MONGO).toString());
        assertEquals(200, put(MONGO, "{\"guard\": 3}").status());
        Answer refused = put(MONGO, both.replaceFirst("}$", ", \"confirm\": true}"));
        assertEquals("too_many_would_expire", refused.error());
        assertEquals("{\"default\":\"off\",\"fields\":[]}", rules(MONGO).toString());
        assertEquals(
                0, fixture.get(MONGO + "/policy").json().path("graceMillis").asInt());
        JsonNode made = put(MONGO, both.replaceFirst("}$", ", \"yes\": true, \"guard\": \"off\"}"))
                .json();
        assertEquals("7d", made.path("grace").asString());
        assertEquals("30d", made.path("rules").path("default").asString());
        assertEquals(1, fixture.get(MONGO).json().path("live").asInt());
        fixture.post("/api/v1/clock/advance?by=1d");
        assertEquals(0, fixture.get(MONGO).json().path("live").asInt());
        assertEquals(
                200,
                put(MONGO, "{\"rules\": {\"fields\": [{\"path\": \"seen\", \"after\": \"off\"}]}}")
                        .status());
        assertEquals(5, fixture.get(MONGO).json().path("live").asInt());
    }

    @Test
    void moreThanHalfOfALargerCollectionTakesMoreThanANumber() throws Exception {
        faces.mongo("app", "sessions");
        for (int id = 0; id < 1_200; id++) {
            String hour = id < 700 ? "20" : "23";
            write(MONGO, Integer.toString(id), "{\"seen\": {\"$date\": \"2025-12-31T" + hour + ":30:00Z\"}}");
        }
        String rule = "{\"rules\": {\"fields\": [{\"path\": \"seen\", \"after\": \"1h\"}]}";
        assertEquals("would_expire", put(MONGO, rule + ", \"maxExpire\": 700}").error());
        assertEquals(1_200, fixture.get(MONGO).json().path("live").asInt());
        assertEquals(
                200,
                put(MONGO, rule + ", \"maxExpire\": 700, \"confirm\": true}").status());
        assertEquals(500, fixture.get(MONGO).json().path("live").asInt());
    }

    @Test
    void graceAndVisibilityAreOfAnyFaceThatHasThem() throws Exception {
        faces.mongo("app", "sessions", "{name: 'seen', key: {seen: 1}, expireAfterSeconds: 60}");
        faces.couchbase("cache", 0);
        JsonNode changed =
                put(MONGO, "{\"grace\": \"90m\", \"visibility\": \"lazy\"}").json();
        assertEquals("90m", changed.path("grace").asString());
        assertEquals(5_400_000, changed.path("graceMillis").asLong());
        assertEquals("lazy", changed.path("visibility").asString());
        assertEquals(0, expires(dryRun(MONGO, "{\"visibility\": \"exact\"}")));
        assertEquals(400, put(COUCHBASE, "{\"visibility\": \"lazy\"}").status());
        assertEquals(
                "1h", put(COUCHBASE, "{\"grace\": \"1h\"}").json().path("grace").asString());
    }

    @Test
    void whatMakesNoSenseIsRefused() throws Exception {
        faces.mongo("app", "sessions");
        for (String body : new String[] {
            "[]",
            "{\"rule\": {}}",
            "{\"rules\": {\"default\": \"soon\"}}",
            "{\"rules\": {\"default\": \"1500ms\"}}",
            "{\"rules\": {\"maxTTL\": \"1h\"}}",
            "{\"rules\": {\"fields\": [{\"after\": \"1h\"}]}}",
            "{\"maxExpire\": -1}",
            "{\"guard\": \"no\"}",
            "{\"visibility\": \"dim\"}"
        }) {
            assertEquals(400, put(MONGO, body).status(), body);
        }
    }
}
