package dev.mayfly.test.cosmos;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.test.harness.NodeClients;
import dev.mayfly.test.harness.NodeClients.Outcome;
import dev.mayfly.test.harness.PageExamples;
import dev.mayfly.test.harness.PageExamples.Block;
import dev.mayfly.test.testkit.CosmosEndpoint;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program of the quick start prints what the page shows. */
@MayflyTest(faces = {MayflyFace.COSMOS, MayflyFace.ADMIN})
final class QuickStartPageIT {
    @TempDir
    private Path home = Path.of("");

    @BeforeAll
    static void install() {
        NodeClients.install();
    }

    @Test
    void programPrintsWhatThePageShows(CosmosEndpoint endpoint, MayflyServer server) {
        List<Block> blocks = PageExamples.of(Path.of("../../docs/start/cosmos.md"));
        String program = PageExamples.only(blocks, PageExamples.Kind.PROGRAM);
        String here = program.replace("http://localhost:8081/", endpoint.http());
        Outcome outcome = NodeClients.program(home, here, server.connectionString(FaceName.ADMIN));
        String shown = PageExamples.only(blocks, PageExamples.Kind.OUTPUT);
        assertEquals(PageExamples.settled(shown), PageExamples.settled(outcome.printed()));
        assertEquals(0, outcome.exitCode());
    }
}
