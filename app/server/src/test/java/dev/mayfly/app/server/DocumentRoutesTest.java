package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.ServerFixture.Answer;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Documents over the admin face, of all three faces. */
final class DocumentRoutesTest extends DocumentFixture {
    private static final long START = 1_767_225_600_000L;

    /** The second at which the clock of the fixture begins: 2026-01-01T00:00:00Z. */
    private static final long START_SECOND = 1_767_225_600;

    private Answer touch(String path, String lifetime) throws Exception {
        return send("POST", path + "/touch", "{\"lifetime\": \"" + lifetime + "\"}");
    }

    private static long left(Answer answer) {
        return answer.json().path("timeLeftMillis").asLong(-1);
    }

    @Test
    void documentsOfMongoLiveByTheirFields() throws Exception {
        faces.mongo("shop", "carts", "{name: 'at_1', key: {at: 1}, expireAfterSeconds: 60}");
        String carts = ThreeFaces.path("mongo", "shop", "carts");
        Answer made = put(carts + "/documents/7", "{\"at\": {\"$date\": " + START + "}, \"n\": [1, 2.5]}");
        assertEquals(201, made.status(), made.body());
        assertEquals(60_000, left(made));
        assertEquals("index at_1", made.json().path("rule").asString());
        assertEquals(
                "{\"_id\":7,\"at\":{\"$date\":\"2026-01-01T00:00:00Z\"},\"n\":[1,2.5]}",
                made.json().path("document").toString());
        assertEquals(200, put(carts + "/documents/7", "{\"at\": 5}").status());
        assertFalse(get(carts + "/documents/7").json().has("deadline"));
        assertEquals(900_000, left(touch(carts + "/documents/7", "15m")));
        assertEquals(100_000, left(touch(carts + "/documents/7", "until 2026-01-01T00:01:40Z")));
        assertEquals(-1, left(touch(carts + "/documents/7", "forever")));
        assertEquals(409, touch(carts + "/documents/7", "inherit").status());
        assertEquals(404, touch(carts + "/documents/8", "15m").status());
        assertEquals(400, touch(carts + "/documents/7", "soon").status());
        assertEquals(
                400, touch(carts + "/documents/7", "until 2020-01-01T00:00:00Z").status());
        put(carts + "/documents/alice", "{\"n\": 1}");
        put(carts + "/documents/" + ThreeFaces.encoded("{\"$oid\": \"65a000000000000000000001\"}"), "{\"n\": 2}");
        assertEquals(
                List.of("7", "\"alice\"", "{\"$oid\": \"65a000000000000000000001\"}"),
                ids(carts + "/documents?limit=1"));
        assertEquals(List.of("\"alice\""), ids(carts + "/documents?prefix=al"));
        assertEquals(
                "[{\"n\":1},{\"n\":2}]",
                ask(carts, "{\"filter\": {\"n\": {\"$gt\": 0}}, \"projection\": {\"_id\": 0}, \"sort\": {\"n\": 1}}"));
        assertEquals(
                "[{\"_id\":null,\"all\":3}]",
                ask(carts, "{\"pipeline\": [{\"$group\": {\"_id\": null, \"all\": {\"$sum\": \"$n\"}}}]}"));
        assertEquals(
                400, query(carts, "{\"pipeline\": [{\"$out\": \"other\"}]}").status());
        assertEquals(400, query(carts, "{\"filter\": {\"$nope\": 1}}").status());
        assertEquals(200, send("DELETE", carts + "/documents/7", "").status());
        assertEquals(404, send("DELETE", carts + "/documents/7", "").status());
    }

    private Answer query(String collection, String body) throws Exception {
        return send("POST", collection + "/query", body);
    }

    private String ask(String collection, String body) throws Exception {
        Answer answer = query(collection, body);
        assertEquals(200, answer.status(), answer.body());
        return answer.json().path("items").toString();
    }

    @Test
    void mongoTouchRefusesWhatItCannotKnow() throws Exception {
        faces.mongo("shop", "none");
        faces.mongo(
                "shop",
                "two",
                "{name: 'a', key: {a: 1}, expireAfterSeconds: 1}",
                "{name: 'b', key: {b: 1}, expireAfterSeconds: 1}");
        for (String name : List.of("none", "two")) {
            String path = ThreeFaces.path("mongo", "shop", name) + "/documents/1";
            put(path, "{}");
            Answer refused = touch(path, "1h");
            assertEquals(409, refused.status());
            assertTrue(refused.body().contains("TTL index"), refused.body());
        }
    }

    @Test
    void itemsOfCosmosLiveByTheirTtl() throws Exception {
        faces.cosmos("sales", "orders", ", \"defaultTtl\": 60");
        String orders = ThreeFaces.path("cosmos", "sales", "orders");
        String partition = "?partitionKey=" + ThreeFaces.encoded("[\"CO1\"]");
        Answer made = put(orders + "/documents/SO05" + partition, "{\"pk\": \"CO1\", \"n\": 1}");
        assertEquals(201, made.status(), made.body());
        assertEquals("[\"CO1\", \"SO05\"]", made.json().path("id").asString());
        assertEquals(60_000, left(made));
        String one = orders + "/documents/" + ThreeFaces.encoded("[\"CO1\", \"SO05\"]");
        assertEquals(made.json().path("version"), get(one).json().path("version"));
        assertEquals(900_000, left(touch(one, "15m")));
        assertEquals("900 s", get(one).json().path("lifetime").asString());
        assertEquals(-1, left(touch(one, "forever")));
        assertEquals(60_000, left(touch(one, "inherit")));
        assertFalse(get(one).json().path("document").has("ttl"));
        assertEquals(400, put(one, "{\"id\": \"other\", \"pk\": \"CO1\"}").status());
        assertEquals(400, put(one, "{\"pk\": \"CO2\"}").status());
        put(orders + "/documents/SO06?partitionKey=" + ThreeFaces.encoded("[\"CO2\"]"), "{\"pk\": \"CO2\", \"n\": 2}");
        assertEquals("[3]", ask(orders, "{\"statement\": \"SELECT VALUE SUM(c.n) FROM c\"}"));
        assertEquals(
                "[\"SO06\",\"SO05\"]",
                ask(
                        orders,
                        "{\"statement\": \"SELECT VALUE c.id FROM c WHERE c.n > @n ORDER BY c.n DESC\", \"parameters\":"
                                + " [{\"name\": \"@n\", \"value\": 0}]}"));
        assertEquals(
                List.of("[\"CO1\", \"SO05\"]", "[\"CO2\", \"SO06\"]"), ids(orders + "/documents?order=expiry&limit=1"));
        assertEquals(
                List.of("[\"CO2\", \"SO06\"]"), ids(orders + "/documents?prefix=" + ThreeFaces.encoded("[\"CO2\"]")));
        assertEquals(400, query(orders, "{\"statement\": \"SELEC\"}").status());
        assertEquals(200, send("DELETE", one, "").status());
        assertEquals(404, get(one).status());
    }

    @Test
    void touchOfAnItemCountsFromThePropertyOfItsContainer() throws Exception {
        faces.cosmos("sales", "leads", ", \"defaultTtl\": 60, \"ttlPropertyPath\": \"/at\"");
        String leads = ThreeFaces.path("cosmos", "sales", "leads") + "/documents/";
        String old = leads + ThreeFaces.encoded("[\"a\", \"1\"]");
        put(old, "{\"pk\": \"a\", \"at\": " + (START_SECOND - 30) + "}");
        assertEquals(30_000, left(get(old)));
        assertEquals(900_000, left(touch(old, "15m")));
        assertEquals("930 s", get(old).json().path("lifetime").asString());
        assertEquals(100_000, left(touch(old, "until 2026-01-01T00:01:40Z")));
        assertEquals(-1, left(touch(old, "forever")));
        assertEquals(30_000, left(touch(old, "inherit")));
        String none = leads + ThreeFaces.encoded("[\"a\", \"2\"]");
        put(none, "{\"pk\": \"a\"}");
        Answer refused = touch(none, "15m");
        assertEquals(409, refused.status());
        assertTrue(refused.body().contains("no whole number of seconds"), refused.body());
    }

    @Test
    void touchOfAnItemMeansNothingWhileTimeToLiveIsOff() throws Exception {
        faces.cosmos("sales", "off", "");
        String one = ThreeFaces.path("cosmos", "sales", "off") + "/documents/" + ThreeFaces.encoded("[\"a\", \"1\"]");
        put(one, "{\"pk\": \"a\"}");
        Answer refused = touch(one, "1h");
        assertEquals(409, refused.status());
        assertTrue(refused.body().contains("time to live is off"), refused.body());
    }

    @Test
    void documentsOfCouchbaseLiveByTheirExpiry() throws Exception {
        faces.couchbase("cache", 0);
        String cache = ThreeFaces.path("couchbase", "cache", "_default._default");
        Answer made = put(cache + "/documents/k1?lifetime=10m", "{\"n\": 1}");
        assertEquals(201, made.status(), made.body());
        // The last second counts, as it does for every client of this face.
        assertEquals(601_000, left(made));
        assertEquals("{\"n\":1}", made.json().path("document").toString());
        assertEquals(901_000, left(touch(cache + "/documents/k1", "15m")));
        assertEquals(100_000, left(touch(cache + "/documents/k1", "until 2026-01-01T00:01:40Z")));
        assertEquals(-1, left(touch(cache + "/documents/k1", "forever")));
        put(cache + "/documents/k2", "{\"n\": 2}");
        assertEquals(List.of("k1", "k2"), ids(cache + "/documents?limit=1"));
        assertEquals(List.of("k2"), ids(cache + "/documents?prefix=k2"));
        assertEquals("[2]", ask(cache, "{\"statement\": \"SELECT RAW n FROM `_default` USE KEYS [\\\"k2\\\"]\"}"));
        assertEquals(
                400,
                query(cache, "{\"statement\": \"DELETE FROM `_default` USE KEYS 'k2'\"}")
                        .status());
        assertEquals(200, send("DELETE", cache + "/documents/k2", "").status());
        assertEquals(404, send("DELETE", cache + "/documents/k2", "").status());
    }

    @Test
    void touchOfCouchbaseRespectsMaxTtl() throws Exception {
        faces.couchbase("limited", 60);
        String one = ThreeFaces.path("couchbase", "limited", "_default._default") + "/documents/k";
        assertEquals(61_000, left(put(one, "{}")));
        assertEquals(61_000, left(touch(one, "15m")));
        assertEquals(11_000, left(touch(one, "10s")));
        assertEquals(61_000, left(touch(one, "inherit")));
        assertEquals(409, touch(one, "forever").status());
    }

    @Test
    void deadlinesAreFilteredByTheirRange() throws Exception {
        faces.mongo("shop", "soon", "{name: 'at', key: {at: 1}, expireAfterSeconds: 0}");
        String soon = ThreeFaces.path("mongo", "shop", "soon") + "/documents";
        for (int id = 1; id <= 5; id++) {
            put(soon + "/" + id, "{\"at\": {\"$date\": " + (START + (6 - id) * 60_000L) + "}}");
        }
        put(soon + "/6", "{}");
        assertEquals(List.of("5", "4", "3", "2", "1"), ids(soon + "?order=expiry&limit=2"));
        assertEquals(
                List.of("4", "3"), ids(soon + "?order=expiry&from=2026-01-01T00:02:00Z&until=2026-01-01T00:04:00Z"));
        assertEquals(400, get(soon + "?from=2026-01-01T00:02:00Z").status());
        assertEquals(400, get(soon + "?order=expiry&prefix=1").status());
        assertEquals(400, get(soon + "?order=sideways").status());
        assertEquals(400, get(soon + "?limit=0").status());
        assertEquals(400, get(soon + "?order=expiry&after=YQ").status());
    }

    @Test
    void previewIsCut() throws Exception {
        faces.mongo("shop", "large");
        String large = ThreeFaces.path("mongo", "shop", "large") + "/documents";
        put(large + "/1", "{\"text\": \"" + "x".repeat(5_000) + "\"}");
        JsonNode item = get(large + "?preview=20").json().path("items").path(0);
        assertEquals("{\"_id\": 1, \"text\": \"", item.path("text").asString());
        assertFalse(item.has("document"));
        assertFalse(get(large + "?preview=0").json().path("items").path(0).has("text"));
        assertTrue(get(large + "/1").json().path("document").has("text"));
    }
}
