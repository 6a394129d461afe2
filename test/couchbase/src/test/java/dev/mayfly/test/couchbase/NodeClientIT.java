package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.test.harness.NodeClients;
import dev.mayfly.test.harness.NodeClients.Outcome;
import dev.mayfly.test.testkit.CouchbaseEndpoint;
import dev.mayfly.test.testkit.Fresh;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scripts with the SDK for JavaScript print what they print against the server. */
@MayflyTest(faces = {MayflyFace.COUCHBASE, MayflyFace.ADMIN})
@Fresh
final class NodeClientIT {
    @TempDir
    private Path home = Path.of("");

    @BeforeAll
    static void install() {
        NodeClients.install();
    }

    @ParameterizedTest
    @ValueSource(strings = {"client", "expiry", "transactions"})
    void scriptPrintsWhatIsExpected(String script, CouchbaseEndpoint endpoint, MayflyServer server) {
        String admin = server.connectionString(FaceName.ADMIN);
        Outcome outcome = NodeClients.node(
                home, script + ".mjs", endpoint.connectionString(), endpoint.user(), endpoint.password(), admin);
        assertEquals(NodeClients.expected(script), outcome.printed());
        assertEquals(0, outcome.exitCode());
    }
}
