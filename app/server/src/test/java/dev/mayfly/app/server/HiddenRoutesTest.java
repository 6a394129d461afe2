package dev.mayfly.app.server;

import static dev.mayfly.app.server.ThreeFaces.encoded;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.ServerFixture.Answer;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.engine.schema.IndexRequest;
import dev.mayfly.face.mongo.collection.IndexListing;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Hidden documents, holds and undo over the admin face, for collections of all three faces. */
final class HiddenRoutesTest {
    private static final String MONGO = ThreeFaces.path("mongo", "app", "codes");
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
    void close() {
        fixture.close();
    }

    private Answer put(String path, String body) throws Exception {
        Answer answer = fixture.send("PUT", path, body, Map.of());
        assertTrue(answer.status() < 300, answer.body());
        return answer;
    }

    private Answer post(String path, String body) throws Exception {
        return fixture.send("POST", path, body, Map.of());
    }

    private void advance(String by) throws Exception {
        assertEquals(200, fixture.post("/api/v1/clock/advance?by=" + by).status());
    }

    private JsonNode hidden(String collection) throws Exception {
        return fixture.get(collection + "/hidden").json().path("items");
    }

    private Collection mongo() {
        return faces.mongo("app", "codes", "{name: 'ttl', key: {at: 1}, expireAfterSeconds: 60}");
    }

    private static String at(String instant) {
        return "{\"at\": {\"$date\": \"" + instant + "\"}, \"n\": 1}";
    }

    private void grace(Collection collection) {
        collection.definition().changePolicy(policy -> policy.withGrace(3_600_000));
    }

    @Test
    void aDocumentOfMongoIsRestoredByTheFieldThatItsRuleReads() throws Exception {
        grace(mongo());
        put(MONGO + "/documents/1", at("2026-01-01T00:00:00Z"));
        advance("2m");
        JsonNode listed = hidden(MONGO).path(0);
        assertEquals("1", listed.path("id").asString());
        assertEquals("2026-01-01T00:01:00Z", listed.path("deadline").path("iso").asString());
        assertEquals("2026-01-01T01:01:00Z", listed.path("deadFrom").path("iso").asString());
        assertEquals("index ttl", listed.path("rule").asString());
        assertFalse(listed.path("held").asBoolean());

        Answer restored = post(MONGO + "/hidden/1/restore", "{\"lifetime\": \"15m\"}");
        assertEquals(200, restored.status(), restored.body());
        assertEquals(
                "2026-01-01T00:17:00Z",
                restored.json().path("deadline").path("iso").asString());
        JsonNode live = fixture.get(MONGO + "/documents/1").json();
        assertTrue(live.toString().contains("2026-01-01T00:16:00Z"), live.toString());
        advance("15m");
        assertEquals(404, fixture.get(MONGO + "/documents/1").status());
    }

    private List<String> found(String collection, String where) throws Exception {
        Answer answer = fixture.get(collection + "/hidden?where=" + encoded(where));
        assertEquals(200, answer.status(), answer.body());
        return answer.json().path("items").values().stream()
                .map(each -> each.path("id").asString())
                .toList();
    }

    @Test
    void hiddenDocumentsAreFoundByAConditionInTheLanguageOfTheirFace() throws Exception {
        grace(mongo());
        faces.cosmos("app", "events", ", \"defaultTtl\": 60");
        grace(faces.collection("cosmos", "app", "events"));
        faces.couchbase("cache", 0);
        grace(faces.collection("couchbase", "cache", "_default._default"));
        for (int n = 1; n <= 3; n++) {
            put(MONGO + "/documents/" + n, "{\"at\": {\"$date\": \"2026-01-01T00:00:00Z\"}, \"n\": " + n + "}");
            put(
                    COSMOS + "/documents/" + n + "?partitionKey=" + encoded("[\"a\"]"),
                    "{\"id\": \"" + n + "\", \"pk\": \"a\", \"n\": " + n + "}");
            put(COUCHBASE + "/documents/k" + n + "?lifetime=60", "{\"n\": " + n + "}");
        }
        advance("2m");
        assertEquals(List.of("2", "3"), found(MONGO, "{\"n\": {\"$gt\": 1}}"));
        String early = "{\"n\": 1, \"$expr\": {\"$lt\": [\"$at\", \"$$NOW\"]}}";
        assertEquals(List.of("1"), found(MONGO, early));
        assertEquals(List.of("[\"a\", \"2\"]", "[\"a\", \"3\"]"), found(COSMOS, "c.n > 1 AND c._ts < 1767225720"));
        assertEquals(List.of("k2", "k3"), found(COUCHBASE, "n > 1 -- the others"));
        assertEquals(List.of("k1"), found(COUCHBASE, "META().id = 'k1' AND _default.n = 1"));
        for (String each : List.of(MONGO, COSMOS, COUCHBASE)) {
            Answer wrong = fixture.get(each + "/hidden?where=" + encoded("{{"));
            assertEquals(400, wrong.status(), wrong.body());
        }
        for (String more : List.of("1) ORDER BY (c.n", "true) GROUP BY (c.n", "")) {
            Answer wrong = fixture.get(COSMOS + "/hidden?where=" + encoded(more));
            assertEquals(400, wrong.status(), more + wrong.body());
        }
        Answer unknown = fixture.get(COSMOS + "/hidden?where=" + encoded("c.n = = 1"));
        assertEquals(
                "Syntax error, incorrect syntax near '='.",
                unknown.json().path("error").path("message").asString());
        Answer first = fixture.get(MONGO + "/hidden?limit=1&where=" + encoded("{\"n\": {\"$gt\": 1}}"));
        assertEquals("2", first.json().path("items").path(0).path("id").asString());
        String next = first.json().path("next").asString();
        Answer second =
                fixture.get(MONGO + "/hidden?limit=1&where=" + encoded("{\"n\": {\"$gt\": 1}}") + "&after=" + next);
        assertEquals("3", second.json().path("items").path(0).path("id").asString());
    }

    @Test
    void foreverTakesTheDateOut() throws Exception {
        grace(mongo());
        put(MONGO + "/documents/1", at("2026-01-01T00:00:00Z"));
        advance("2m");
        assertEquals(
                200,
                post(MONGO + "/hidden/1/restore", "{\"lifetime\": \"forever\"}").status());
        JsonNode live = fixture.get(MONGO + "/documents/1").json();
        assertFalse(live.toString().contains("$date"), live.toString());
    }

    @Test
    void anItemOfCosmosIsRestoredByItsTtl() throws Exception {
        faces.cosmos("app", "events", ", \"defaultTtl\": 60");
        grace(faces.collection("cosmos", "app", "events"));
        String id = encoded("[\"a\", \"1\"]");
        put(COSMOS + "/documents/1?partitionKey=" + encoded("[\"a\"]"), "{\"id\": \"1\", \"pk\": \"a\", \"n\": 1}");
        advance("2m");
        assertEquals("[\"a\", \"1\"]", hidden(COSMOS).path(0).path("id").asString());
        Answer restored = post(COSMOS + "/hidden/" + id + "/restore", "{\"lifetime\": \"until 2026-01-01T01:00:00Z\"}");
        assertEquals(200, restored.status(), restored.body());
        assertEquals(
                "2026-01-01T01:00:00Z",
                restored.json().path("deadline").path("iso").asString());
        String live = fixture.get(COSMOS + "/documents/" + id).body();
        assertTrue(live.contains("\\\"ttl\\\":3480") || live.contains("\"ttl\":3480"), live);
    }

    @Test
    void aDocumentOfCouchbaseIsRestoredByItsExpiry() throws Exception {
        faces.couchbase("cache", 0);
        grace(faces.collection("couchbase", "cache", "_default._default"));
        put(COUCHBASE + "/documents/k?lifetime=10s", "{\"n\": 1}");
        advance("1m");
        assertEquals("k", hidden(COUCHBASE).path(0).path("id").asString());
        Answer restored = post(COUCHBASE + "/hidden/k/restore", "{\"lifetime\": \"1h\"}");
        assertEquals(200, restored.status(), restored.body());
        assertEquals(
                "2026-01-01T01:01:00Z",
                restored.json().path("deadline").path("iso").asString());
        assertEquals(200, fixture.get(COUCHBASE + "/documents/k").status());
    }

    @Test
    void whatCannotBeRestoredIsRefusedWithItsReason() throws Exception {
        Collection collection = mongo();
        put(MONGO + "/documents/1", at("2026-01-01T00:00:00Z"));
        assertEquals(
                409, post(MONGO + "/hidden/1/restore", "{\"lifetime\": \"1h\"}").status());
        assertEquals(
                404, post(MONGO + "/hidden/9/restore", "{\"lifetime\": \"1h\"}").status());
        assertEquals(400, post(MONGO + "/hidden/1/restore", "{}").status());
        assertEquals(
                400,
                post(MONGO + "/hidden/1/restore", "{\"lifetime\": \"soon\"}").status());
        fixture.post("/api/v1/ttl/pause");
        advance("2m");
        Answer dead = post(MONGO + "/hidden/1/restore", "{\"lifetime\": \"1h\"}");
        assertEquals("dead", dead.error(), dead.body());
        assertEquals(409, post(MONGO + "/hidden/purge", "{\"all\": true}").status());
        assertEquals(1, collection.storedSize().documents());
    }

    @Test
    void aPurgeTakesIdsOrAll() throws Exception {
        grace(mongo());
        for (int id = 1; id <= 4; id++) {
            put(MONGO + "/documents/" + id, at("2026-01-01T00:00:00Z"));
        }
        advance("2m");
        assertEquals(400, post(MONGO + "/hidden/purge", "{}").status());
        JsonNode some =
                post(MONGO + "/hidden/purge", "{\"ids\": [\"1\", 2, \"77\"]}").json();
        assertEquals(2, some.path("purged").asInt(), some.toString());
        assertEquals(1, some.path("missing").asInt());
        put(MONGO + "/holds/case-7", "{\"id\": \"3\", \"reason\": \"case 7\"}");
        JsonNode all = post(MONGO + "/hidden/purge", "{\"all\": true}").json();
        assertEquals(1, all.path("purged").asInt(), all.toString());
        assertEquals(1, all.path("held").asInt());
    }

    @Test
    void hiddenDocumentsAreListedPageByPage() throws Exception {
        grace(mongo());
        for (int id = 1; id <= 5; id++) {
            put(MONGO + "/documents/" + id, at("2026-01-01T00:00:0" + id + "Z"));
        }
        advance("2m");
        StringBuilder ids = new StringBuilder();
        String after = "";
        do {
            JsonNode page = fixture.get(MONGO + "/hidden?limit=2" + after).json();
            page.path("items").forEach(item -> ids.append(item.path("id").asString()));
            after = page.path("next").isNull()
                    ? ""
                    : "&after=" + page.path("next").asString();
        } while (!after.isEmpty());
        assertEquals("12345", ids.toString());
    }

    @Test
    void aHoldKeepsADocumentUntilItIsReleased() throws Exception {
        Collection collection = mongo();
        put(MONGO + "/documents/1", at("2026-01-01T00:00:00Z"));
        assertEquals(
                201,
                put(MONGO + "/holds/case-7", "{\"id\": \"1\", \"reason\": \"court\"}")
                        .status());
        assertEquals(
                200,
                put(MONGO + "/holds/case-7", "{\"id\": \"1\", \"reason\": \"court of appeal\"}")
                        .status());
        put(MONGO + "/holds/all", "");
        JsonNode holds = fixture.get(MONGO + "/holds").json().path("items");
        assertEquals("all", holds.path(0).path("name").asString());
        assertFalse(holds.path(0).has("id"));
        assertEquals("court of appeal", holds.path(1).path("reason").asString());
        assertEquals("1", holds.path(1).path("id").asString());
        advance("1d");
        assertTrue(hidden(MONGO).path(0).path("held").asBoolean());
        assertEquals(
                200, fixture.send("DELETE", MONGO + "/holds/all", "", Map.of()).status());
        advance("1m");
        assertEquals(1, collection.storedSize().documents());
        put(MONGO + "/documents/1", "{\"n\": 2}");
        assertTrue(hidden(MONGO).path(0).path("aside").asBoolean());
        JsonNode aside = fixture.get(MONGO + "/hidden/1").json();
        assertEquals(1, aside.path("document").path("n").asInt(), aside.toString());
        assertEquals(404, fixture.get(MONGO + "/hidden/2").status());
        assertEquals(
                200,
                fixture.send("DELETE", MONGO + "/holds/case-7", "", Map.of()).status());
        assertEquals(
                404,
                fixture.send("DELETE", MONGO + "/holds/case-7", "", Map.of()).status());
        advance("1m");
        assertEquals(0, hidden(MONGO).size());
    }

    @Test
    void aChangeOfAMongoRuleIsUndoneAndItsIndexSaysSo() throws Exception {
        Collection collection = mongo();
        int queue = collection.record().index("ttl").orElseThrow().id();
        put(MONGO + "/documents/1", at("2026-01-01T00:00:00Z"));
        put(MONGO + "/documents/2", at("2026-01-01T00:00:00Z"));
        // Making the index was a change, too; it is over once its grace has passed.
        advance("1s");
        collection.definition().changePolicy(policy -> policy.withRules(List.of(new Rule.Field(queue, 1))));
        put(MONGO + "/documents/2", "{\"n\": 3}");
        JsonNode plan = post(MONGO + "/policy/undo?dryRun=true", "").json();
        assertFalse(plan.path("done").asBoolean());
        assertEquals(1, plan.path("broughtBack").path("documents").asInt(), plan.toString());
        assertTrue(plan.path("broughtBack").path("bytes").asInt() > 0);
        assertEquals(1, plan.path("taken").asInt());
        assertEquals("2", plan.path("takenIds").path(0).asString());
        assertEquals("2026-01-01T01:00:01Z", plan.path("until").path("iso").asString());
        assertTrue(plan.path("before").path("rules").path(0).asString().startsWith("60 s after"), plan.toString());
        assertEquals(404, fixture.get(MONGO + "/documents/1").status());
        assertTrue(post(MONGO + "/policy/undo", "").json().path("done").asBoolean());
        assertEquals(200, fixture.get(MONGO + "/documents/1").status());
    }

    @Test
    void anUndoOfAContainerSetsItsDefaultTtlAgain() throws Exception {
        faces.cosmos("app", "events", ", \"defaultTtl\": 600");
        Collection container = faces.collection("cosmos", "app", "events");
        container
                .definition()
                .changePolicy(
                        policy -> policy.withRules(List.of(new Rule.Modified(Rule.Modified.Kind.AFTER, 1))),
                        new String(container.record().options(), StandardCharsets.UTF_8)
                                .replace("600", "1")
                                .getBytes(StandardCharsets.UTF_8));
        assertEquals(200, post(COSMOS + "/policy/undo", "").status());
        String options = new String(container.record().options(), StandardCharsets.UTF_8);
        assertTrue(options.contains("\"defaultTtl\":600"), options);
        assertEquals(
                new Rule.Modified(Rule.Modified.Kind.AFTER, 600),
                container.record().policy().current().rules().getFirst());
    }

    @Test
    void withoutAYoungChangeThereIsNothingToUndo() throws Exception {
        mongo();
        advance("2h");
        assertEquals("nothing_to_undo", post(MONGO + "/policy/undo", "").error());
    }

    @Test
    void aDroppedIndexIsBuiltAgain() throws Exception {
        Collection collection = mongo();
        collection.definition().dropIndex("ttl");
        put(MONGO + "/documents/1", at("2025-12-31T00:00:00Z"));
        JsonNode plan = post(MONGO + "/policy/undo?dryRun=true", "").json();
        assertTrue(plan.path("possible").asBoolean(), plan.toString());
        assertEquals("ttl", plan.path("rebuilt").path(0).asString());
        assertEquals(1, plan.path("hidden").path("documents").asInt());
        assertEquals(200, fixture.get(MONGO + "/documents/1").status());
        assertTrue(post(MONGO + "/policy/undo", "").json().path("done").asBoolean());
        IndexDefinition built = collection.record().index("ttl").orElseThrow();
        assertEquals("{\"at\": 1}", IndexListing.key(built).toJson());
        assertEquals(OptionalLong.of(60), IndexListing.seconds(collection.record(), built));
        assertEquals(404, fixture.get(MONGO + "/documents/1").status());
    }

    @Test
    void aDroppedIndexThatWasReplacedIsNotBuiltAgain() throws Exception {
        Collection collection = mongo();
        IndexDefinition index = collection.record().index("ttl").orElseThrow();
        collection.definition().dropIndex("ttl");
        collection
                .definition()
                .createIndex(new IndexRequest(
                        "other",
                        index.kind(),
                        index.parts(),
                        false,
                        false,
                        false,
                        index.partial(),
                        index.options(),
                        null));
        JsonNode plan = post(MONGO + "/policy/undo?dryRun=true", "").json();
        assertFalse(plan.path("possible").asBoolean());
        assertEquals(
                "the TTL index over at was dropped, and another index has its name or its fields",
                plan.path("obstacles").path(0).asString());
        assertEquals(409, post(MONGO + "/policy/undo", "").status());
    }
}
