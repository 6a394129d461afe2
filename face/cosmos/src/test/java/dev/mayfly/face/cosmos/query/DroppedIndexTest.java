package dev.mayfly.face.cosmos.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.face.cosmos.CosmosFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Queries that go on, or come again, after a container was replaced by one without the index that they began with. */
final class DroppedIndexTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String ITEMS = "/dbs/d/colls/c/docs";
    private static final String CONTAINER = "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"],\"version\":2},"
            + "\"fullTextPolicy\":{\"defaultLanguage\":\"en-US\",\"fullTextPaths\":[{\"path\":\"/t\"}]},"
            + "\"vectorEmbeddingPolicy\":{\"vectorEmbeddings\":[{\"path\":\"/v\",\"dataType\":\"float32\","
            + "\"dimensions\":2,\"distanceFunction\":\"euclidean\"}]},\"indexingPolicy\":%s}";
    private static final String WITH_ALL = "{\"fullTextIndexes\":[{\"path\":\"/t\"}],"
            + "\"vectorIndexes\":[{\"path\":\"/v\",\"type\":\"flat\"}],"
            + "\"spatialIndexes\":[{\"path\":\"/at/*\",\"types\":[\"Point\"]}]}";
    private static final int ITEMS_MAX = 12;

    private final CosmosFixture fixture = new CosmosFixture();

    @BeforeEach
    void fill() {
        call("POST", "/dbs", "{\"id\":\"d\"}");
        call("POST", "/dbs/d/colls", CONTAINER.formatted(WITH_ALL));
        for (int id = 0; id < ITEMS_MAX; id++) {
            String text = id % 3 == 0 ? "alpha" : id % 3 == 1 ? "beta words" : "gamma";
            call(
                    "POST",
                    ITEMS,
                    "{\"id\":\"" + id + "\",\"pk\":\"a\",\"t\":\"" + text + "\",\"v\":[" + id
                            + ",1],\"at\":{\"type\":\"Point\",\"coordinates\":[" + id / 100.0 + ",0]}}",
                    "x-ms-documentdb-partitionkey",
                    "[\"a\"]");
        }
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private CosmosFixture.Reply call(String method, String path, String body, String... fields) {
        CosmosFixture.Reply reply = fixture.call(method, path, body, fields);
        assertTrue(reply.status() < 300, () -> body + ": " + reply.body());
        return reply;
    }

    private void replace(String policy) {
        call("PUT", "/dbs/d/colls/c", CONTAINER.formatted(policy));
    }

    private CosmosFixture.Reply page(String query, @Nullable String continuation) {
        List<String> fields = new ArrayList<>(List.of(
                "x-ms-documentdb-isquery",
                "true",
                "x-ms-documentdb-query-enablecrosspartition",
                "true",
                "x-ms-max-item-count",
                "2"));
        if (continuation != null) {
            fields.add("x-ms-continuation");
            fields.add(continuation);
        }
        String body = JSON.writeValueAsString(Map.of("query", query));
        return call("POST", ITEMS, body, fields.toArray(String[]::new));
    }

    private static List<String> idsOf(CosmosFixture.Reply page) {
        return JSON.readTree(page.body())
                .get("Documents")
                .valueStream()
                .map(JsonNode::stringValue)
                .toList();
    }

    /** Reads all pages, and has the index dropped behind the first. */
    private List<String> pagesAcross(String query) {
        CosmosFixture.Reply page = page(query, null);
        List<String> ids = new ArrayList<>(idsOf(page));
        assertNotNull(page.field("x-ms-continuation"));
        replace("{}");
        for (String next = page.field("x-ms-continuation"); next != null; next = page.field("x-ms-continuation")) {
            page = page(query, next);
            ids.addAll(idsOf(page));
        }
        return ids;
    }

    @Test
    void pagesOfWordsGoOnWithoutTheirIndex() {
        List<String> ids = pagesAcross("SELECT VALUE c.id FROM c WHERE FullTextContainsAny(c.t, 'alpha', 'beta')");
        assertEquals(8, ids.size(), ids.toString());
        assertEquals(new TreeSet<>(List.of("0", "1", "3", "4", "6", "7", "9", "10")), new TreeSet<>(ids));
    }

    @Test
    void pagesOfPlacesGoOnWithoutTheirIndex() {
        List<String> ids =
                pagesAcross("SELECT VALUE c.id FROM c WHERE ST_DISTANCE(c.at, {'type': 'Point', 'coordinates':"
                        + " [0, 0]}) < 5000");
        assertEquals(new TreeSet<>(List.of("0", "1", "2", "3", "4")), new TreeSet<>(ids));
        assertEquals(5, ids.size(), ids.toString());
    }

    @Test
    void vectorsAreForgottenWithTheirIndex() {
        Collection collection = Objects.requireNonNull(fixture.engine().find(new CollectionName("cosmos", "d", "c")));
        String query = "SELECT TOP 2 VALUE c.id FROM c ORDER BY VectorDistance(c.v, [7, 1])";
        List<String> found = idsOf(page(query, null));
        assertEquals("7", found.getFirst());
        int columns = collection.vectors().columns();
        assertTrue(columns > 0);
        replace(WITH_ALL);
        assertEquals(columns, collection.vectors().columns());
        replace("{}");
        assertEquals(0, collection.vectors().columns());
        assertEquals(found, idsOf(page(query, null)));
        assertEquals(0, collection.vectors().columns());
    }
}
