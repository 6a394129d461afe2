package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.couchbase.client.core.diagnostics.PingResult;
import com.couchbase.client.core.diagnostics.PingState;
import com.couchbase.client.core.error.UnambiguousTimeoutException;
import com.couchbase.client.core.service.ServiceType;
import com.couchbase.client.java.Bucket;
import com.couchbase.client.java.Cluster;
import com.couchbase.client.java.diagnostics.WaitUntilReadyOptions;
import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.test.testkit.MayflyTest;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The SDK for Java finds its way in and out. */
@MayflyTest(faces = FaceName.COUCHBASE)
final class BootstrapIT {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Test
    void clientOpensABucketPingsItAndLeaves(MayflyServer server) {
        Cluster cluster =
                Cluster.connect(server.connectionString(FaceName.COUCHBASE), "Administrator", "password");
        try {
            Bucket bucket = cluster.bucket("default");
            bucket.waitUntilReady(PATIENCE);
            PingResult ping = bucket.ping();
            assertEquals(Set.of(ServiceType.KV, ServiceType.QUERY), ping.endpoints().keySet());
            ping.endpoints()
                    .forEach((service, endpoints) -> assertEquals(
                            PingState.OK, endpoints.getFirst().state(), service::toString));
            assertTrue(cluster.diagnostics().endpoints().containsKey(ServiceType.KV));
        } finally {
            cluster.disconnect();
        }
    }

    @Test
    void wrongPasswordOpensNothing(MayflyServer server) {
        Cluster cluster = Cluster.connect(server.connectionString(FaceName.COUCHBASE), "Administrator", "wrong");
        try {
            Bucket bucket = cluster.bucket("default");
            assertThrows(
                    UnambiguousTimeoutException.class,
                    () -> bucket.waitUntilReady(
                            Duration.ofSeconds(2),
                            WaitUntilReadyOptions.waitUntilReadyOptions().serviceTypes(ServiceType.KV)));
        } finally {
            cluster.disconnect();
        }
    }
}
