package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.ServerFixture.Answer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/** Databases, collections and indexes of all three faces, made and dropped over the admin face. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SchemaRoutesTest {
    private ServerFixture fixture;

    @BeforeAll
    void start() throws Exception {
        fixture = new ServerFixture();
    }

    @AfterAll
    void stop() {
        fixture.close();
    }

    private Answer send(String method, String path, String body) throws Exception {
        return fixture.send(method, path, body, Map.of());
    }

    private void make(String path, String body) throws Exception {
        Answer made = send("PUT", path, body);
        assertEquals(201, made.status(), path + " " + made.body());
    }

    private void drop(String path) throws Exception {
        Answer dropped = send("DELETE", path, "");
        assertEquals(200, dropped.status(), path + " " + dropped.body());
        assertEquals(404, send("DELETE", path, "").status(), path);
    }

    private List<String> sentences(String path) throws Exception {
        JsonNode policy = fixture.get(path).json().path("policy");
        return policy.path("sentences").valueStream().map(JsonNode::asString).toList();
    }

    private List<String> databases(String face) throws Exception {
        return fixture.get("/api/v1/databases?face=" + face)
                .json()
                .path("items")
                .valueStream()
                .map(each -> each.path("database").asString())
                .toList();
    }

    @Test
    void collectionOfMongoHasItsTtlAndShards() throws Exception {
        String sessions = ThreeFaces.path("mongo", "made", "sessions");
        make(sessions, "{\"ttlField\": \"seen\", \"ttl\": \"7d\", \"shards\": 4}");
        assertEquals(List.of("7 days after `seen`"), sentences(sessions));
        assertEquals(4, fixture.get(sessions).json().path("shards").asInt());
        assertEquals(409, send("PUT", sessions, "{}").status());
        make(ThreeFaces.path("mongo", "made", "ends"), "{\"ttlField\": \"expiresAt\"}");
        assertEquals(List.of("at `expiresAt`"), sentences(ThreeFaces.path("mongo", "made", "ends")));
        assertEquals(
                400,
                send("PUT", ThreeFaces.path("mongo", "made", "x"), "{\"ttl\": \"7d\"}")
                        .status());
        assertEquals(
                400,
                send("PUT", ThreeFaces.path("mongo", "made", "x"), "{\"shards\": 0}")
                        .status());
        assertEquals(
                400,
                send("PUT", ThreeFaces.path("mongo", "made", "x"), "{\"size\": 1}")
                        .status());
        assertEquals(400, send("PUT", "/api/v1/databases/mongo/fresh", "").status());
        assertTrue(databases("mongo").contains("made"));
        drop(sessions);
        drop("/api/v1/databases/mongo/made");
        assertTrue(!databases("mongo").contains("made"));
    }

    @Test
    void containerOfCosmosHasItsDefaultAndPartitionKey() throws Exception {
        make("/api/v1/databases/cosmos/empty", "");
        assertTrue(databases("cosmos").contains("empty"));
        String readings = ThreeFaces.path("cosmos", "telemetry", "readings");
        make(readings, "{\"ttl\": \"2d\", \"partitionKey\": [\"/device\"], \"shards\": 2}");
        assertEquals(List.of("2 days after the last write, or as long as a document says"), sentences(readings));
        assertEquals(2, fixture.get(readings).json().path("shards").asInt());
        Answer item = send("POST", readings + "/documents", "{\"id\": \"1\", \"device\": \"d\"}");
        assertEquals("[\"d\", \"1\"]", item.json().path("id").asString(), item.body());
        String own = ThreeFaces.path("cosmos", "telemetry", "own");
        make(own, "{\"ttl\": \"none\"}");
        assertEquals(
                List.of("only documents with a lifetime of their own, counted from the last write"), sentences(own));
        drop(readings);
        drop("/api/v1/databases/cosmos/telemetry");
        drop("/api/v1/databases/cosmos/empty");
    }

    @Test
    void bucketScopeAndCollectionOfCouchbaseHaveTheirMaxTtl() throws Exception {
        make("/api/v1/databases/couchbase/files", "{\"ttl\": \"1h\"}");
        assertEquals(409, send("PUT", "/api/v1/databases/couchbase/files", "").status());
        String pages = ThreeFaces.path("couchbase", "files", "app.pages");
        make(pages, "{\"ttl\": \"60s\"}");
        Answer written = send("PUT", pages + "/documents/k", "{}");
        assertEquals(61_000, written.json().path("timeLeftMillis").asLong(), written.body());
        Answer inBucket =
                send("PUT", ThreeFaces.path("couchbase", "files", "_default._default") + "/documents/k", "{}");
        assertEquals(3_601_000, inBucket.json().path("timeLeftMillis").asLong(), inBucket.body());
        assertEquals(
                400,
                send("PUT", ThreeFaces.path("couchbase", "files", "app.more"), "{\"shards\": 2}")
                        .status());
        assertEquals(
                404,
                send("PUT", ThreeFaces.path("couchbase", "nowhere", "app.more"), "")
                        .status());
        drop(pages);
        drop("/api/v1/databases/couchbase/files");
    }

    @Test
    void indexesAreBuiltUsedAndDropped() throws Exception {
        String sessions = ThreeFaces.path("mongo", "indexed", "sessions");
        make(sessions, "");
        for (int id = 0; id < 50; id++) {
            send("PUT", sessions + "/documents/" + id, "{\"user\": \"u" + id % 5 + "\"}");
        }
        JsonNode built = done(send("PUT", sessions + "/indexes/by_user", "{\"fields\": [\"user\", \"-seen\"]}"));
        assertEquals(50, built.path("documents").asInt());
        assertEquals(
                409,
                send("PUT", sessions + "/indexes/by_user", "{\"fields\": [\"user\"]}")
                        .status());
        assertEquals(400, send("PUT", sessions + "/indexes/none", "{}").status());
        assertEquals(
                "failed", state(send("PUT", sessions + "/indexes/same", "{\"fields\": [\"user\"], \"unique\": true}")));
        send("POST", sessions + "/query", "{\"filter\": {\"user\": \"u3\"}}");
        JsonNode used = index(sessions, "by_user");
        assertEquals(1, used.path("uses").asInt(), used.toString());
        assertEquals(
                "seen", used.path("index").path("fields").path(1).path("path").asString());
        drop(sessions + "/indexes/by_user");
        done(send("PUT", sessions + "/indexes/seen_1", "{\"fields\": [\"seen\"], \"expireAfter\": \"1h\"}"));
        assertEquals(List.of("1 hour after `seen`"), sentences(sessions));

        String readings = ThreeFaces.path("cosmos", "indexed", "readings");
        make(readings, "{\"partitionKey\": [\"/device\"]}");
        int before = fixture.get(readings + "/indexes").json().path("items").size();
        done(send("PUT", readings + "/indexes/both", "{\"fields\": [\"device\", \"-celsius\"]}"));
        String composite = fixture.get(readings + "/indexes")
                .json()
                .path("items")
                .valueStream()
                .map(each -> each.path("index").path("name").asString())
                .filter(each -> each.contains("composite"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no composite index"));
        drop(readings + "/indexes/" + ThreeFaces.encoded(composite));
        assertEquals(
                before, fixture.get(readings + "/indexes").json().path("items").size());

        make("/api/v1/databases/couchbase/indexed", "");
        String pages = ThreeFaces.path("couchbase", "indexed", "_default._default");
        done(send("PUT", pages + "/indexes/by_hits", "{\"fields\": [\"-hits\"]}"));
        assertEquals(
                "by_hits", index(pages, "by_hits").path("index").path("name").asString());
        assertEquals(200, send("DELETE", pages + "/indexes/by_hits", "").status());
    }

    @Test
    void usersOfAFaceAreStoredAndRemoved() throws Exception {
        for (String face : List.of("mongo", "couchbase")) {
            String role = face.equals("mongo") ? "readWrite@shop" : "ro_admin";
            String ann = "/api/v1/users/" + face + "/ann";
            String body = "{\"password\": \"secret-1\", \"roles\": [\"" + role + "\"]}";
            assertEquals(400, send("PUT", ann, "{\"password\": \"secret-1\"}").status());
            assertEquals(
                    400,
                    send("PUT", ann, "{\"password\": \"secret-1\", \"roles\": [\"nonsense\"]}")
                            .status());
            Answer made = send("PUT", ann, body);
            assertEquals(201, made.status(), made.body());
            assertTrue(!made.body().contains("secret"), made.body());
            assertEquals(200, send("PUT", ann, body).status());
            JsonNode listed = fixture.get("/api/v1/users/" + face).json().path("items");
            assertEquals("ann", listed.path(0).path("name").asString(), listed.toString());
            assertEquals(role, listed.path(0).path("roles").path(0).asString());
            drop(ann);
        }
    }

    @Test
    void settingsTellWhatSaysSo() throws Exception {
        JsonNode settings = fixture.get("/api/v1/config").json().path("items");
        JsonNode clock = settings.valueStream()
                .filter(each -> each.path("setting").asString().contains("clock"))
                .findFirst()
                .orElseThrow();
        assertEquals("--clock", clock.path("from").asString(), clock.toString());
        assertTrue(settings.valueStream()
                .anyMatch(each -> each.path("from").asString().equals("default")));
    }

    @Test
    void queriesAreExplained() throws Exception {
        String sessions = ThreeFaces.path("mongo", "explained", "sessions");
        make(sessions, "");
        done(send("PUT", sessions + "/indexes/by_user", "{\"fields\": [\"user\"]}"));
        Answer plan = send("POST", sessions + "/query", "{\"filter\": {\"user\": \"u\"}, \"explain\": true}");
        assertTrue(plan.body().contains("by_user") && plan.body().contains("executionStats"), plan.body());
        make("/api/v1/databases/couchbase/explained", "");
        String pages = ThreeFaces.path("couchbase", "explained", "_default._default");
        Answer statement =
                send("POST", pages + "/query", "{\"statement\": \"SELECT 1 FROM _default\", \"explain\": true}");
        assertEquals(200, statement.status(), statement.body());
        assertTrue(statement.body().contains("#operator"), statement.body());
    }

    private JsonNode index(String collection, String name) throws Exception {
        JsonNode all = fixture.get(collection + "/indexes").json();
        return all.path("items")
                .valueStream()
                .filter(each -> each.path("index").path("name").asString("").equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(all.toString()));
    }

    private JsonNode ended(Answer begun) throws Exception {
        assertEquals(202, begun.status(), begun.body());
        JsonNode operation = begun.json();
        while (operation.path("state").asString().equals("running")) {
            operation = fixture.get("/api/v1/operations/" + operation.path("id").asString())
                    .json();
        }
        return operation;
    }

    private String state(Answer begun) throws Exception {
        return ended(begun).path("state").asString();
    }

    private JsonNode done(Answer begun) throws Exception {
        JsonNode operation = ended(begun);
        assertEquals("done", operation.path("state").asString(), operation.toString());
        return operation.path("result");
    }
}
