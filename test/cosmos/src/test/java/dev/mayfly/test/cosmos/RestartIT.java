package dev.mayfly.test.cosmos;

import static dev.mayfly.test.cosmos.Ground.PARTITION;
import static dev.mayfly.test.cosmos.Ground.item;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.CosmosUserProperties;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.ThroughputProperties;
import com.azure.cosmos.models.UniqueKey;
import com.azure.cosmos.models.UniqueKeyPolicy;
import com.fasterxml.jackson.databind.JsonNode;
import dev.mayfly.app.server.config.Setting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a client was told holds when the server is started again. */
final class RestartIT {
    @TempDir
    private Path folder = Path.of("");

    private LocalServer start() throws Exception {
        return LocalServer.start(
                Map.of(Setting.DATA, folder.resolve("data").toString(), Setting.CLOCK, "virtual@2026-01-01T00:00:00Z"));
    }

    private LocalServer startAgain() throws Exception {
        return LocalServer.start(Map.of(Setting.DATA, folder.resolve("data").toString(), Setting.CLOCK, "virtual"));
    }

    private static CosmosContainer container(CosmosClient client) {
        return client.getDatabase("app").getContainer("c");
    }

    private static void create(CosmosClient client, CosmosContainerProperties definition) {
        client.createDatabase("app");
        client.getDatabase("app").createContainer(definition, ThroughputProperties.createManualThroughput(600));
    }

    private static CosmosContainerProperties definition(int defaultTtl) {
        return new CosmosContainerProperties("c", "/pk").setDefaultTimeToLiveInSeconds(defaultTtl);
    }

    private static JsonNode put(CosmosContainer container, String id, String more) {
        return container
                .createItem(item(id, more), PARTITION, new CosmosItemRequestOptions())
                .getItem();
    }

    @Test
    void resourcesAndItemsAreThereAgain() throws Exception {
        JsonNode before;
        String etag;
        String rid;
        try (LocalServer server = start();
                CosmosClient client = server.client()) {
            CosmosContainerProperties definition = definition(-1);
            definition.setUniqueKeyPolicy(
                    new UniqueKeyPolicy().setUniqueKeys(List.of(new UniqueKey(List.of("/mail")))));
            create(client, definition);
            client.getDatabase("app").createUser(new CosmosUserProperties().setId("ann"));
            before = put(container(client), "a", "\"mail\":\"x\"");
            put(container(client), "deleted", "\"mail\":\"y\"");
            container(client).deleteItem("deleted", PARTITION, new CosmosItemRequestOptions());
            var properties = container(client).read().getProperties();
            etag = properties.getETag();
            rid = properties.getResourceId();
        }
        try (LocalServer server = startAgain();
                CosmosClient client = server.client()) {
            CosmosContainer container = container(client);
            assertEquals(-1, container.read().getProperties().getDefaultTimeToLiveInSeconds());
            assertEquals(etag, container.read().getProperties().getETag());
            assertEquals(rid, container.read().getProperties().getResourceId());
            assertEquals(600, container.readThroughput().getProperties().getManualThroughput());
            assertEquals(
                    "ann",
                    client.getDatabase("app")
                            .getUser("ann")
                            .read()
                            .getProperties()
                            .getId());
            assertEquals(
                    before, container.readItem("a", PARTITION, JsonNode.class).getItem());
            Refusal.expect(404, () -> container.readItem("deleted", PARTITION, JsonNode.class));
            Refusal.expect(409, () -> put(container, "b", "\"mail\":\"x\""));
            JsonNode after = put(container, "c", "\"mail\":\"y\"");
            assertNotEquals(before.get("_rid"), after.get("_rid"));
            CosmosItemRequestOptions unchanged = new CosmosItemRequestOptions()
                    .setIfMatchETag(before.get("_etag").textValue());
            assertEquals(
                    200,
                    container
                            .replaceItem(item("a", ""), "a", PARTITION, unchanged)
                            .getStatusCode());
        }
    }

    @Test
    void itemsDieInTimeAndTheDeadStayDead() throws Exception {
        try (LocalServer server = start();
                CosmosClient client = server.client()) {
            create(client, definition(60));
            put(container(client), "first", "");
            server.advance(Duration.ofSeconds(30));
            put(container(client), "second", "");
            put(container(client), "forever", "\"ttl\":-1");
            server.advance(Duration.ofSeconds(30));
            assertEquals(List.of("forever", "second"), ids(container(client)));
        }
        try (LocalServer server = startAgain();
                CosmosClient client = server.client()) {
            assertEquals(List.of("forever", "second"), ids(container(client)));
            server.advance(Duration.ofSeconds(30).minusMillis(1));
            assertEquals(List.of("forever", "second"), ids(container(client)));
            server.advance(Duration.ofMillis(1));
            assertEquals(List.of("forever"), ids(container(client)));
        }
    }

    @Test
    void changeIsTakenBackAfterARestart() throws Exception {
        try (LocalServer server = start();
                CosmosClient client = server.client()) {
            create(client, definition(10_000));
            put(container(client), "a", "");
            server.advance(Duration.ofSeconds(100));
            setDefaultTtl(client, 1);
            assertEquals(List.of(), ids(container(client)));
        }
        try (LocalServer server = startAgain();
                CosmosClient client = server.client()) {
            assertEquals(List.of(), ids(container(client)));
            setDefaultTtl(client, 10_000);
            assertEquals(List.of("a"), ids(container(client)));
        }
    }

    private static void setDefaultTtl(CosmosClient client, int seconds) {
        container(client).replace(container(client).read().getProperties().setDefaultTimeToLiveInSeconds(seconds));
    }

    private static List<String> ids(CosmosContainer container) {
        return container
                .queryItems("SELECT VALUE c.id FROM c ORDER BY c.id", new CosmosQueryRequestOptions(), String.class)
                .stream()
                .toList();
    }

    @Test
    void queriesAndFeedsGoOnWhereTheyWere() throws Exception {
        List<String> queried = new ArrayList<>();
        List<String> fed = new ArrayList<>();
        String page;
        String feed;
        try (LocalServer server = start();
                CosmosClient client = server.client()) {
            create(client, definition(-1));
            IntStream.range(0, 20).forEach(number -> put(container(client), "i" + number, "\"v\":" + number));
            FeedResponse<JsonNode> first = page(container(client), null);
            page = first.getContinuationToken();
            collect(first, queried);
            feed = changes(
                    container(client),
                    CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(FeedRange.forFullRange()),
                    fed);
            put(container(client), "later", "");
        }
        assertFalse(page == null || page.isEmpty());
        try (LocalServer server = startAgain();
                CosmosClient client = server.client()) {
            for (String next = page; next != null; ) {
                FeedResponse<JsonNode> more = page(container(client), next);
                collect(more, queried);
                next = more.getContinuationToken();
            }
            assertEquals(IntStream.range(0, 20).mapToObj(number -> "i" + number).toList(), queried);
            List<String> since = new ArrayList<>();
            changes(container(client), CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(feed), since);
            assertEquals(20, fed.size());
            assertEquals(List.of("later"), since);
        }
    }

    private static void collect(FeedResponse<JsonNode> page, List<String> ids) {
        page.getResults().forEach(each -> ids.add(each.get("id").textValue()));
    }

    private static FeedResponse<JsonNode> page(CosmosContainer container, @Nullable String token) {
        String query = "SELECT * FROM c WHERE IS_DEFINED(c.v) ORDER BY c.v";
        return container
                .queryItems(query, new CosmosQueryRequestOptions(), JsonNode.class)
                .iterableByPage(token, 3)
                .iterator()
                .next();
    }

    private static String changes(CosmosContainer container, CosmosChangeFeedRequestOptions options, List<String> ids) {
        String next = "";
        for (FeedResponse<JsonNode> page :
                container.queryChangeFeed(options, JsonNode.class).iterableByPage()) {
            collect(page, ids);
            next = page.getContinuationToken();
        }
        return next;
    }
}
