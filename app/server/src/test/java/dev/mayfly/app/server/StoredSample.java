package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.ServerFixture.Answer;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Something of everything that a data folder keeps, written into a server, and told by one. */
final class StoredSample {
    private static final String CARTS = ThreeFaces.path("mongo", "shop", "carts");
    private static final String LOGINS = ThreeFaces.path("mongo", "shop", "logins");
    private static final String ORDERS = ThreeFaces.path("cosmos", "sales", "orders");
    private static final String CACHE = ThreeFaces.path("couchbase", "cache", "_default._default");
    private static final List<String> COLLECTIONS = List.of(CARTS, LOGINS, ORDERS, CACHE);

    private final ServerFixture fixture;

    StoredSample(ServerFixture fixture) {
        this.fixture = fixture;
    }

    private Answer send(String method, String path, String body) throws Exception {
        Answer answer = fixture.send(method, path, body, Map.of());
        assertTrue(answer.status() < 300, () -> path + " " + answer.body());
        return answer;
    }

    private JsonNode get(String path) throws Exception {
        return send("GET", path, "").json();
    }

    /** Writes the sample at {@link ServerFixture#START}; some of it has expired at the end, and is hidden or destroyed. */
    void write() throws Exception {
        ThreeFaces faces = new ThreeFaces(fixture);
        faces.mongo(
                "shop",
                "carts",
                "{name: 'at_1', key: {at: 1}, expireAfterSeconds: 60}",
                "{name: 'pair', key: {user: 1, n: -1}, unique: true}");
        faces.mongo("shop", "logins");
        faces.cosmos("sales", "orders", ", \"defaultTtl\": 86400");
        faces.couchbase("cache", 86_400);
        send("PUT", CARTS + "/policy", "{\"grace\": \"1d\"}");
        send("PUT", LOGINS + "/policy", "{\"rules\": {\"properties\": [{\"path\": \"code\", \"after\": \"5m\"}]}}");
        for (int id = 0; id < 12; id++) {
            String at = "{\"$date\": \"2026-01-01T" + (10 + id) + ":00:00Z\"}";
            send(
                    "PUT",
                    CARTS + "/documents/" + id,
                    "{\"user\": \"u" + id % 3 + "\", \"n\": " + id + ", \"at\": " + at + "}");
            String ttl = id % 3 == 0 ? ", \"ttl\": " + (id - 1) : "";
            send("POST", ORDERS + "/documents", "{\"id\": \"" + id + "\", \"pk\": \"p" + id % 2 + "\"" + ttl + "}");
            String lifetime = id % 2 == 0 ? "?lifetime=" + (10 + id) + "h" : "";
            send("PUT", CACHE + "/documents/page:" + id + lifetime, "{\"hits\": " + id + "}");
        }
        send("PUT", CARTS + "/documents/exact", """
                {"long": {"$numberLong": "5"}, "double": 1.0, "decimal": {"$numberDecimal": "1.50"},
                 "id": {"$oid": "65a000000000000000000001"}, "bytes": {"$binary": {"base64": "AQID", "subType": "00"}}}""");
        send("PUT", LOGINS + "/documents/ann", "{\"user\": \"ann\", \"code\": \"417-902\"}");
        JsonNode build = send("PUT", CACHE + "/indexes/by_hits", "{\"fields\": [\"hits\"]}")
                .json();
        while (build.path("state").asString().equals("running")) {
            build = get("/api/v1/operations/" + build.path("id").asString());
        }
        send("PUT", CARTS + "/holds/case-7", "{\"id\": \"0\", \"reason\": \"court\"}");
        send("PUT", "/api/v1/users/mongo/ann", "{\"password\": \"secret\", \"roles\": [\"readWrite@shop\"]}");
        send("PUT", "/api/v1/users/cosmos/sales%2Fann", "{\"roles\": [\"read@orders\"]}");
        send("PUT", "/api/v1/users/couchbase/ann", "{\"password\": \"secret\", \"roles\": [\"data_reader[cache]\"]}");
        assertEquals(200, fixture.post("/api/v1/clock/advance?by=12h").status());
        send("PUT", CARTS + "/documents/5", "{\"user\": \"later\", \"n\": 5}");
        send("DELETE", CARTS + "/documents/6", "");
    }

    /** Returns what is stored, in words that do not change with the way in which it is stored. */
    String told() throws Exception {
        StringBuilder told = new StringBuilder("at ")
                .append(get("/api/v1/clock").path("now").path("iso").asString())
                .append('\n');
        for (String collection : COLLECTIONS) {
            tell(told, collection);
        }
        for (String face : List.of("mongo", "cosmos", "couchbase")) {
            told.append("\nusers of ").append(face).append('\n');
            for (JsonNode user : get("/api/v1/users/" + face).path("items")) {
                add(told, user, "name", "roles");
            }
        }
        told.append("\naudit\n");
        for (JsonNode entry : get("/api/v1/audit?limit=1000").path("items")) {
            add(told, entry, "way", "action", "collection", "before", "after", "note");
        }
        told.append("\nerasures\n");
        for (JsonNode erasure : get("/api/v1/erasures?limit=1000").path("items")) {
            add(told, erasure, "collection", "hash", "rule", "by");
        }
        return told.toString();
    }

    private void tell(StringBuilder told, String collection) throws Exception {
        told.append('\n').append(collection.replaceFirst(".*/collections/", "")).append('\n');
        JsonNode facts = get(collection);
        add(told, facts.path("policy"), "sentences", "graceSeconds", "visibility");
        for (JsonNode used : get(collection + "/indexes").path("items")) {
            add(told, used.path("index"), "name", "kind", "fields", "unique", "expires", "ready");
        }
        for (JsonNode hold : get(collection + "/holds").path("items")) {
            add(told, hold, "name", "id", "reason");
        }
        for (JsonNode hidden : get(collection + "/hidden?limit=1000").path("items")) {
            add(told, hidden, "id", "rule", "deadline");
        }
        fixture.get(collection + "/export")
                .body()
                .lines()
                .forEach(line -> told.append("  ").append(line).append('\n'));
    }

    private static void add(StringBuilder told, JsonNode facts, String... names) {
        told.append(" ");
        for (String name : names) {
            JsonNode fact = facts.path(name);
            JsonNode value = fact.has("iso") ? fact.path("iso") : fact;
            told.append(value.isMissingNode() ? "" : " " + name + "=" + value);
        }
        told.append('\n');
    }
}
