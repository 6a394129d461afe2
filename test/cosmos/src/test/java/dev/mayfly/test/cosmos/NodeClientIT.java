package dev.mayfly.test.cosmos;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.test.harness.NodeClients;
import dev.mayfly.test.harness.NodeClients.Outcome;
import dev.mayfly.test.testkit.CosmosEndpoint;
import dev.mayfly.test.testkit.Fresh;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scripts with the SDK for JavaScript print what they print against the service. */
@MayflyTest(faces = {MayflyFace.COSMOS, MayflyFace.ADMIN})
@Fresh
final class NodeClientIT {
    @TempDir
    private Path home = Path.of("");

    @BeforeAll
    static void install() {
        NodeClients.install();
    }

    @ParameterizedTest
    @ValueSource(strings = {"client", "ttl", "feed", "computed"})
    void scriptPrintsWhatIsExpected(String script, CosmosEndpoint endpoint, MayflyServer server) {
        assertPrints(script, endpoint.http(), endpoint, server);
    }

    @ParameterizedTest
    @ValueSource(strings = "client")
    void encryptedScriptPrintsTheSame(String script, CosmosEndpoint endpoint, MayflyServer server) {
        assertPrints(script, endpoint.https(), endpoint, server);
    }

    private void assertPrints(String script, String uri, CosmosEndpoint endpoint, MayflyServer server) {
        String admin = server.connectionString(FaceName.ADMIN);
        Outcome outcome = NodeClients.node(home, script + ".mjs", uri, endpoint.key(), admin);
        assertEquals(NodeClients.expected(script), outcome.printed());
        assertEquals(0, outcome.exitCode());
    }
}
