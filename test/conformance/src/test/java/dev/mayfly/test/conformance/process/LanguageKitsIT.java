package dev.mayfly.test.conformance.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The test kits for Node and for Python, by their own tests, which start servers of this build. */
@Tag("slow")
final class LanguageKitsIT {
    private static final Path KITS = Path.of("../../kits");

    @TempDir
    private Path folder = Path.of("");

    @Test
    void kitForNodePassesItsTests() throws Exception {
        assertPasses("npm", List.of("node", "--test"));
    }

    @Test
    void kitForPythonPassesItsTests() throws Exception {
        assertPasses("python", List.of("python3", "-B", "-W", "error", "-m", "unittest", "discover", "tests"));
    }

    private void assertPasses(String kit, List<String> command) throws Exception {
        ReleaseFolder release = ReleaseFolder.in(folder);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(KITS.resolve(kit).toFile())
                .redirectErrorStream(true);
        builder.environment().put("MAYFLY_HOME", release.home().toString());
        Process process;
        try {
            process = builder.start();
        } catch (IOException missing) {
            assumeTrue(false, "SKIPPED, NOT PASSED: " + command.getFirst() + " is not installed");
            return;
        }
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), output);
        release.awaitEnd();
    }
}
