package dev.mayfly.test.cosmos;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.azure.cosmos.CosmosClient;
import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.test.harness.NodeClients;
import dev.mayfly.test.harness.NodeClients.Outcome;
import dev.mayfly.test.harness.PageExamples;
import dev.mayfly.test.harness.PageExamples.Block;
import dev.mayfly.test.harness.SnippetCompiler;
import dev.mayfly.test.testkit.CosmosEndpoint;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.net.URLClassLoader;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the README shows of the SDKs of Azure Cosmos DB runs as it is printed. */
@Tag("slow")
@MayflyTest(faces = {MayflyFace.COSMOS, MayflyFace.ADMIN})
final class CosmosReadmeIT {
    @TempDir
    private Path folder = Path.of("");

    @BeforeAll
    static void install() {
        NodeClients.install();
    }

    private static String printed(String beginning) {
        return PageExamples.of(Path.of("../../README.md")).stream()
                .map(Block::text)
                .filter(text -> text.startsWith(beginning))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void clientsConnectAndTheContainerForgets(CosmosEndpoint endpoint, MayflyServer server) throws Exception {
        String node = printed("// @azure/cosmos for Node").replace("http://localhost:8081/", endpoint.http());
        String program =
                "import { CosmosClient } from '@azure/cosmos';\nconst key = '" + endpoint.key() + "';\n" + node + "\n";
        Outcome outcome = NodeClients.program(folder, program, server.connectionString(FaceName.ADMIN));
        assertEquals(0, outcome.exitCode(), outcome.printed());

        String java = printed("// azure-cosmos for Java").replace("https://localhost:8081/", endpoint.https());
        String text = "import com.azure.cosmos.*;\npublic final class Connecting {\n"
                + "public static CosmosClient connect(String key) {\n" + java + "\nreturn client;\n}\n}\n";
        try (URLClassLoader loader = SnippetCompiler.compile(folder, "Connecting", text);
                CosmosClient client = (CosmosClient) loader.loadClass("Connecting")
                        .getMethod("connect", String.class)
                        .invoke(null, endpoint.key())) {
            assertEquals(
                    1800,
                    client.getDatabase("shop")
                            .getContainer("carts")
                            .read()
                            .getProperties()
                            .getDefaultTimeToLiveInSeconds());
        }
    }
}
