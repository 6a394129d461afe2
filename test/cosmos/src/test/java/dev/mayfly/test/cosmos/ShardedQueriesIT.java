package dev.mayfly.test.cosmos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemIdentity;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.PartitionKeyDefinitionVersion;
import com.fasterxml.jackson.databind.JsonNode;
import dev.mayfly.app.server.config.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Queries over a container of several ranges, as the SDK distributes them. */
final class ShardedQueriesIT {
    private static final int ITEMS = 120;
    private static final int SHARDS = 4;

    private static LocalServer server;
    private static CosmosClient client;
    private static CosmosContainer container;

    @BeforeAll
    static void fill() throws Exception {
        server = LocalServer.start(Map.of(Setting.SHARDS, "" + SHARDS));
        client = server.client();
        client.createDatabase("app");
        CosmosContainerProperties properties = new CosmosContainerProperties("c", "/pk");
        properties.setPartitionKeyDefinition(Ground.paths("/pk").setVersion(PartitionKeyDefinitionVersion.V2));
        client.getDatabase("app").createContainer(properties);
        container = client.getDatabase("app").getContainer("c");
        for (int number = 0; number < ITEMS; number++) {
            String key = "p" + number;
            container.createItem(
                    Ground.item("i" + number, "\"pk\":\"" + key + "\",\"n\":" + number + ",\"g\":" + number % 3),
                    new PartitionKey(key),
                    new CosmosItemRequestOptions());
        }
    }

    @AfterAll
    static void close() {
        client.close();
        server.close();
    }

    private static List<String> rows(String query, CosmosQueryRequestOptions options, int page) {
        List<String> rows = new ArrayList<>();
        for (FeedResponse<JsonNode> each :
                container.queryItems(query, options, JsonNode.class).iterableByPage(page)) {
            each.getResults().forEach(row -> rows.add(row.toString()));
        }
        return rows;
    }

    private static List<String> rows(String query) {
        return rows(query, new CosmosQueryRequestOptions(), 7);
    }

    private static List<String> numbers(int from, int until) {
        return IntStream.range(from, until).mapToObj(Integer::toString).toList();
    }

    @Test
    void itemsOfAllRangesAreFoundOnce() {
        assertEquals(SHARDS, container.getFeedRanges().size());
        List<String> found = rows("SELECT VALUE c.n FROM c WHERE c.n >= 20");
        assertEquals(ITEMS - 20, found.size());
        assertEquals(new TreeSet<>(numbers(20, ITEMS)), new TreeSet<>(found));
        assertEquals(ITEMS, rows("SELECT * FROM c").size());
    }

    @Test
    void sortedRowsAreSortedOverAllRanges() {
        assertEquals(numbers(0, ITEMS), rows("SELECT VALUE c.n FROM c ORDER BY c.n"));
        assertEquals(numbers(0, ITEMS).reversed(), rows("SELECT VALUE c.n FROM c ORDER BY c.n DESC"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT VALUE COUNT(1) FROM c | [120]",
                "SELECT VALUE SUM(c.n) FROM c WHERE c.n < 10 | [45]",
                "SELECT VALUE MAX(c.n) FROM c | [119]",
                "SELECT TOP 3 VALUE c.n FROM c ORDER BY c.n | [0, 1, 2]",
                "SELECT VALUE c.n FROM c ORDER BY c.n OFFSET 117 LIMIT 9 | [117, 118, 119]",
                "SELECT DISTINCT VALUE c.g FROM c ORDER BY c.g | [0, 1, 2]",
                "SELECT COUNT(1) AS n, SUM(c.g) AS s FROM c | [{'n':120,'s':120}]",
                "SELECT VALUE {'all': COUNT(1)} FROM c | [{'all':120}]",
                "SELECT VALUE 1 | [1]",
            })
    void rowsOfAllItemsTogetherAreMadeOnce(String query, String expected) {
        assertEquals(expected.replace('\'', '"'), rows(query).toString());
    }

    @Test
    void groupsAreOverAllRanges() {
        assertEquals(
                Set.of("{\"g\":0,\"n\":40}", "{\"g\":1,\"n\":40}", "{\"g\":2,\"n\":40}"),
                new TreeSet<>(rows("SELECT c.g, COUNT(1) AS n FROM c GROUP BY c.g")));
    }

    @Test
    void oneRangeIsQueriedByItself() {
        List<String> found = new ArrayList<>();
        for (FeedRange range : container.getFeedRanges()) {
            CosmosQueryRequestOptions options = new CosmosQueryRequestOptions().setFeedRange(range);
            List<String> ofRange = rows("SELECT VALUE c.n FROM c WHERE c.n >= 0", options, 50);
            assertTrue(ofRange.size() > 10 && ofRange.size() < 60, ofRange::toString);
            found.addAll(ofRange);
        }
        assertEquals(ITEMS, found.size());
        assertEquals(new TreeSet<>(numbers(0, ITEMS)), new TreeSet<>(found));
    }

    @Test
    void rowsOfTheFirstRangeAreSortedAndCountedByThemselves() {
        FeedRange first = container.getFeedRanges().getFirst();
        List<String> sorted =
                rows("SELECT VALUE c.n FROM c ORDER BY c.n", new CosmosQueryRequestOptions().setFeedRange(first), 50);
        assertTrue(sorted.size() > 10 && sorted.size() < 60, sorted::toString);
        assertEquals(
                List.of("" + sorted.size()),
                rows("SELECT VALUE COUNT(1) FROM c", new CosmosQueryRequestOptions().setFeedRange(first), 50));
    }

    @Test
    void aLogicalPartitionIsQueriedByItself() {
        CosmosQueryRequestOptions options = new CosmosQueryRequestOptions().setPartitionKey(new PartitionKey("p17"));
        assertEquals(List.of("17"), rows("SELECT VALUE c.n FROM c ORDER BY c.n", options, 5));
    }

    @Test
    void manyItemsAreReadFromTheirRanges() {
        List<CosmosItemIdentity> wanted = IntStream.range(0, 50)
                .mapToObj(number -> new CosmosItemIdentity(new PartitionKey("p" + number), "i" + number))
                .toList();
        assertEquals(50, container.readMany(wanted, JsonNode.class).getResults().size());
    }
}
