package dev.mayfly.test.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.mayfly.test.harness.PageExamples;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** The whole test that the guide to testing shows compiles as it is printed, and passes. */
final class TestingGuideTest {
    private static final String NAME = "SessionTest";

    @TempDir
    private Path classes = Path.of("");

    @Test
    void printedTestPasses() throws Exception {
        String printed = PageExamples.of(Path.of("../../docs/guides/testing.md")).stream()
                .filter(block -> block.language().equals("java") && block.text().startsWith("import static "))
                .map(PageExamples.Block::text)
                .findFirst()
                .orElseThrow();
        compile(printed);
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())) {
            TestExecutionSummary summary = run(loader.loadClass(NAME));
            assertEquals(1, summary.getTestsSucceededCount(), () -> failures(summary));
            assertEquals(0, summary.getTotalFailureCount(), () -> failures(summary));
        }
    }

    private void compile(String text) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        JavaFileObject source =
                new SimpleJavaFileObject(URI.create("string:///" + NAME + ".java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return text;
                    }
                };
        StringWriter said = new StringWriter();
        List<String> options =
                List.of("-d", classes.toString(), "-cp", System.getProperty("java.class.path"), "-proc:none");
        boolean isCompiled = compiler.getTask(said, null, null, options, null, List.of(source))
                .call();
        assertTrue(isCompiled, said::toString);
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
