package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.ServerFixture.Answer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lists of documents in the order of any field, with an index and without, page by page. */
final class DocumentSortTest extends DocumentFixture {
    /** The values by the numbers of their documents; the second document has none. */
    private static final List<String> VALUES =
            List.of("5", "", "\"b\"", "1", "null", "[9, 2]", "\"a\"", "true", "5", "{\"x\": 1}");

    private static final String NONE = ", \"indexingPolicy\": {\"indexingMode\": \"none\", \"automatic\": false}";

    private void write(String method, String path, String body) throws Exception {
        Answer answer = send(method, path, body);
        assertTrue(answer.status() < 300, answer.body());
    }

    /** Writes the documents with their values at {@code in.n}. */
    private void fill(String collection, boolean isCosmos, String prefix) throws Exception {
        for (int id = 0; id < VALUES.size(); id++) {
            String field = VALUES.get(id).isEmpty() ? "" : "\"n\": " + VALUES.get(id);
            String rest = "\"in\": {" + field + "}}";
            if (isCosmos) {
                write("POST", collection + "/documents", "{\"id\": \"" + id + "\", \"pk\": \"a\", " + rest);
            } else {
                write("PUT", collection + "/documents/" + prefix + id, "{" + rest);
            }
        }
    }

    /** Returns the last digits of the ids, in the order in which pages of three bring them. */
    private String order(String collection, String asked) throws Exception {
        StringBuilder ids = new StringBuilder();
        for (Answer page : pages(collection + "/documents?limit=3&" + asked)) {
            page.json()
                    .path("items")
                    .forEach(item -> ids.append(item.path("id").asString().replaceAll("\\D", "")));
        }
        return ids.toString();
    }

    private String index(String collection) throws Exception {
        return get(collection + "/documents?by=in.n")
                .json()
                .path("sort")
                .path("index")
                .asString("");
    }

    @Test
    void mongoSortsAsItsQueriesDo() throws Exception {
        faces.mongo("sorts", "plain");
        String plain = ThreeFaces.path("mongo", "sorts", "plain");
        fill(plain, false, "");
        assertEquals("", index(plain));
        assertEquals("1435086297", order(plain, "by=in.n"));
        assertEquals("7926508314", order(plain, "by=in.n&direction=desc"));
        faces.mongo("sorts", "indexed", "{name: 'n_1', key: {'in.n': 1, other: 1}}");
        String indexed = ThreeFaces.path("mongo", "sorts", "indexed");
        fill(indexed, false, "");
        assertEquals("n_1", index(indexed));
        assertEquals("1435086297", order(indexed, "by=in.n"));
        assertEquals("7926580341", order(indexed, "by=in.n&direction=desc"));
        faces.mongo("sorts", "some", "{name: 'n_1', key: {'in.n': -1}, sparse: true}");
        String some = ThreeFaces.path("mongo", "sorts", "some");
        fill(some, false, "");
        assertEquals("", index(some));
        assertEquals("1435086297", order(some, "by=in.n"));
    }

    @Test
    void cosmosSortsAsItsQueriesDoAndItemsWithoutAValueComeLast() throws Exception {
        faces.cosmos("sorts", "plain", NONE);
        String plain = ThreeFaces.path("cosmos", "sorts", "plain");
        fill(plain, true, "");
        assertEquals("", index(plain));
        assertEquals("4730862591", order(plain, "by=in.n"));
        assertEquals("9526083741", order(plain, "by=in.n&direction=desc"));
        faces.cosmos("sorts", "indexed", "");
        String indexed = ThreeFaces.path("cosmos", "sorts", "indexed");
        fill(indexed, true, "");
        assertFalse(index(indexed).isEmpty());
        assertEquals("4730862591", order(indexed, "by=in.n"));
        assertEquals("9526803741", order(indexed, "by=in.n&direction=desc"));
    }

    @Test
    void couchbaseSortsAsItsQueriesDoAndDocumentsWithoutAValueComeLast() throws Exception {
        faces.couchbase("sorts", 0);
        String plain = ThreeFaces.path("couchbase", "sorts", "_default._default");
        fill(plain, false, "k");
        assertEquals("", index(plain));
        assertEquals("4730862591", order(plain, "by=in.n"));
        assertEquals("9526083741", order(plain, "by=in.n&direction=desc"));
        ended(put(plain + "/indexes/by_n", "{\"fields\": [\"in.n\"]}").json());
        assertEquals("by_n", index(plain));
        assertEquals("4730862591", order(plain, "by=in.n"));
        assertEquals("9526803741", order(plain, "by=in.n&direction=desc"));
    }

    @Test
    void pagesStayExactWhileOthersWriteAndDocumentsExpire() throws Exception {
        faces.mongo("sorts", "moving", "{name: 'at_1', key: {at: 1}, expireAfterSeconds: 0}");
        String moving = ThreeFaces.path("mongo", "sorts", "moving");
        for (int id = 0; id < 9; id++) {
            String at = id == 1 ? ", \"at\": {\"$date\": \"2026-01-01T00:10:00Z\"}" : "";
            write("PUT", moving + "/documents/" + id, "{\"n\": " + (9 - id) + at + "}");
        }
        String first = moving + "/documents?limit=3&by=n&direction=desc";
        Answer page = get(first);
        assertEquals(List.of("0", "1", "2"), ids(page));
        fixture.post("/api/v1/clock/advance?by=1h");
        write("PUT", moving + "/documents/10", "{\"n\": 100}");
        write("PUT", moving + "/documents/11", "{\"n\": 5.5}");
        write("DELETE", moving + "/documents/2", "");
        page = get(first + "&after=" + page.json().path("next").asString());
        assertEquals(List.of("3", "11", "4"), ids(page));
        page = get(first + "&after=" + page.json().path("next").asString());
        assertEquals(List.of("5", "6", "7"), ids(page));
        assertEquals(9, page.json().path("sort").path("lookedAt").asInt(), page.body());
    }

    @Test
    void keysDeadlinesAndSizesAreSortedBothWays() throws Exception {
        faces.couchbase("ways", 0);
        String ways = ThreeFaces.path("couchbase", "ways", "_default._default");
        for (int id = 0; id < 7; id++) {
            String lifetime = id % 2 == 0 ? "?lifetime=" + (60 - id) + "m" : "";
            write("PUT", ways + "/documents/k" + id + lifetime, "{\"x\": \"" + "y".repeat(id * 3 % 7 * 50) + "\"}");
        }
        assertEquals("6543210", order(ways, "order=key&direction=desc"));
        assertEquals("6420", order(ways, "order=expiry"));
        assertEquals("0246", order(ways, "order=expiry&direction=desc"));
        assertEquals("0531642", order(ways, "order=size"));
        assertEquals("2461350", order(ways, "order=size&direction=desc"));
        assertEquals("04", order(ways, "order=size&where=" + ThreeFaces.encoded("META().id IN ['k0', 'k4']")));
    }

    @Test
    void whatMakesNoSenseIsRefused() throws Exception {
        faces.mongo("sorts", "refused");
        String list = ThreeFaces.path("mongo", "sorts", "refused") + "/documents";
        for (String wrong : List.of(
                "?order=field",
                "?order=key&by=n",
                "?by=n&prefix=1",
                "?order=size&from=1h",
                "?direction=up",
                "?by=n&after=AQ",
                "?by=n&after=")) {
            assertEquals(400, get(list + wrong).status(), wrong);
        }
    }
}
