package dev.mayfly.test.cosmos;

import static dev.mayfly.test.cosmos.Ground.PARTITION;
import static dev.mayfly.test.cosmos.Ground.item;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosBulkOperations;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemOperation;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import dev.mayfly.app.cli.Mayfly;
import dev.mayfly.app.cli.show.Terminal;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.config.Setting;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A running account is copied, range by range of its partition keys. */
final class CosmosCopyIT {
    private static final int ITEMS = 2_500;

    private static LocalServer server(String shards) throws Exception {
        return LocalServer.start(
                Map.of(Setting.FACES, "cosmos,admin", Setting.ADMIN_PORT, "0", Setting.SHARDS, shards));
    }

    private static CosmosContainer container(CosmosClient client) {
        client.createDatabase("shop");
        CosmosContainerProperties definition = new CosmosContainerProperties("carts", "/pk");
        definition.setDefaultTimeToLiveInSeconds(3_600);
        client.getDatabase("shop").createContainer(definition);
        return client.getDatabase("shop").getContainer("carts");
    }

    @Test
    void itemsComeWithTheirLifetimesFromAllRanges() throws Exception {
        try (LocalServer source = server("4");
                LocalServer target = server("1");
                CosmosClient from = LocalServer.builder(source.endpoint()).buildClient();
                CosmosClient to = LocalServer.builder(target.endpoint()).buildClient()) {
            CosmosContainer old = container(from);
            CosmosContainer copied = container(to);
            List<CosmosItemOperation> all = IntStream.range(0, ITEMS)
                    .mapToObj(i -> CosmosBulkOperations.getCreateItemOperation(
                            Ground.json("{\"id\":\"i" + i + "\",\"pk\":\"p" + i % 50 + "\"}"),
                            new PartitionKey("p" + i % 50)))
                    .toList();
            old.executeBulkOperations(all)
                    .forEach(
                            response -> assertEquals(201, response.getResponse().getStatusCode()));
            old.createItem(item("short", "\"ttl\":60"), PARTITION, new CosmosItemRequestOptions());
            old.createItem(item("ever", "\"ttl\":-1"), PARTITION, new CosmosItemRequestOptions());
            old.createItem(item("dead", "\"ttl\":1"), PARTITION, new CosmosItemRequestOptions());
            source.advance(Duration.ofSeconds(30));
            target.advance(Duration.ofSeconds(30));

            StringWriter said = new StringWriter();
            PrintWriter writer = new PrintWriter(said, true);
            int exit = Mayfly.run(
                    writer,
                    writer,
                    Terminal.none(InputStream.nullInputStream()),
                    "import",
                    "--from",
                    "AccountEndpoint=" + source.endpoint().http() + ";AccountKey="
                            + source.endpoint().key() + ";",
                    "--url",
                    target.server().connectionString(FaceName.ADMIN));

            assertEquals(0, exit, said.toString());
            assertEquals(ITEMS + 2L, count(copied), said.toString());
            JsonNode before =
                    old.readItem("i7", new PartitionKey("p7"), JsonNode.class).getItem();
            JsonNode after = copied.readItem("i7", new PartitionKey("p7"), JsonNode.class)
                    .getItem();
            assertEquals(before.get("_ts"), after.get("_ts"));
            target.advance(Duration.ofSeconds(30));
            Refusal.expect(404, () -> copied.readItem("short", PARTITION, JsonNode.class));
            assertEquals(ITEMS + 1L, count(copied));
            target.advance(Duration.ofSeconds(3_540));
            assertEquals(1L, count(copied));
        }
    }

    private static long count(CosmosContainer container) {
        return container
                .queryItems("SELECT VALUE COUNT(1) FROM c", new CosmosQueryRequestOptions(), Long.class)
                .stream()
                .mapToLong(Long::longValue)
                .sum();
    }
}
