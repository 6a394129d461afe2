package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.test.harness.NodeClients;
import dev.mayfly.test.harness.NodeClients.Outcome;
import dev.mayfly.test.harness.PageExamples;
import dev.mayfly.test.harness.PageExamples.Block;
import dev.mayfly.test.testkit.CouchbaseEndpoint;
import dev.mayfly.test.testkit.Fresh;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The programs of the quick start and of the guide to caches print what the pages show. */
@MayflyTest(faces = {MayflyFace.COUCHBASE, MayflyFace.ADMIN})
@Fresh
final class ProgramPagesIT {
    @TempDir
    private Path home = Path.of("");

    @BeforeAll
    static void install() {
        NodeClients.install();
    }

    @ParameterizedTest
    @ValueSource(strings = {"start/couchbase.md", "guides/cache.md"})
    void programPrintsWhatThePageShows(String page, CouchbaseEndpoint endpoint, MayflyServer server) {
        List<Block> blocks = PageExamples.of(Path.of("../../docs", page));
        String program = PageExamples.only(blocks, PageExamples.Kind.PROGRAM);
        String here = program.replace("couchbase://127.0.0.1", endpoint.connectionString());
        Outcome outcome = NodeClients.program(home, here, server.connectionString(FaceName.ADMIN));
        String shown = PageExamples.only(blocks, PageExamples.Kind.OUTPUT);
        assertEquals(PageExamples.settled(shown), PageExamples.settled(outcome.printed()));
        assertEquals(0, outcome.exitCode());
    }
}
