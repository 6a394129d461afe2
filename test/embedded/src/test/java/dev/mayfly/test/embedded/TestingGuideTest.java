package dev.mayfly.test.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.mayfly.test.harness.PageExamples;
import dev.mayfly.test.harness.SnippetCompiler;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URLClassLoader;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** The tests that the guide to testing and the README show compile as they are printed, and pass. */
final class TestingGuideTest {
    private static final String NAME = "SessionTest";

    private static final String IMPORTS = """
            import static com.mongodb.client.model.Filters.eq;
            import static org.junit.jupiter.api.Assertions.assertNotNull;
            import static org.junit.jupiter.api.Assertions.assertNull;
            import com.mongodb.client.MongoClient;
            import com.mongodb.client.MongoCollection;
            import com.mongodb.client.model.IndexOptions;
            import com.mongodb.client.model.Indexes;
            import dev.mayfly.test.testkit.MayflyClock;
            import dev.mayfly.test.testkit.MayflyTest;
            import java.time.Duration;
            import java.util.Date;
            import java.util.concurrent.TimeUnit;
            import org.bson.Document;
            import org.junit.jupiter.api.Test;
            """;

    private static final String SETUP = """
            MongoCollection<Document> sessions = client.getDatabase("app").getCollection("sessions");
            sessions.createIndex(Indexes.ascending("seen"), new IndexOptions().expireAfter(30L, TimeUnit.MINUTES));
            sessions.insertOne(new Document("_id", "alice").append("seen", Date.from(clock.now())));
            assertNotNull(sessions.find(eq("_id", "alice")).first());
            """;

    @TempDir
    private Path classes = Path.of("");

    @Test
    void printedTestPasses() throws Exception {
        String printed = PageExamples.of(Path.of("../../docs/guides/testing.md")).stream()
                .filter(block -> block.language().equals("java") && block.text().startsWith("import static "))
                .map(PageExamples.Block::text)
                .findFirst()
                .orElseThrow();
        assertPasses(printed);
    }

    /** The README leaves out what every test has. */
    @Test
    void testOfTheReadmePasses() throws Exception {
        String printed = PageExamples.of(Path.of("../../README.md")).stream()
                .filter(block -> block.language().equals("java") && block.text().startsWith("@MayflyTest"))
                .map(PageExamples.Block::text)
                .findFirst()
                .orElseThrow();
        String comment = "// ... create the index, insert a session\n";
        assertTrue(printed.contains(comment), printed);
        assertPasses(IMPORTS + printed.replace(comment, SETUP));
    }

    private void assertPasses(String text) throws Exception {
        try (URLClassLoader loader = SnippetCompiler.compile(classes, NAME, text)) {
            TestExecutionSummary summary = run(loader.loadClass(NAME));
            assertEquals(1, summary.getTestsSucceededCount(), () -> failures(summary));
            assertEquals(0, summary.getTotalFailureCount(), () -> failures(summary));
        }
    }

    private static TestExecutionSummary run(Class<?> test) {
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(test))
                .build();
        LauncherFactory.create().execute(request, listener);
        return listener.getSummary();
    }

    private static String failures(TestExecutionSummary summary) {
        StringWriter written = new StringWriter();
        summary.printFailuresTo(new PrintWriter(written, true));
        return written.toString();
    }
}
