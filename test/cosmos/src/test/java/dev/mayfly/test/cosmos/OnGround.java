package dev.mayfly.test.cosmos;

import com.azure.cosmos.CosmosClient;
import dev.mayfly.test.testkit.CosmosEndpoint;
import dev.mayfly.test.testkit.MayflyClock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;

/** Tests that have a {@link Ground} each. */
abstract class OnGround {
    Ground ground;

    @BeforeEach
    final void prepareGround(CosmosClient client, CosmosEndpoint endpoint, MayflyClock clock, TestInfo test) {
        ground = new Ground(client, endpoint, clock, test);
    }
}
