package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.couchbase.client.core.diagnostics.ClusterState;
import com.couchbase.client.core.diagnostics.DiagnosticsResult;
import com.couchbase.client.core.diagnostics.EndpointPingReport;
import com.couchbase.client.core.diagnostics.PingState;
import com.couchbase.client.core.service.ServiceType;
import com.couchbase.client.java.AsyncCollection;
import com.couchbase.client.java.Cluster;
import com.couchbase.client.java.Collection;
import com.couchbase.client.java.ReactiveCollection;
import com.couchbase.client.java.kv.UpsertOptions;
import dev.mayfly.test.testkit.CouchbaseEndpoint;
import dev.mayfly.test.testkit.Fresh;
import dev.mayfly.test.testkit.MayflyClock;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The SDK for Java from connection to end: blocking, asynchronous, reactive. */
@MayflyTest(faces = MayflyFace.COUCHBASE)
@Fresh
final class JavaClientIT {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration LIFETIME = Duration.ofSeconds(60);

    private Cluster cluster;

    @BeforeEach
    void connect(CouchbaseEndpoint endpoint) {
        cluster = LocalServer.connect(endpoint);
    }

    @AfterEach
    void close() {
        cluster.disconnect();
    }

    private static UpsertOptions dying() {
        return UpsertOptions.upsertOptions().expiry(LIFETIME);
    }

    @Test
    void clientBecomesReadyPingsAndTells() {
        cluster.waitUntilReady(PATIENCE);
        cluster.bucket("default").waitUntilReady(PATIENCE);
        var services = cluster.bucket("default").ping().endpoints();
        for (ServiceType service : List.of(ServiceType.KV, ServiceType.QUERY)) {
            List<EndpointPingReport> reports = services.get(service);
            assertNotNull(reports, () -> service + " is not in " + services);
            assertFalse(reports.isEmpty());
            for (EndpointPingReport report : reports) {
                assertEquals(PingState.OK, report.state(), report::toString);
            }
        }
        assertFalse(services.containsKey(ServiceType.SEARCH));
        DiagnosticsResult diagnostics = cluster.diagnostics();
        assertEquals(ClusterState.ONLINE, diagnostics.state(), diagnostics::toString);
        assertTrue(diagnostics.endpoints().containsKey(ServiceType.KV));
    }

    @Test
    void blockingClientLivesAWholeLife(MayflyClock clock) {
        Collection sessions = cluster.bucket("default").defaultCollection();
        sessions.upsert("ann", Ground.document(), dying());
        assertEquals(Ground.document(), sessions.get("ann").contentAsObject());
        var rows = cluster.query("SELECT META(d).id, d.n FROM `default` d USE KEYS \"ann\"")
                .rowsAsObject();
        assertEquals("ann", rows.getFirst().getString("id"));
        clock.advance(LIFETIME.plusSeconds(1));
        assertFalse(sessions.exists("ann").exists());
        assertEquals(
                List.of(),
                cluster.query("SELECT d.n FROM `default` d USE KEYS \"ann\"").rowsAsObject());
    }

    @Test
    void asynchronousClientLivesAWholeLife(MayflyClock clock) throws Exception {
        AsyncCollection sessions = cluster.async().bucket("default").defaultCollection();
        sessions.upsert("ann", Ground.document(), dying()).get(30, TimeUnit.SECONDS);
        assertEquals(
                Ground.document(), sessions.get("ann").get(30, TimeUnit.SECONDS).contentAsObject());
        clock.advance(LIFETIME.plusSeconds(1));
        assertFalse(sessions.exists("ann").get(30, TimeUnit.SECONDS).exists());
    }

    @Test
    void reactiveClientLivesAWholeLife(MayflyClock clock) {
        ReactiveCollection sessions = cluster.reactive().bucket("default").defaultCollection();
        var found = sessions.upsert("ann", Ground.document(), dying())
                .then(sessions.get("ann"))
                .block(PATIENCE);
        assertNotNull(found);
        assertEquals(Ground.document(), found.contentAsObject());
        clock.advance(LIFETIME.plusSeconds(1));
        var exists = sessions.exists("ann").block(PATIENCE);
        assertTrue(exists != null && !exists.exists());
    }
}
