package dev.mayfly.test.cosmos;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosFullTextIndex;
import com.azure.cosmos.models.CosmosFullTextPath;
import com.azure.cosmos.models.CosmosFullTextPolicy;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.IndexingPolicy;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.PartitionKeyDefinitionVersion;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import dev.mayfly.app.server.config.Setting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Searches for words through the SDK, in one range and in several, and after a restart. */
final class FullTextIT {
    private static final String RANKED =
            "SELECT VALUE c.id FROM c ORDER BY RANK FullTextScore(c.text, 'bicycle', 'red')";
    private static final String FUSED = "SELECT TOP 3 VALUE c.id FROM c"
            + " ORDER BY RANK RRF(FullTextScore(c.text, @words), FullTextScore(c.title, 'bell'), [1, 3])";

    @TempDir
    private Path folder = Path.of("");

    private LocalServer start(int shards, String clock) throws Exception {
        return LocalServer.start(Map.of(
                Setting.DATA,
                folder.resolve("data").toString(),
                Setting.CLOCK,
                clock,
                Setting.SHARDS,
                Integer.toString(shards)));
    }

    private static CosmosContainerProperties definition() {
        CosmosContainerProperties properties =
                new CosmosContainerProperties("c", "/pk").setDefaultTimeToLiveInSeconds(-1);
        properties.setPartitionKeyDefinition(Ground.paths("/pk").setVersion(PartitionKeyDefinitionVersion.V2));
        properties.setFullTextPolicy(new CosmosFullTextPolicy()
                .setDefaultLanguage("en-US")
                .setPaths(List.of(path("/text"), path("/title"))));
        properties.setIndexingPolicy(
                new IndexingPolicy().setCosmosFullTextIndexes(List.of(new CosmosFullTextIndex().setPath("/text"))));
        return properties;
    }

    private static CosmosFullTextPath path(String path) {
        return new CosmosFullTextPath().setPath(path).setLanguage("en-US");
    }

    private static void put(CosmosContainer container, String id, String title, String text, String more) {
        container.createItem(
                Ground.json("{\"id\":\"" + id + "\",\"pk\":\"p" + id + "\",\"title\":\"" + title + "\",\"text\":\""
                        + text + "\"" + more + "}"),
                new PartitionKey("p" + id),
                new CosmosItemRequestOptions());
    }

    private static List<String> ids(CosmosContainer container, SqlQuerySpec query, int page) {
        List<String> ids = new ArrayList<>();
        for (FeedResponse<String> each : container
                .queryItems(query, new CosmosQueryRequestOptions(), String.class)
                .iterableByPage(page)) {
            ids.addAll(each.getResults());
        }
        return ids;
    }

    private static List<String> ids(CosmosContainer container, String query) {
        return ids(container, new SqlQuerySpec(query), 2);
    }

    private static CosmosContainer container(CosmosClient client) {
        return client.getDatabase("app").getContainer("c");
    }

    private static void assertAfterExpiry(CosmosContainer container) {
        assertEquals(List.of("a", "c"), ids(container, RANKED).subList(0, 2));
        assertEquals(List.of(), ids(container, "SELECT VALUE c.id FROM c WHERE FullTextContains(c.text, 'helmets')"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void itemsAreFoundAndRankedByTheirWords(int shards) throws Exception {
        try (LocalServer server = start(shards, "virtual@2026-01-01T00:00:00Z");
                CosmosClient client = server.client()) {
            client.createDatabase("app");
            client.getDatabase("app").createContainer(definition());
            CosmosContainer container = container(client);
            CosmosContainerProperties kept = container.read().getProperties();
            assertEquals(
                    "/text",
                    kept.getIndexingPolicy()
                            .getCosmosFullTextIndexes()
                            .getFirst()
                            .getPath());
            assertEquals("en-US", kept.getFullTextPolicy().getDefaultLanguage());
            put(container, "a", "Bicycle", "a red bicycle that is red", "");
            put(container, "b", "Helmet", "red, a helmet for the bicycle", ",\"ttl\":10");
            put(container, "c", "Bell", "bicycle bells are small and loud and cheap", "");
            put(container, "d", "Map", "of hills", "");
            assertEquals(List.of("a", "b", "c", "d"), ids(container, RANKED));
            assertEquals(
                    List.of("a"),
                    ids(container, "SELECT VALUE c.id FROM c WHERE FullTextContains(c.text, 'red bicycles')"));
            assertEquals(
                    List.of("d"), ids(container, "SELECT VALUE c.id FROM c WHERE FullTextContainsAll(c.text, 'hill')"));
            SqlQuerySpec fused = new SqlQuerySpec(FUSED, new SqlParameter("@words", List.of("red", "helmet")));
            assertEquals(List.of("c", "b", "a"), ids(container, fused, 2));
            server.server().virtualClock().orElseThrow().advance(Duration.ofSeconds(10));
            assertAfterExpiry(container);
        }
        try (LocalServer server = start(shards, "virtual");
                CosmosClient client = server.client()) {
            assertAfterExpiry(container(client));
        }
    }
}
