package dev.mayfly.test.cosmos;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.fasterxml.jackson.databind.JsonNode;
import dev.mayfly.app.server.config.Setting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Every announced region sees an item expire at the same instant. */
final class RegionsIT {
    private static final List<String> REGIONS = List.of("West Europe", "East US");

    @Test
    void itemIsGoneInAllRegionsAtOnce() throws Exception {
        Map<Setting, String> regions = Map.of(Setting.COSMOS_REGIONS, String.join(",", REGIONS));
        try (LocalServer server = LocalServer.start(regions)) {
            JsonNode account =
                    server.wire().send("GET", "/", Map.of(), (String) null).json();
            List<String> announced = new ArrayList<>();
            account.get("readableLocations")
                    .forEach(each -> announced.add(each.get("name").textValue()));
            assertEquals(REGIONS, announced);
            List<CosmosClient> clients =
                    List.of(server.client(), server.client("West Europe"), server.client("East US", "West Europe"));
            try {
                goesTheSameEverywhere(server, clients);
            } finally {
                clients.forEach(CosmosClient::close);
            }
        }
    }

    private static void goesTheSameEverywhere(LocalServer server, List<CosmosClient> clients) {
        clients.getFirst().createDatabase("app");
        clients.getFirst()
                .getDatabase("app")
                .createContainer(new CosmosContainerProperties("c", "/pk").setDefaultTimeToLiveInSeconds(10));
        List<CosmosContainer> views = clients.stream()
                .map(client -> client.getDatabase("app").getContainer("c"))
                .toList();
        views.getLast().createItem(Ground.item("a", ""), Ground.PARTITION, new CosmosItemRequestOptions());
        server.advance(Duration.ofSeconds(10).minusMillis(1));
        for (CosmosContainer view : views) {
            assertEquals(
                    200, view.readItem("a", Ground.PARTITION, JsonNode.class).getStatusCode());
        }
        server.advance(Duration.ofMillis(1));
        for (CosmosContainer view : views) {
            Refusal.expect(404, () -> view.readItem("a", Ground.PARTITION, JsonNode.class));
        }
    }
}
