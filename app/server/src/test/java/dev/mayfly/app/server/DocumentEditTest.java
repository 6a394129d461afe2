package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.ServerFixture.Answer;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Documents of all three faces as people edit them: new, changed by one who has read them, found, many at once. */
final class DocumentEditTest extends DocumentFixture {
    private static final String NOON = "{\"$date\": \"2026-01-01T12:00:00Z\"}";

    private static long version(Answer answer) {
        return answer.json().path("version").asLong();
    }

    private String mongo(String name) {
        faces.mongo("shop", name, "{name: 'at_1', key: {at: 1}, expireAfterSeconds: 60}");
        return ThreeFaces.path("mongo", "shop", name);
    }

    private String cosmos(String name) throws Exception {
        faces.cosmos("sales", name, ", \"defaultTtl\": 60");
        return ThreeFaces.path("cosmos", "sales", name);
    }

    private String couchbase(String name, int maxTtl) throws Exception {
        faces.couchbase(name, maxTtl);
        return ThreeFaces.path("couchbase", name, "_default._default");
    }

    @Test
    void newDocumentSaysItsIdOrIsGivenOne() throws Exception {
        String carts = mongo("new");
        Answer given = send("POST", carts + "/documents", "{\"n\": 1}");
        assertEquals(201, given.status(), given.body());
        assertTrue(given.json().path("id").asString().contains("$oid"), given.body());
        assertEquals(
                "7",
                send("POST", carts + "/documents", "{\"_id\": 7}")
                        .json()
                        .path("id")
                        .asString());
        assertEquals(
                "changed", send("POST", carts + "/documents", "{\"_id\": 7}").error());
        String items = cosmos("new");
        assertEquals(
                "[\"a\", \"1\"]",
                send("POST", items + "/documents", "{\"id\": \"1\", \"pk\": \"a\"}")
                        .json()
                        .path("id")
                        .asString());
        assertEquals(
                "changed",
                send("POST", items + "/documents", "{\"id\": \"1\", \"pk\": \"a\"}")
                        .error());
        assertEquals(400, send("POST", items + "/documents", "{\"pk\": \"a\"}").status());
        String pages = couchbase("new", 0);
        assertEquals(400, send("POST", pages + "/documents", "{}").status());
        assertEquals(
                "k",
                send("POST", pages + "/documents?id=k", "{}").json().path("id").asString());
        assertEquals("changed", send("POST", pages + "/documents?id=k", "{}").error());
    }

    @Test
    void writeOfAnotherVersionIsRefusedAndChangesNothing() throws Exception {
        List<String> documents = List.of(
                mongo("versions") + "/documents/1",
                cosmos("versions") + "/documents/" + ThreeFaces.encoded("[\"a\", \"1\"]"),
                couchbase("versions", 0) + "/documents/1");
        for (String one : documents) {
            Answer first = send("PUT", one, "{\"pk\": \"a\", \"n\": 1}");
            Answer second = send("PUT", one + "?ifVersion=" + version(first), "{\"pk\": \"a\", \"n\": 2}");
            assertEquals(200, second.status(), second.body());
            Answer late = send("PUT", one + "?ifVersion=" + version(first), "{\"pk\": \"a\", \"n\": 3}");
            assertEquals(409, late.status(), late.body());
            assertEquals("changed", late.error());
            assertEquals(
                    "changed",
                    send("DELETE", one + "?ifVersion=" + version(first), "").error());
            assertEquals(
                    "changed",
                    send("PUT", one + "?ifVersion=0", "{\"pk\": \"a\"}").error());
            assertEquals(2, get(one).json().path("document").path("n").asInt(), one);
            assertEquals(
                    200,
                    send("DELETE", one + "?ifVersion=" + version(second), "").status());
            assertEquals(
                    "changed",
                    send("PUT", one + "?ifVersion=" + version(second), "{\"pk\": \"a\"}")
                            .error());
            assertEquals(
                    201, send("PUT", one + "?ifVersion=0", "{\"pk\": \"a\"}").status());
            assertEquals(
                    400, send("PUT", one + "?ifVersion=no", "{\"pk\": \"a\"}").status());
        }
    }

    @Test
    void previewTellsTheDeadlineAndWritesNothing() throws Exception {
        String carts = mongo("preview");
        Answer soon = send("POST", carts + "/preview?id=1", "{\"at\": " + NOON + "}");
        assertEquals(200, soon.status(), soon.body());
        assertEquals(
                "2026-01-01T12:01:00Z", soon.json().path("deadline").path("iso").asString());
        assertEquals("index at_1", soon.json().path("rule").asString());
        assertFalse(send("POST", carts + "/preview?id=1", "{\"at\": 1}").json().has("deadline"));
        assertTrue(send("POST", carts + "/preview?id=1", "{\"at\": {\"$date\": \"2020-01-01T00:00:00Z\"}}")
                .json()
                .path("hidden")
                .asBoolean());
        assertEquals(400, send("POST", carts + "/preview?id=1", "{\"at\": ").status());
        assertEquals(404, get(carts + "/documents/1").status());
        String items = cosmos("preview");
        Answer own = send("POST", items + "/preview", "{\"id\": \"1\", \"pk\": \"a\", \"ttl\": 5}");
        assertEquals(5_000, own.json().path("timeLeftMillis").asLong(), own.body());
        Answer usual = send("POST", items + "/preview", "{\"id\": \"1\", \"pk\": \"a\"}");
        assertEquals(60_000, usual.json().path("timeLeftMillis").asLong(), usual.body());
        assertFalse(send("POST", items + "/preview", "{\"id\": \"1\", \"pk\": \"a\", \"ttl\": -1}")
                .json()
                .has("deadline"));
        String pages = couchbase("preview", 60);
        Answer limited = send("POST", pages + "/preview?id=k&lifetime=1h", "{}");
        assertEquals(61_000, limited.json().path("timeLeftMillis").asLong(), limited.body());
        assertEquals(404, get(pages + "/documents/k").status());
    }

    @Test
    void exactTextIsWrittenAgainWithoutALoss() throws Exception {
        String carts = mongo("exact");
        String whole = "{\"_id\": 1, \"long\": {\"$numberLong\": \"5\"}, \"double\": 1.0, \"at\": " + NOON
                + ", \"decimal\": {\"$numberDecimal\": \"1.50\"}, \"big\": {\"$numberLong\": \"9007199254740993\"}}";
        send("PUT", carts + "/documents/1", whole);
        String text = get(carts + "/documents/1?form=exact").json().path("text").asString();
        assertTrue(text.contains("{\"$numberLong\": \"5\"}"), text);
        send("PUT", carts + "/documents/1", text);
        assertEquals(
                text, get(carts + "/documents/1?form=exact").json().path("text").asString());
        String items = cosmos("exact");
        String number = "{\"id\":\"1\",\"pk\":\"a\",\"n\":0.12345678901234567890123}";
        send("POST", items + "/documents", number);
        String one = items + "/documents/" + ThreeFaces.encoded("[\"a\", \"1\"]");
        assertEquals(number, get(one + "?form=exact").json().path("text").asString());
    }

    @Test
    void listIsFilteredInTheLanguageOfItsFacePageByPage() throws Exception {
        String carts = mongo("where") + "/documents";
        String items = cosmos("where") + "/documents";
        String pages = couchbase("where", 0) + "/documents";
        for (int id = 0; id < 30; id++) {
            send("PUT", carts + "/" + id, "{\"n\": " + id + "}");
            send("POST", items, "{\"id\": \"" + id + "\", \"pk\": \"a\", \"n\": " + id + "}");
            send("PUT", pages + "/k" + id, "{\"n\": " + id + "}");
        }
        assertEquals(
                3,
                ids(carts + "?limit=2&where=" + ThreeFaces.encoded("{\"n\": {\"$gte\": 27}}"))
                        .size());
        assertEquals(
                3,
                ids(items + "?limit=2&where=" + ThreeFaces.encoded("c.n >= 27")).size());
        assertEquals(
                List.of("[\"a\", \"27\"]", "[\"a\", \"28\"]", "[\"a\", \"29\"]"),
                ids(items + "?limit=2&order=expiry&where=" + ThreeFaces.encoded("c.n >= 27")));
        assertEquals(List.of("k27", "k28", "k29"), ids(pages + "?limit=2&where=" + ThreeFaces.encoded("n >= 27")));
        assertEquals(400, get(items + "?where=" + ThreeFaces.encoded("c.n >=")).status());
    }

    @Test
    void whatAConditionFindsIsTouchedHeldAndDeletedAfterADryRun() throws Exception {
        String carts = mongo("bulk");
        String items = cosmos("bulk");
        String pages = couchbase("bulk", 0);
        for (int id = 0; id < 2_500; id++) {
            send("PUT", carts + "/documents/" + id, "{\"n\": " + id % 10 + ", \"at\": " + NOON + "}");
        }
        for (int id = 0; id < 20; id++) {
            send("POST", items + "/documents", "{\"id\": \"" + id + "\", \"pk\": \"a\", \"n\": " + id % 10 + "}");
            send("PUT", pages + "/documents/k" + id, "{\"n\": " + id % 10 + "}");
        }
        bulk(carts, "{\\\"n\\\": 3}", 250);
        bulk(items, "c.n = 3", 2);
        bulk(pages, "n = 3", 2);
    }

    private void bulk(String collection, String where, int found) throws Exception {
        String asked = "{\"where\": \"" + where + "\", \"lifetime\": \"1h\", \"name\": \"case\"";
        for (String action : List.of("touch", "hold", "delete")) {
            String path = collection + "/bulk/" + action;
            Answer plan = send("POST", path, asked + ", \"dryRun\": true}");
            assertEquals(200, plan.status(), plan.body());
            assertEquals(found, plan.json().path("documents").asInt(), plan.body());
            assertTrue(plan.json().path("whole").asBoolean());
            assertEquals(400, send("POST", path, asked + "}").status());
            JsonNode result = done(send("POST", path, asked + ", \"atMost\": " + found + "}"));
            assertEquals(found, result.path("changed").asInt(), action + " " + result);
            assertEquals(0, result.path("failed").asInt(), action + " " + result);
            assertEquals(
                    action.equals("delete") ? 0 : found,
                    send("POST", path, asked + ", \"dryRun\": true}")
                            .json()
                            .path("documents")
                            .asInt());
        }
        assertEquals(
                found,
                get(collection + "/holds?limit=1000").json().path("items").size());
    }

    /** Returns the result of an operation, once it is done. */
    private JsonNode done(Answer begun) throws Exception {
        assertEquals(202, begun.status(), begun.body());
        return ended(begun.json()).path("result");
    }

    @Test
    void nextToExpireComeFromAllCollectionsTheEarliestFirst() throws Exception {
        String carts = mongo("next");
        String items = cosmos("next");
        String couch = couchbase("next", 0);
        send("PUT", carts + "/documents/1", "{\"at\": {\"$date\": \"2025-12-31T23:59:02Z\"}}");
        send("POST", items + "/documents", "{\"id\": \"1\", \"pk\": \"a\", \"ttl\": 1}");
        send("PUT", couch + "/documents/k?lifetime=2s", "{}");
        JsonNode next = get("/api/v1/next?limit=3").json().path("items");
        assertEquals(
                List.of("[\"a\", \"1\"]", "1", "k"),
                List.of(
                        next.path(0).path("id").asString(),
                        next.path(1).path("id").asString(),
                        next.path(2).path("id").asString()));
        assertEquals(1_000, next.path(0).path("timeLeftMillis").asLong());
    }
}
