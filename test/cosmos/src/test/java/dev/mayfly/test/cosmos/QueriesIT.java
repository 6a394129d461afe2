package dev.mayfly.test.cosmos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.azure.cosmos.models.CompositePath;
import com.azure.cosmos.models.CompositePathSortOrder;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.IndexingPolicy;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Queries through the SDK for Java, page by page. */
@MayflyTest(faces = MayflyFace.COSMOS)
final class QueriesIT extends OnGround {
    private static final int ITEMS = 50;

    /** Fills the container with items in three partitions. */
    private void fill() {
        CosmosContainerProperties definition = ground.definition();
        IndexingPolicy policy = new IndexingPolicy();
        policy.setCompositeIndexes(List.of(List.of(
                new CompositePath().setPath("/group").setOrder(CompositePathSortOrder.ASCENDING),
                new CompositePath().setPath("/number").setOrder(CompositePathSortOrder.DESCENDING))));
        ground.create(definition.setIndexingPolicy(policy));
        for (int number = 0; number < ITEMS; number++) {
            ObjectNode item = Ground.json("{}");
            item.put("id", "i" + number).put("pk", "p" + number % 3).put("number", number);
            item.put("group", number % 5).put("text", "text " + number);
            item.putArray("tags").add("even" + number % 2).add(number);
            ground.container().createItem(item, new PartitionKey("p" + number % 3), new CosmosItemRequestOptions());
        }
    }

    private List<Integer> numbers(String query) {
        return ground.query(query, Integer.class);
    }

    @Test
    void queriesFilterSortAndCount() {
        fill();
        assertEquals(List.of(7), numbers("SELECT VALUE c.number FROM c WHERE c.id = 'i7'"));
        assertEquals(
                List.of(49, 48), numbers("SELECT VALUE c.number FROM c WHERE c.number > 47 ORDER BY c.number DESC"));
        assertEquals(List.of(3, 4), numbers("SELECT VALUE c.number FROM c ORDER BY c.number OFFSET 3 LIMIT 2"));
        assertEquals(List.of(0, 1), numbers("SELECT TOP 2 VALUE c.number FROM c ORDER BY c.number"));
        assertEquals(List.of(ITEMS), numbers("SELECT VALUE COUNT(1) FROM c"));
        assertEquals(List.of(1225), numbers("SELECT VALUE SUM(c.number) FROM c"));
        assertEquals(List.of(24.5), ground.query("SELECT VALUE AVG(c.number) FROM c", Double.class));
        assertEquals(5, ground.query("SELECT DISTINCT c.group FROM c").size());
        assertEquals(
                5,
                ground.query("SELECT c.group, COUNT(1) AS n FROM c GROUP BY c.group")
                        .size());
        assertEquals(
                List.of(45, 40), numbers("SELECT TOP 2 VALUE c.number FROM c ORDER BY c.group ASC, c.number DESC"));
        assertEquals(
                25,
                ground.query("SELECT VALUE c.id FROM c JOIN t IN c.tags WHERE t = 'even0'", String.class)
                        .size());
        assertEquals(
                11,
                ground.query("SELECT * FROM c WHERE STARTSWITH(c.text, 'text 4')")
                        .size());
        assertEquals(
                List.of(Ground.json("{\"a\":1,\"b\":{\"c\":[\"i1\"]}}")),
                ground.query("SELECT c.number AS a, {\"c\": [c.id]} AS b FROM c WHERE c.number = 1"));
    }

    @Test
    void parametersAreValues() {
        fill();
        SqlQuerySpec query = new SqlQuerySpec(
                "SELECT VALUE c.number FROM c WHERE c.text = @text OR ARRAY_CONTAINS(@ids, c.id) ORDER BY c.number",
                List.of(new SqlParameter("@text", "text 3"), new SqlParameter("@ids", List.of("i1", "i2"))));
        assertEquals(
                List.of(1, 2, 3),
                ground.container().queryItems(query, new CosmosQueryRequestOptions(), Integer.class).stream()
                        .toList());
    }

    @Test
    void partitionKeyRestrictsAQuery() {
        fill();
        CosmosQueryRequestOptions one = new CosmosQueryRequestOptions().setPartitionKey(new PartitionKey("p1"));
        assertEquals(
                List.of(17),
                ground.container().queryItems("SELECT VALUE COUNT(1) FROM c", one, Integer.class).stream()
                        .toList());
    }

    @Test
    void pagesHoldWhatWasAskedForAndMissNothing() {
        fill();
        for (String order :
                List.of("", " ORDER BY c.number", " ORDER BY c.text DESC", " ORDER BY c.group, c.number DESC")) {
            List<String> ids = new ArrayList<>();
            String token = null;
            do {
                FeedResponse<JsonNode> page = page("SELECT * FROM c" + order, token);
                assertTrue(page.getResults().size() <= 7);
                page.getResults().forEach(each -> ids.add(each.get("id").textValue()));
                token = page.getContinuationToken();
            } while (token != null);
            assertEquals(ITEMS, ids.size(), order);
            assertEquals(ITEMS, ids.stream().distinct().count(), order);
        }
    }

    private FeedResponse<JsonNode> page(String query, @Nullable String token) {
        return ground.container()
                .queryItems(query, new CosmosQueryRequestOptions(), JsonNode.class)
                .iterableByPage(token, 7)
                .iterator()
                .next();
    }

    @Test
    void mistakesInQueriesAreTold() {
        fill();
        Refusal.expect(400, "SC1001", () -> ground.query("SELECT * FORM c"));
        Refusal.expect(400, () -> ground.query("SELECT * FROM c WHERE NO_SUCH_FUNCTION(c.id)"));
        Refusal.expect(400, () -> ground.query("SELECT * FROM c ORDER BY c.text, c.number"));
    }

    @Test
    void indexMetricsAreToldWhenAskedFor() {
        fill();
        CosmosQueryRequestOptions options =
                new CosmosQueryRequestOptions().setIndexMetricsEnabled(true).setQueryMetricsEnabled(true);
        FeedResponse<JsonNode> page = ground.container()
                .queryItems("SELECT * FROM c WHERE c.number = 5", options, JsonNode.class)
                .iterableByPage()
                .iterator()
                .next();
        assertEquals(1, page.getResults().size());
        assertTrue(page.getCosmosDiagnostics().toString().contains("/number/?"), page.getCosmosDiagnostics()::toString);
    }

    @Test
    void chargesGrowWithWhatIsRead() {
        fill();
        double one = charge("SELECT * FROM c WHERE c.number = 1");
        double all = charge("SELECT * FROM c");
        assertTrue(one > 2 && all > 2 * one, one + " " + all);
    }

    private double charge(String query) {
        return IntStream.range(0, 1)
                .mapToObj(_ -> ground.container()
                        .queryItems(query, new CosmosQueryRequestOptions(), JsonNode.class)
                        .iterableByPage()
                        .iterator()
                        .next())
                .mapToDouble(FeedResponse::getRequestCharge)
                .sum();
    }
}
