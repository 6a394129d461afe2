package dev.mayfly.test.couchbase;

import com.couchbase.client.java.Cluster;
import dev.mayfly.app.server.MayflyServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;

/** Tests that have a {@link Ground} each. */
abstract class OnGround {
    Ground ground;

    @BeforeEach
    final void prepareGround(MayflyServer server, Cluster cluster, TestInfo test) {
        ground = Ground.of(server, cluster, test);
    }

    @AfterEach
    final void closeGround() {
        ground.close();
    }
}
