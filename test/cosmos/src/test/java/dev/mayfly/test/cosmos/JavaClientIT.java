package dev.mayfly.test.cosmos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.azure.cosmos.ConsistencyLevel;
import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.fasterxml.jackson.databind.JsonNode;
import dev.mayfly.test.testkit.CosmosEndpoint;
import dev.mayfly.test.testkit.Fresh;
import dev.mayfly.test.testkit.MayflyClock;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The SDK for Java from construction to close: both kinds of clients, encrypted and plain. */
@MayflyTest(faces = MayflyFace.COSMOS)
@Fresh
final class JavaClientIT {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @BeforeAll
    static void acceptAnyCertificate() {
        System.setProperty("COSMOS.EMULATOR_SERVER_CERTIFICATE_VALIDATION_DISABLED", "true");
        System.setProperty("COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED", "true");
        System.setProperty("COSMOS.DISABLE_IMDS_ACCESS", "true");
    }

    private static CosmosClientBuilder builder(CosmosEndpoint endpoint, String scheme) {
        return new CosmosClientBuilder()
                .endpoint(scheme.equals("https") ? endpoint.https() : endpoint.http())
                .key(endpoint.key())
                .gatewayMode()
                .consistencyLevel(ConsistencyLevel.SESSION)
                .contentResponseOnWriteEnabled(true);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http", "https"})
    void blockingClientLivesAWholeLife(String scheme, CosmosEndpoint endpoint, MayflyClock clock) {
        try (CosmosClient client = builder(endpoint, scheme).buildClient()) {
            assertEquals(201, client.createDatabase("shop").getStatusCode());
            client.getDatabase("shop")
                    .createContainer(new CosmosContainerProperties("carts", "/pk").setDefaultTimeToLiveInSeconds(60));
            CosmosContainer carts = client.getDatabase("shop").getContainer("carts");
            var created = carts.createItem(Ground.item("1", ""), Ground.PARTITION, new CosmosItemRequestOptions());
            assertEquals(201, created.getStatusCode());
            assertTrue(created.getRequestCharge() > 0);
            assertTrue(created.getSessionToken().matches("\\d+:-1#\\d+"), created.getSessionToken());
            assertEquals(
                    created.getItem(),
                    carts.readItem("1", Ground.PARTITION, JsonNode.class).getItem());
            assertEquals(
                    List.of("1"),
                    carts.queryItems("SELECT VALUE c.id FROM c", new CosmosQueryRequestOptions(), String.class).stream()
                            .toList());
            clock.advance(Duration.ofSeconds(60));
            Refusal.expect(404, () -> carts.readItem("1", Ground.PARTITION, JsonNode.class));
            assertEquals(204, carts.delete().getStatusCode());
            assertEquals(204, client.getDatabase("shop").delete().getStatusCode());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http", "https"})
    void asynchronousClientLivesAWholeLife(String scheme, CosmosEndpoint endpoint, MayflyClock clock) {
        try (CosmosAsyncClient client = builder(endpoint, scheme).buildAsyncClient()) {
            client.createDatabase("shop").block(PATIENCE);
            client.getDatabase("shop")
                    .createContainer(new CosmosContainerProperties("carts", "/pk").setDefaultTimeToLiveInSeconds(60))
                    .block(PATIENCE);
            CosmosAsyncContainer carts = client.getDatabase("shop").getContainer("carts");
            var created = carts.createItem(Ground.item("1", ""), Ground.PARTITION, new CosmosItemRequestOptions())
                    .block(PATIENCE);
            assertTrue(created != null && created.getStatusCode() == 201);
            List<String> ids = carts.queryItems("SELECT VALUE c.id FROM c", String.class)
                    .collectList()
                    .block(PATIENCE);
            assertEquals(List.of("1"), ids);
            clock.advance(Duration.ofSeconds(60));
            Refusal.expect(
                    404,
                    () -> carts.readItem("1", Ground.PARTITION, JsonNode.class).block(PATIENCE));
            client.getDatabase("shop").delete().block(PATIENCE);
        }
    }
}
