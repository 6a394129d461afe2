package dev.mayfly.test.cosmos;

import static dev.mayfly.test.cosmos.Ground.PARTITION;
import static dev.mayfly.test.cosmos.Ground.item;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosScripts;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.CosmosStoredProcedureProperties;
import com.azure.cosmos.models.CosmosStoredProcedureRequestOptions;
import com.azure.cosmos.models.CosmosTriggerProperties;
import com.azure.cosmos.models.CosmosUserDefinedFunctionProperties;
import com.azure.cosmos.models.TriggerOperation;
import com.azure.cosmos.models.TriggerType;
import com.fasterxml.jackson.databind.JsonNode;
import dev.mayfly.app.server.config.Setting;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A server that was started with {@code --scripts off} keeps scripts, and refuses to run them as the protocol refuses. */
final class ScriptsOffIT {
    private static final String OFF = "--scripts off";

    @Test
    void scriptsAreKeptAndRefused() throws Exception {
        try (LocalServer server = LocalServer.start(Map.of(Setting.SCRIPTS, "off"));
                CosmosClient client = server.client()) {
            client.createDatabase("d");
            client.getDatabase("d").createContainer(new CosmosContainerProperties("c", "/pk"));
            CosmosContainer container = client.getDatabase("d").getContainer("c");
            CosmosScripts scripts = container.getScripts();
            scripts.createStoredProcedure(new CosmosStoredProcedureProperties("p", "function () {}"));
            scripts.createUserDefinedFunction(
                    new CosmosUserDefinedFunctionProperties("f", "function (x) { return x; }"));
            CosmosTriggerProperties trigger = new CosmosTriggerProperties("t", "function () {}");
            trigger.setTriggerType(TriggerType.PRE).setTriggerOperation(TriggerOperation.ALL);
            scripts.createTrigger(trigger);

            CosmosStoredProcedureRequestOptions options = new CosmosStoredProcedureRequestOptions();
            options.setPartitionKey(PARTITION);
            Refusal.expect(400, OFF, () -> scripts.getStoredProcedure("p").execute(List.of(), options));
            CosmosItemRequestOptions triggered = new CosmosItemRequestOptions().setPreTriggerInclude(List.of("t"));
            Refusal.expect(400, OFF, () -> container.createItem(item("a", ""), PARTITION, triggered));
            Refusal.expect(400, OFF, () -> rows(container, "SELECT VALUE udf.f(c.n) FROM c"));
            container.createItem(item("a", ""), PARTITION, new CosmosItemRequestOptions());
            assertEquals(1, rows(container, "SELECT c.id FROM c"));
        }
    }

    private static long rows(CosmosContainer container, String query) {
        return container.queryItems(query, new CosmosQueryRequestOptions(), JsonNode.class).stream()
                .count();
    }
}
