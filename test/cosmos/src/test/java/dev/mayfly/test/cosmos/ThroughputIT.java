package dev.mayfly.test.cosmos;

import static dev.mayfly.test.cosmos.Ground.PARTITION;
import static dev.mayfly.test.cosmos.Ground.item;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.ThrottlingRetryOptions;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchResponse;
import com.azure.cosmos.models.CosmosBulkItemResponse;
import com.azure.cosmos.models.CosmosBulkOperationResponse;
import com.azure.cosmos.models.CosmosBulkOperations;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemOperation;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.CosmosStoredProcedureProperties;
import com.azure.cosmos.models.CosmosStoredProcedureRequestOptions;
import com.azure.cosmos.models.ThroughputProperties;
import com.fasterxml.jackson.databind.JsonNode;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.face.api.ThroughputUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** With enforced throughput a container serves the request units it was provided with, and no more. */
final class ThroughputIT {
    private static final String DATABASE = "units";
    /** The charge of creating an item of less than a kilobyte. */
    private static final double CREATE = 5;

    private LocalServer server;
    private CosmosClient client;

    @BeforeEach
    void start() throws Exception {
        server = LocalServer.start(Map.of(Setting.COSMOS_THROUGHPUT, "enforce"));
        client = LocalServer.builder(server.endpoint())
                .throttlingRetryOptions(new ThrottlingRetryOptions().setMaxRetryAttemptsOnThrottledRequests(0))
                .buildClient();
        client.createDatabase(DATABASE);
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    private CosmosContainer container(String name, ThroughputProperties provided) {
        CosmosContainerProperties definition = new CosmosContainerProperties(name, "/pk");
        definition.setDefaultTimeToLiveInSeconds(-1);
        client.getDatabase(DATABASE).createContainer(definition, provided);
        return client.getDatabase(DATABASE).getContainer(name);
    }

    /** Creates items until one is refused; returns how many were created. */
    private static int createUntilRefused(CosmosContainer container, String prefix, String more) {
        for (int count = 0; ; count++) {
            try {
                container.createItem(item(prefix + count, more), PARTITION, new CosmosItemRequestOptions());
            } catch (CosmosException refused) {
                assertEquals(429, refused.getStatusCode());
                assertEquals(3200, refused.getSubStatusCode());
                assertTrue(refused.getRetryAfterDuration().toMillis() > 0, refused::toString);
                return count;
            }
        }
    }

    private ThroughputUsage usage() {
        return server.server().cosmosThroughput().getFirst();
    }

    @Test
    void manualThroughputServesItsUnitsEachSecond() {
        CosmosContainer container = container("manual", ThroughputProperties.createManualThroughput(400));
        assertEquals(400 / CREATE, createUntilRefused(container, "a", ""));
        Refusal.expect(429, () -> container.readItem("a0", PARTITION, JsonNode.class));
        Refusal.expect(
                429,
                () -> container.queryItems("SELECT * FROM c", new CosmosQueryRequestOptions(), JsonNode.class).stream()
                        .toList());
        server.advance(Duration.ofSeconds(1));
        assertEquals(400 / CREATE, createUntilRefused(container, "b", ""));
        assertEquals(800, usage().used());
        assertEquals(400, usage().provided());
        assertEquals(4, usage().throttled());
    }

    @Test
    void autoscaleServesItsMaximumAndAReplacedOfferCountsWithinASecond() {
        CosmosContainer container = container("auto", ThroughputProperties.createAutoscaledThroughput(1_000));
        assertEquals(1_000 / CREATE, createUntilRefused(container, "a", ""));
        container.replaceThroughput(ThroughputProperties.createAutoscaledThroughput(2_000));
        server.advance(Duration.ofSeconds(1));
        assertEquals(2_000 / CREATE, createUntilRefused(container, "b", ""));
    }

    @Test
    void containersOfADatabaseWithThroughputShareIt() {
        client.createDatabase("shared", ThroughputProperties.createManualThroughput(400));
        for (String name : new String[] {"one", "two"}) {
            client.getDatabase("shared").createContainer(new CosmosContainerProperties(name, "/pk"));
        }
        CosmosContainer one = client.getDatabase("shared").getContainer("one");
        CosmosContainer two = client.getDatabase("shared").getContainer("two");
        assertEquals(400 / CREATE, createUntilRefused(one, "a", ""));
        Refusal.expect(429, () -> two.createItem(item("b", ""), PARTITION, new CosmosItemRequestOptions()));
    }

    @Test
    void aBatchIsChargedForAllItDoesAndOverdrawsOnce() {
        CosmosContainer container = container("batch", ThroughputProperties.createManualThroughput(400));
        CosmosBatch batch = CosmosBatch.createCosmosBatch(PARTITION);
        for (int i = 0; i < 100; i++) {
            batch.createItemOperation(item("i" + i, ""));
        }
        CosmosBatchResponse done = container.executeCosmosBatch(batch);
        assertEquals(200, done.getStatusCode());
        assertEquals(100 * CREATE, done.getRequestCharge());
        CosmosException refused =
                assertThrows(CosmosException.class, () -> container.readItem("i0", PARTITION, JsonNode.class));
        assertEquals(251, refused.getRetryAfterDuration().toMillis());
        server.advance(Duration.ofMillis(251));
        assertEquals(200, container.readItem("i0", PARTITION, JsonNode.class).getStatusCode());
    }

    /** The last operation that is accepted may overdraw, as a request may. */
    @Test
    void aScriptAcceptsOperationsWhileItsContainerHasUnits() {
        CosmosContainer container = container("scripted", ThroughputProperties.createManualThroughput(400));
        container.getScripts().createStoredProcedure(new CosmosStoredProcedureProperties("fill", """
                function fill(prefix) {
                  var collection = getContext().getCollection();
                  var count = 0;
                  function next() {
                    var item = {id: prefix + count, pk: 'p'};
                    var isAccepted = collection.createDocument(collection.getSelfLink(), item, function (error) {
                      if (error) throw error;
                      count++;
                      next();
                    });
                    if (!isAccepted) getContext().getResponse().setBody(count);
                  }
                  next();
                }
                """));
        assertEquals("80", fill(container, "a"));
        Refusal.expect(429, () -> container.readItem("a79", PARTITION, JsonNode.class));
        server.advance(Duration.ofMillis(500));
        assertEquals(
                "40",
                fill(container, "b"),
                "there are 199 units, of which the last operation needs more than are left");
        server.advance(Duration.ofSeconds(1));
        assertEquals(200, container.readItem("b39", PARTITION, JsonNode.class).getStatusCode());
    }

    private static String fill(CosmosContainer container, String prefix) {
        CosmosStoredProcedureRequestOptions options = new CosmosStoredProcedureRequestOptions();
        options.setPartitionKey(PARTITION);
        return container
                .getScripts()
                .getStoredProcedure("fill")
                .execute(List.of(prefix), options)
                .getResponseAsString();
    }

    private static List<CosmosItemOperation> creations(int items) {
        List<CosmosItemOperation> operations = new ArrayList<>();
        for (int i = 0; i < items; i++) {
            operations.add(CosmosBulkOperations.getCreateItemOperation(item("i" + i, ""), PARTITION));
        }
        return operations;
    }

    @Test
    void operationsOfABulkBeyondTheUnitsAreRefusedOneByOne() {
        CosmosContainer container = container("bulk", ThroughputProperties.createManualThroughput(400));
        int created = 0;
        int refused = 0;
        for (CosmosBulkOperationResponse<Object> answer : container.executeBulkOperations(creations(100))) {
            CosmosBulkItemResponse response = answer.getResponse();
            if (response.getStatusCode() == 201) {
                created++;
            } else {
                assertEquals(429, response.getStatusCode());
                assertEquals(3200, response.getSubStatusCode());
                assertTrue(response.getRetryAfterDuration().toMillis() > 0);
                refused++;
            }
        }
        assertEquals(400 / CREATE, created);
        assertEquals(100 - 400 / CREATE, refused);
        assertEquals(400, usage().used());
        server.advance(Duration.ofSeconds(1));
        assertEquals(80L, count(container));
    }

    @Test
    void theBulkOfTheSdkTriesAgainUntilThereAreUnits() throws Exception {
        try (LocalServer real =
                        LocalServer.start(Map.of(Setting.COSMOS_THROUGHPUT, "enforce", Setting.CLOCK, "system"));
                CosmosClient patient = LocalServer.builder(real.endpoint()).buildClient()) {
            patient.createDatabase(DATABASE);
            patient.getDatabase(DATABASE).createContainer(new CosmosContainerProperties("real", "/pk"));
            CosmosContainer container = patient.getDatabase(DATABASE).getContainer("real");
            for (CosmosBulkOperationResponse<Object> answer : container.executeBulkOperations(creations(120))) {
                assertEquals(201, answer.getResponse().getStatusCode());
            }
            assertTrue(real.server().cosmosThroughput().getFirst().throttled() > 0);
        }
    }

    @Test
    void theSdkTriesAgainUntilThereAreUnits() throws Exception {
        try (LocalServer real =
                        LocalServer.start(Map.of(Setting.COSMOS_THROUGHPUT, "enforce", Setting.CLOCK, "system"));
                CosmosClient patient = LocalServer.builder(real.endpoint()).buildClient()) {
            patient.createDatabase(DATABASE);
            patient.getDatabase(DATABASE).createContainer(new CosmosContainerProperties("real", "/pk"));
            CosmosContainer container = patient.getDatabase(DATABASE).getContainer("real");
            CosmosBatch batch = CosmosBatch.createCosmosBatch(PARTITION);
            for (int i = 0; i < 100; i++) {
                batch.createItemOperation(item("i" + i, ""));
            }
            assertEquals(200, container.executeCosmosBatch(batch).getStatusCode());
            assertEquals(
                    200, container.readItem("i0", PARTITION, JsonNode.class).getStatusCode());
            assertTrue(real.server().cosmosThroughput().getFirst().throttled() > 0);
        }
    }

    @Test
    void expiredItemsAreGoneAtOnceAndPurgedByWhatIsLeft() {
        CosmosContainer container = container("purge", ThroughputProperties.createManualThroughput(400));
        for (int second = 0; second < 5; second++) {
            assertEquals(400 / CREATE, createUntilRefused(container, second + "-", "\"ttl\":" + (60 - second)));
            server.advance(Duration.ofSeconds(1));
        }
        server.advance(Duration.ofSeconds(55));
        assertEquals(0L, count(container));
        assertTrue(stored() > 0, "all was purged at once");
        for (int second = 0; second < 20; second++) {
            server.advance(Duration.ofSeconds(1));
        }
        assertEquals(0, stored());
        assertEquals(400 * CREATE, usage().purged(), 1);
    }

    private static long count(CosmosContainer container) {
        return container
                .queryItems("SELECT VALUE COUNT(1) FROM c", new CosmosQueryRequestOptions(), Long.class)
                .stream()
                .findFirst()
                .orElseThrow();
    }

    private long stored() {
        return server.server()
                .engine()
                .find(new CollectionName("cosmos", DATABASE, "purge"))
                .storedSize()
                .documents();
    }
}
