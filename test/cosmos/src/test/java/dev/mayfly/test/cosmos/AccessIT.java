package dev.mayfly.test.cosmos;

import static dev.mayfly.test.cosmos.Ground.PARTITION;
import static dev.mayfly.test.cosmos.Ground.item;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncUser;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosPermissionProperties;
import com.azure.cosmos.models.CosmosPermissionRequestOptions;
import com.azure.cosmos.models.CosmosUserProperties;
import com.azure.cosmos.models.PermissionMode;
import com.azure.cosmos.models.ThroughputProperties;
import com.fasterxml.jackson.databind.JsonNode;
import dev.mayfly.test.testkit.CosmosEndpoint;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The rights of users and tokens, and the throughput that is asked for. */
@MayflyTest(faces = MayflyFace.COSMOS)
final class AccessIT extends OnGround {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private CosmosEndpoint endpoint;

    @BeforeEach
    void prepare(CosmosEndpoint at) {
        endpoint = at;
    }

    @Test
    void wrongKeyIsRefused() {
        Wire wrong = new Wire(endpoint.http(), "AAAA" + endpoint.key().substring(4));
        Wire.Answer answer = wrong.send("GET", "/dbs", Map.of(), (String) null);
        assertEquals(401, answer.status());
        assertTrue(answer.isRefusal(), answer::toString);
    }

    @Test
    void oldDateAndMissingSignatureAreRefused() {
        String old = "Thu, 01 Jan 2026 00:00:00 GMT";
        Wire.Answer late = ground.wire()
                .send(
                        "GET",
                        "/dbs",
                        Map.of("x-ms-date", old, "authorization", ground.wire().signature("GET", "/dbs", old)),
                        (String) null);
        assertTrue(late.status() == 401 || late.status() == 403, late::toString);
        assertTrue(late.isRefusal(), late::toString);
        Wire.Answer none = ground.wire().send("GET", "/dbs", Map.of("authorization", ""), (String) null);
        assertEquals(401, none.status());
        assertTrue(none.isRefusal(), none::toString);
    }

    @Test
    void permissionLetsItsUserDoWhatItSaysAndNoMore(CosmosAsyncClient asyncClient) {
        ground.createWithoutTtl();
        ground.put("a");
        ground.database().createUser(new CosmosUserProperties().setId(ground.name()));
        CosmosPermissionProperties asked = new CosmosPermissionProperties()
                .setId("reads")
                .setContainerName(ground.name())
                .setPermissionMode(PermissionMode.READ);
        CosmosAsyncUser user = asyncClient.getDatabase(Ground.DATABASE).getUser(ground.name());
        CosmosPermissionProperties permission = Objects.requireNonNull(
                        user.createPermission(asked, new CosmosPermissionRequestOptions())
                                .block(PATIENCE))
                .getProperties();
        assertEquals(1, user.readAllPermissions().count().block(PATIENCE));
        try (CosmosClient reader = new CosmosClientBuilder()
                .endpoint(endpoint.http())
                .resourceToken(permission.getToken())
                .gatewayMode()
                .buildClient()) {
            CosmosContainer container = reader.getDatabase(Ground.DATABASE).getContainer(ground.name());
            assertEquals(200, container.readItem("a", PARTITION, JsonNode.class).getStatusCode());
            Refusal.expect(403, () -> container.createItem(item("b", ""), PARTITION, new CosmosItemRequestOptions()));
        }
        ground.assertThere("a");
    }

    @Test
    void throughputIsStoredAndShown() {
        ground.database().createContainer(ground.definition(), ThroughputProperties.createManualThroughput(500));
        assertEquals(500, ground.container().readThroughput().getProperties().getManualThroughput());
        ground.container().replaceThroughput(ThroughputProperties.createManualThroughput(700));
        assertEquals(700, ground.container().readThroughput().getProperties().getManualThroughput());
        Ground scaled = new Ground(ground);
        scaled.database().createContainer(scaled.definition(), ThroughputProperties.createAutoscaledThroughput(4000));
        assertEquals(4000, scaled.container().readThroughput().getProperties().getAutoscaleMaxThroughput());
    }
}
