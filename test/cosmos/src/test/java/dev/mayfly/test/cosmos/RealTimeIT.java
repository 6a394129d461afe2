package dev.mayfly.test.cosmos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.fasterxml.jackson.databind.JsonNode;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.test.harness.Await;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import org.junit.jupiter.api.Test;

/** A second on the machine's own clock is a second. */
@MayflyTest(clock = "system", faces = MayflyFace.COSMOS)
final class RealTimeIT {
    private static long now() {
        return SystemClock.INSTANCE.wallMillis();
    }

    @Test
    void itemDiesAfterItsSecondsAndNotBefore(CosmosClient client) {
        client.createDatabase("real");
        client.getDatabase("real")
                .createContainer(new CosmosContainerProperties("sessions", "/pk").setDefaultTimeToLiveInSeconds(-1));
        CosmosContainer sessions = client.getDatabase("real").getContainer("sessions");
        long written = sessions.createItem(
                        Ground.item("dies", "\"ttl\":2"), Ground.PARTITION, new CosmosItemRequestOptions())
                .getItem()
                .get("_ts")
                .longValue();
        sessions.createItem(Ground.item("lives", ""), Ground.PARTITION, new CosmosItemRequestOptions());
        long deadline = (written + 2) * 1000;
        Await.until("the item is gone", () -> {
            long before = now();
            boolean isThere = isThere(sessions);
            long after = now();
            // The server looked at its clock somewhere between the two.
            assertTrue(isThere || after >= deadline, "gone early");
            assertTrue(!isThere || before < deadline, "there late");
            return !isThere;
        });
        assertEquals(
                200,
                sessions.readItem("lives", Ground.PARTITION, JsonNode.class).getStatusCode());
    }

    private static boolean isThere(CosmosContainer sessions) {
        try {
            return sessions.readItem("dies", Ground.PARTITION, JsonNode.class).getStatusCode() == 200;
        } catch (CosmosException missing) {
            assertEquals(404, missing.getStatusCode());
            return false;
        }
    }
}
