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
import com.couchbase.client.java.ClusterOptions;
import com.couchbase.client.java.diagnostics.WaitUntilReadyOptions;
import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The SDK for Java finds its way in and out. */
@MayflyTest(faces = MayflyFace.COUCHBASE)
final class BootstrapIT {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Test
    void clientOpensABucketPingsItAndLeaves(MayflyServer server) {
        Cluster cluster = Cluster.connect(server.connectionString(FaceName.COUCHBASE), "Administrator", "password");
        try {
            Bucket bucket = cluster.bucket("default");
            bucket.waitUntilReady(PATIENCE);
            PingResult ping = bucket.ping();
            assertEquals(
                    Set.of(ServiceType.KV, ServiceType.QUERY), ping.endpoints().keySet());
            ping.endpoints()
                    .forEach((service, endpoints) ->
                            assertEquals(PingState.OK, endpoints.getFirst().state(), service::toString));
            assertTrue(cluster.diagnostics().endpoints().containsKey(ServiceType.KV));
        } finally {
            cluster.disconnect();
        }
    }

    @Test
    void encryptedClientUsesTheSamePorts(@TempDir Path folder) throws Exception {
        Map<Setting, String> settings =
                Map.of(Setting.DATA, folder.resolve("data").toString(), Setting.TLS, "auto");
        try (LocalServer server = LocalServer.start(settings)) {
            // The server's own file holds its key too.
            String pem = Files.readString(folder.resolve("data").resolve("certificate.pem"));
            Path certificate = folder.resolve("trusted.pem");
            String end = "-----END CERTIFICATE-----";
            Files.writeString(
                    certificate,
                    pem.substring(pem.indexOf("-----BEGIN CERTIFICATE-----"), pem.lastIndexOf(end) + end.length()));
            Cluster cluster = Cluster.connect(
                    server.server().connectionString(FaceName.COUCHBASE),
                    ClusterOptions.clusterOptions("Administrator", "password")
                            .environment(environment -> environment.securityConfig(
                                    security -> security.enableTls(true).trustCertificate(certificate))));
            try {
                cluster.bucket("default").waitUntilReady(PATIENCE);
                cluster.ping()
                        .endpoints()
                        .forEach((service, endpoints) ->
                                assertEquals(PingState.OK, endpoints.getFirst().state(), service::toString));
            } finally {
                cluster.disconnect();
            }
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
