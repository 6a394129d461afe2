package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.ServerFixture.Answer;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.Rule;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Why a document expires or does not: one test for each reason. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ExplainTest {
    private static final String DATE = "{\"$date\": \"2026-01-01T01:00:00Z\"}";

    private ServerFixture fixture;
    private ThreeFaces faces;

    @BeforeAll
    void start() throws Exception {
        fixture = new ServerFixture();
        faces = new ThreeFaces(fixture);
        faces.mongo(
                "x",
                "fields",
                "{name: 'at_1', key: {at: 1}, expireAfterSeconds: 60}",
                "{name: 'end_1', key: {end: 1}, expireAfterSeconds: 0, partialFilterExpression: {live: true}}");
        faces.mongo("x", "none");
        faces.cosmos("x", "ten", ", \"defaultTtl\": 10");
        faces.cosmos("x", "own", ", \"defaultTtl\": -1");
        faces.cosmos("x", "off", "");
        faces.couchbase("x", 0);
    }

    @AfterAll
    void stop() {
        fixture.close();
    }

    private JsonNode explain(String face, String collection, String id, String body) throws Exception {
        String path = ThreeFaces.path(face, "x", collection) + "/documents/" + ThreeFaces.encoded(id);
        String lifetime = body.startsWith("?") ? body.substring(0, body.indexOf('{')) : "";
        Answer put = fixture.send("PUT", path + lifetime, body.substring(lifetime.length()), Map.of());
        assertTrue(put.status() < 300, put.body());
        return explain(path);
    }

    private JsonNode explain(String path) throws Exception {
        Answer answer = fixture.get(path + "/explain");
        assertEquals(200, answer.status(), answer.body());
        assertTrue(!answer.json().path("changes").isEmpty(), answer.body());
        return answer.json();
    }

    private static void assertReason(JsonNode explained, String reason, String why) {
        assertEquals(reason, explained.path("reason").asString(), explained.toString());
        assertTrue(explained.path("why").asString().contains(why), explained.toString());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"n": 1}                            | field_missing     | no such field
            {"at": "2026-01-01T00:00:00Z"}      | string_where_date | looks like a date but is text
            {"at": "soon"}                      | string_where_date | the string "soon"
            {"at": 1767225600}                  | number_where_date | looks like seconds
            {"at": 1767225600000}               | number_where_date | looks like milliseconds
            {"at": 7}                           | number_where_date | the number 7
            {"at": {"$numberDouble": "NaN"}}    | nan_where_date    | NaN
            {"at": null}                        | null_where_date   | null
            {"at": {"a": 1}}                    | no_date           | of the type object
            {"at": {"$timestamp": {"t": 1, "i": 1}}} | no_date      | timestamp
            {"at": []}                          | field_missing     | no such field
            {"at": ["a"]}                       | string_where_date | the string "a"
            {"end": {"$date": 0}}               | field_missing     | the filter of the index leaves it out
            """)
    void fieldWithoutADateIsToldByWhatIsThere(String body, String reason, String why) throws Exception {
        assertReason(explain("mongo", "fields", "1", body), reason, why);
    }

    @Test
    void filterThatLeavesTheDocumentOutIsTold() throws Exception {
        JsonNode explained = explain("mongo", "fields", "2", "{\"end\": " + DATE + "}");
        JsonNode verdict = explained.path("rules").path(1);
        assertEquals("filtered_out", verdict.path("reason").asString(), explained.toString());
        assertEquals("index end_1", verdict.path("rule").asString());
    }

    @Test
    void decidingRuleIsNamedAndTheNextIsTold() throws Exception {
        String body = "{\"at\": " + DATE + ", \"live\": true, \"end\": {\"$date\": \"2026-01-01T02:00:00Z\"}}";
        JsonNode explained = explain("mongo", "fields", "3", body);
        assertReason(explained, "expires", "It expires at 2026-01-01T01:01:00Z by index at_1.");
        assertEquals(3_660_000, explained.path("timeLeftMillis").asLong());
        List<String> changes =
                explained.path("changes").valueStream().map(JsonNode::asString).toList();
        assertTrue(
                changes.contains("Without that, index end_1 lets it expire at 2026-01-01T02:00:00Z."),
                changes.toString());
        assertTrue(changes.getFirst().startsWith("A later date in \"at\""), changes.toString());
    }

    @Test
    void overflowIsNeverAndIsTold() throws Exception {
        String body = "{\"at\": {\"$date\": {\"$numberLong\": \"9223372036854775800\"}}}";
        assertReason(explain("mongo", "fields", "4", body), "overflow", "beyond all that can be said");
    }

    @Test
    void collectionWithoutRulesIsTold() throws Exception {
        assertReason(explain("mongo", "none", "1", "{}"), "ttl_off", "no TTL index");
        assertReason(explain("cosmos", "off", "[\"a\", \"1\"]", "{\"pk\": \"a\", \"ttl\": 5}"), "ttl_off", "is off");
    }

    @Test
    void ruleThatIsNoNumberIsTold() throws Exception {
        Collection broken = faces.mongo("x", "broken", "{name: 'at_1', key: {at: 1}, expireAfterSeconds: 60}");
        int queue = broken.record().indexes().getLast().id();
        broken.definition().changePolicy(policy -> policy.withRules(List.of(new Rule.Field(queue, Rule.UNREADABLE))));
        assertReason(
                explain("mongo", "broken", "1", "{\"at\": " + DATE + "}"), "rule_unreadable", "no number of seconds");
    }

    @Test
    void maskedRulesAreTold() throws Exception {
        Collection masked = faces.mongo("x", "masked", "{name: 'at_1', key: {at: 1}, expireAfterSeconds: 60}");
        masked.definition().changePolicy(policy -> policy.withMask(true));
        assertReason(explain("mongo", "masked", "1", "{\"at\": " + DATE + "}"), "masked", "held back");
    }

    @Test
    void defaultAndOwnLifetimeOfItemsAreTold() throws Exception {
        String id = "[\"a\", \"1\"]";
        assertReason(explain("cosmos", "ten", id, "{\"pk\": \"a\"}"), "expires", "by the collection's default");
        assertReason(
                explain("cosmos", "ten", id, "{\"pk\": \"a\", \"ttl\": 5}"),
                "expires",
                "by the document's own lifetime");
        assertReason(explain("cosmos", "ten", id, "{\"pk\": \"a\", \"ttl\": -1}"), "asked_forever", "live forever");
        assertReason(explain("cosmos", "own", id, "{\"pk\": \"a\"}"), "no_default", "no default lifetime");
    }

    @Test
    void lifetimesFromAPropertyAreTold() throws Exception {
        faces.cosmos("x", "at", ", \"defaultTtl\": 10, \"ttlPropertyPath\": \"/at\"");
        String id = "[\"a\", \"1\"]";
        assertReason(
                explain("cosmos", "at", id, "{\"pk\": \"a\", \"at\": 4102444800}"),
                "expires",
                "by the collection's default after \"at\"");
        assertReason(
                explain("cosmos", "at", id, "{\"pk\": \"a\", \"at\": 4102444800, \"ttl\": 5}"),
                "expires",
                "by the document's own lifetime after \"at\"");
        JsonNode text = explain("cosmos", "at", id, "{\"pk\": \"a\", \"at\": \"4102444800\"}");
        assertReason(text, "no_date", "needs a whole number of seconds");
        assertEquals(
                "A whole number of seconds since the epoch in \"at\".",
                text.path("changes").path(0).asString());
        assertReason(explain("cosmos", "at", id, "{\"pk\": \"a\", \"ttl\": -1}"), "asked_forever", "live forever");
    }

    @Test
    void ttlThatIsNoNumberIsToldWhereItWasWrittenBeforeItCounted() throws Exception {
        faces.cosmos("x", "later", "");
        String path = ThreeFaces.path("cosmos", "x", "later") + "/documents/" + ThreeFaces.encoded("[\"a\", \"1\"]");
        fixture.send("PUT", path, "{\"pk\": \"a\", \"ttl\": \"60\"}", Map.of());
        faces.collection("cosmos", "x", "later")
                .definition()
                .changePolicy(policy -> policy.withRules(List.of(new Rule.Modified(Rule.Modified.Kind.NO_DEFAULT, 0))));
        assertReason(explain(path), "own_unreadable", "its ttl is \"60\"");
    }

    @Test
    void expiryOfCouchbaseIsTold() throws Exception {
        String collection = "_default._default";
        assertReason(
                explain("couchbase", collection, "k", "?lifetime=10s{}"),
                "expires",
                "It expires at 2026-01-01T00:00:11Z by the document's own end.");
        assertReason(explain("couchbase", collection, "f", "{}"), "asked_forever", "written without an expiry");
    }

    @Test
    void hiddenDeadAndHeldAreTold() throws Exception {
        try (ServerFixture other = new ServerFixture()) {
            ThreeFaces made = new ThreeFaces(other);
            Collection graced = made.mongo("x", "graced", "{name: 'at_1', key: {at: 1}, expireAfterSeconds: 60}");
            graced.definition().changePolicy(policy -> policy.withGrace(60_000));
            String path = ThreeFaces.path("mongo", "x", "graced") + "/documents/1";
            other.send("PUT", path, "{\"at\": {\"$date\": \"2026-01-01T00:00:00Z\"}}", Map.of());
            other.post("/api/v1/ttl/pause");
            other.post("/api/v1/clock/advance?by=90s");
            assertReason(other.get(path + "/explain").json(), "kept", "kept until 2026-01-01T00:02:00Z");
            other.post("/api/v1/clock/advance?by=90s");
            assertReason(other.get(path + "/explain").json(), "expired", "may destroy it at any time");
            int queue = graced.record().indexes().getLast().id();
            graced.definition().changePolicy(policy -> policy.withRules(List.of(new Rule.Field(queue, 1_000_000))));
            JsonNode held = other.get(path + "/explain").json();
            assertReason(held, "held", "no later policy brings it back");
            assertTrue(held.path("changes").path(0).asString().contains("restored"), held.toString());
        }
    }

    @Test
    void lazyCollectionIsTold() throws Exception {
        try (ServerFixture other = new ServerFixture()) {
            ThreeFaces made = new ThreeFaces(other);
            Collection lazy = made.mongo("x", "lazy", "{name: 'at_1', key: {at: 1}, expireAfterSeconds: 5}");
            lazy.definition().changePolicy(policy -> policy.withVisibility(Policy.Visibility.LAZY));
            String path = ThreeFaces.path("mongo", "x", "lazy") + "/documents/1";
            other.send("PUT", path, "{\"at\": {\"$date\": \"2026-01-01T00:00:00Z\"}}", Map.of());
            other.post("/api/v1/clock/advance?by=10s");
            assertReason(other.get(path + "/explain").json(), "waits_for_monitor", "monitor has not looked since");
        }
    }
}
