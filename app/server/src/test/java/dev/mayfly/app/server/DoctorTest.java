package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.ServerFixture.Answer;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.face.mongo.MongoRelease;
import dev.mayfly.face.mongo.collection.IndexSpec;
import dev.mayfly.face.mongo.language.value.Collation;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The findings of the doctor, one by one. */
final class DoctorTest {
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

    private void put(String face, String collection, String id, String body) throws Exception {
        String path = ThreeFaces.path(face, "x", collection) + "/documents/" + ThreeFaces.encoded(id);
        Answer answer = fixture.send("PUT", path, body, Map.of());
        assertTrue(answer.status() < 300, answer.body());
    }

    /** The findings by their codes, each with its number of documents. */
    private Map<String, JsonNode> findings(String path) throws Exception {
        Answer answer = fixture.get(path);
        assertEquals(200, answer.status(), answer.body());
        Map<String, JsonNode> byCode = new TreeMap<>();
        answer.json()
                .path("findings")
                .forEach(each -> byCode.put(each.path("code").asString(), each));
        return byCode;
    }

    private Map<String, JsonNode> doctor(String face, String collection) throws Exception {
        return findings(ThreeFaces.path(face, "x", collection) + "/doctor");
    }

    private static void assertFound(Map<String, JsonNode> findings, String code, int documents, String sample) {
        JsonNode finding = Objects.requireNonNull(findings.get(code), () -> code + " is not among " + findings);
        assertEquals(documents, finding.path("documents").asInt(), finding.toString());
        assertEquals(sample, finding.path("samples").path(0).asString(""), finding.toString());
    }

    @Test
    void fieldsWithoutDatesAreFoundByWhatTheyHold() throws Exception {
        faces.mongo("x", "c", "{name: 'at_1', key: {at: 1}, expireAfterSeconds: 315360000}");
        put("mongo", "c", "1", "{\"at\": \"2026-01-01\"}");
        put("mongo", "c", "2", "{\"at\": \"soon\"}");
        put("mongo", "c", "3", "{\"at\": 1767225600}");
        put("mongo", "c", "4", "{\"at\": 1767225600000}");
        put("mongo", "c", "5", "{\"at\": 5}");
        put("mongo", "c", "6", "{\"at\": {\"$numberDouble\": \"NaN\"}}");
        put("mongo", "c", "7", "{\"at\": {\"$date\": \"2026-01-01T00:00:00Z\"}}");
        put("mongo", "c", "8", "{\"at\": {\"$date\": \"2030-01-01T00:00:00Z\"}}");
        put("mongo", "c", "9", "{\"at\": {\"$date\": \"2100-01-01T00:00:00Z\"}}");
        Map<String, JsonNode> found = doctor("mongo", "c");
        assertFound(found, "string_date", 2, "1");
        assertFound(found, "seconds_number", 1, "3");
        assertFound(found, "millis_number", 1, "4");
        assertFound(found, "number_date", 1, "5");
        assertFound(found, "no_date", 1, "6");
        assertFound(found, "beyond_2038", 1, "8");
        assertFound(found, "beyond_2106", 1, "9");
        assertEquals("error", finding(found, "string_date").path("severity").asString());
        assertTrue(!found.containsKey("rule_matches_nothing"), found.toString());
    }

    @Test
    void secondsTakenForMillisecondsAreFound() throws Exception {
        faces.mongo("x", "c", "{name: 'at_1', key: {at: 1}, expireAfterSeconds: 2147483647}");
        put("mongo", "c", "1", "{\"at\": {\"$date\": {\"$numberLong\": \"1767225600\"}}}");
        assertFound(doctor("mongo", "c"), "seconds_in_date", 1, "1");
    }

    @Test
    void ruleThatMatchesNothingIsFound() throws Exception {
        faces.mongo(
                "x",
                "c",
                "{name: 'expires_1', key: {expires: 1}, expireAfterSeconds: 0}",
                "{name: 'end_1', key: {end: 1}, expireAfterSeconds: 0, partialFilterExpression: {live: true}}");
        put("mongo", "c", "1", "{\"expiresAt\": {\"$date\": \"2027-01-01T00:00:00Z\"}}");
        put("mongo", "c", "2", "{\"expires\": {\"$date\": \"2027-01-01T00:00:00Z\"}, \"end\": {\"$date\": 0}}");
        Map<String, JsonNode> found = doctor("mongo", "c");
        assertEquals(
                "index end_1 finds a date in \"end\" in no document; 2 documents looked at",
                finding(found, "rule_matches_nothing").path("text").asString());
    }

    @Test
    void timeToLiveOverSeveralFieldsIsFound() throws Exception {
        Collection made = faces.mongo("x", "c");
        String index = "{name: 'a_1_b_1', key: {a: 1, b: 1}, expireAfterSeconds: 5}";
        made.definition()
                .createIndex(IndexSpec.of(BsonDocument.parse(index), false, Collation.SIMPLE, MongoRelease.V3_6)
                        .request());
        JsonNode finding = finding(doctor("mongo", "c"), "ttl_on_compound_key");
        assertTrue(finding.path("text").asString().contains("index a_1_b_1"), finding.toString());
    }

    @Test
    void ruleInMillisecondsAndRuleThatIsNoNumberAreFound() throws Exception {
        Collection made = faces.mongo("x", "c", "{name: 'at_1', key: {at: 1}, expireAfterSeconds: 86400000}");
        assertTrue(doctor("mongo", "c").containsKey("millis_in_rule"));
        int queue = made.record().indexes().getLast().id();
        made.definition().changePolicy(policy -> policy.withRules(List.of(new Rule.Field(queue, Rule.UNREADABLE))));
        assertTrue(doctor("mongo", "c").containsKey("rule_unreadable"));
    }

    @Test
    void ttlsOfItemsAreFound() throws Exception {
        faces.cosmos("x", "c", ", \"defaultTtl\": 3600");
        put("cosmos", "c", "[\"a\", \"1\"]", "{\"pk\": \"a\", \"ttl\": 1767225600}");
        put("cosmos", "c", "[\"a\", \"2\"]", "{\"pk\": \"a\", \"ttl\": 86400000}");
        put("cosmos", "c", "[\"a\", \"3\"]", "{\"pk\": \"a\", \"ttl\": 60}");
        Map<String, JsonNode> found = doctor("cosmos", "c");
        assertFound(found, "instant_in_ttl", 1, "[\"a\", \"1\"]");
        assertFound(found, "millis_in_ttl", 1, "[\"a\", \"2\"]");
        assertTrue(found.containsKey("default_never_decides"), found.toString());
        put("cosmos", "c", "[\"a\", \"4\"]", "{\"pk\": \"a\"}");
        assertTrue(!doctor("cosmos", "c").containsKey("default_never_decides"));
    }

    @Test
    void propertiesThatAreNoSecondsAreFound() throws Exception {
        faces.cosmos("x", "c", ", \"defaultTtl\": 3600, \"ttlPropertyPath\": \"/at\"");
        put("cosmos", "c", "[\"a\", \"1\"]", "{\"pk\": \"a\", \"at\": 1767225600}");
        put("cosmos", "c", "[\"a\", \"2\"]", "{\"pk\": \"a\", \"at\": 1767225600, \"ttl\": 60}");
        put("cosmos", "c", "[\"a\", \"3\"]", "{\"pk\": \"a\"}");
        Map<String, JsonNode> sound = doctor("cosmos", "c");
        assertTrue(!sound.containsKey("no_seconds"), sound.toString());
        assertTrue(!sound.containsKey("seconds_number"), sound.toString());
        assertTrue(!sound.containsKey("rule_matches_nothing"), sound.toString());
        put("cosmos", "c", "[\"a\", \"4\"]", "{\"pk\": \"a\", \"at\": \"2026-01-01\"}");
        put("cosmos", "c", "[\"a\", \"5\"]", "{\"pk\": \"a\", \"at\": 0.5, \"ttl\": 60}");
        assertFound(doctor("cosmos", "c"), "no_seconds", 2, "[\"a\", \"4\"]");
    }

    @Test
    void ttlsThatMeanNothingAreFound() throws Exception {
        faces.cosmos("x", "off", "");
        put("cosmos", "off", "[\"a\", \"1\"]", "{\"pk\": \"a\", \"ttl\": 60}");
        put("cosmos", "off", "[\"a\", \"2\"]", "{\"pk\": \"a\", \"ttl\": \"60\"}");
        assertFound(doctor("cosmos", "off"), "ttl_without_rule", 2, "[\"a\", \"1\"]");
        faces.collection("cosmos", "x", "off")
                .definition()
                .changePolicy(policy -> policy.withRules(List.of(new Rule.Modified(Rule.Modified.Kind.NO_DEFAULT, 0))));
        assertFound(doctor("cosmos", "off"), "ttl_unreadable", 1, "[\"a\", \"2\"]");
    }

    @Test
    void expiryBeyondThirtyOneBitsIsFoundForCouchbase() throws Exception {
        faces.couchbase("x", 0);
        String path = ThreeFaces.path("couchbase", "x", "_default._default");
        fixture.send("PUT", path + "/documents/k?lifetime=2050-01-01T00:00:00Z", "{}", Map.of());
        assertFound(findings(path + "/doctor"), "beyond_2038", 1, "k");
    }

    @Test
    void backlogIsFound() throws Exception {
        faces.mongo("x", "c", "{name: 'at_1', key: {at: 1}, expireAfterSeconds: 0}");
        put("mongo", "c", "1", "{\"at\": {\"$date\": \"2026-01-01T00:00:10Z\"}}");
        fixture.post("/api/v1/ttl/pause");
        fixture.post("/api/v1/clock/advance?by=10m");
        JsonNode finding = finding(doctor("mongo", "c"), "backlog");
        assertEquals(
                "1 document dead and not destroyed yet, the oldest for 590 s",
                finding.path("text").asString());
    }

    @Test
    void collectionIsLookedAtPartByPartWithProgress() throws Exception {
        faces.mongo("x", "c");
        for (int id = 0; id < 5; id++) {
            put("mongo", "c", "" + id, "{}");
        }
        String path = ThreeFaces.path("mongo", "x", "c") + "/doctor?sample=2";
        JsonNode first = fixture.get(path).json();
        assertEquals(2, first.path("progress").path("documents").asInt());
        assertEquals(5, first.path("progress").path("documentsTotal").asInt());
        JsonNode second =
                fixture.get(path + "&after=" + first.path("next").asString()).json();
        JsonNode third =
                fixture.get(path + "&after=" + second.path("next").asString()).json();
        assertEquals(1, third.path("progress").path("documents").asInt());
        assertTrue(third.path("next").isNull());
    }

    @Test
    void allCollectionsAreLookedAtInTurn() throws Exception {
        for (String name : List.of("a", "b", "c")) {
            faces.mongo("x", name, "{name: 'at_1', key: {at: 1}, expireAfterSeconds: 0}");
            put("mongo", name, "1", "{\"at\": \"soon\"}");
        }
        JsonNode whole = fixture.get("/api/v1/doctor").json();
        assertTrue(whole.path("next").isNull());
        assertEquals(
                3,
                whole.path("findings")
                        .valueStream()
                        .filter(each -> each.path("code").asString().equals("string_date"))
                        .count());
        JsonNode first = fixture.get("/api/v1/doctor?sample=1").json();
        assertTrue(!first.path("next").isNull(), first.toString());
        assertEquals(400, fixture.get("/api/v1/doctor?sample=0").status());
    }

    private static JsonNode finding(Map<String, JsonNode> found, String code) {
        return Objects.requireNonNull(found.get(code), () -> code + " is not in " + found.keySet());
    }
}
