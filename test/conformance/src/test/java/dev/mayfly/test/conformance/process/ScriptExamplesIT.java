package dev.mayfly.test.conformance.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.mayfly.test.harness.Folders;
import dev.mayfly.test.harness.NodeClients;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples in Node and Python, by their own tests, which start servers of this build. */
@Tag("slow")
final class ScriptExamplesIT {
    private static final Path EXAMPLES =
            Path.of("../../examples").toAbsolutePath().normalize();
    private static final Path KITS = Path.of("../../kits").toAbsolutePath().normalize();
    private static final Path MODULES = Path.of("node/node_modules").toAbsolutePath();

    @TempDir
    private Path folder = Path.of("");

    private record Ended(int exitCode, String output) {}

    /** Its packages are those that the tests of clients from npm have installed. */
    @Test
    void expressSessions() throws Exception {
        NodeClients.install();
        Path copy = Files.createDirectory(folder.resolve("express-sessions"));
        Path example = EXAMPLES.resolve("express-sessions");
        for (Path file : Folders.files(example)) {
            Path place = example.relativize(file);
            if (!place.startsWith("node_modules")) {
                Files.createDirectories(copy.resolve(place).getParent());
                Files.copy(file, copy.resolve(place));
            }
        }
        Path modules = Files.createDirectory(copy.resolve("node_modules"));
        try (Stream<Path> installed = Files.list(MODULES)) {
            for (Path module : installed.toList()) {
                Files.createSymbolicLink(modules.resolve(module.getFileName()), module);
            }
        }
        Files.createSymbolicLink(modules.resolve("mayfly-test"), KITS.resolve("npm"));
        assertPasses(List.of("node", "--test"), copy);
    }

    @Test
    void flaskSessions() throws Exception {
        assertPasses(python("flask"), EXAMPLES.resolve("flask-sessions"));
    }

    @Test
    void djangoSessions() throws Exception {
        assertPasses(python("django"), EXAMPLES.resolve("django-sessions"));
    }

    /** The system's Python finds the system's packages, where another stands before it on the path. */
    private List<String> python(String framework) throws Exception {
        for (String python : List.of("/usr/bin/python3", "python3")) {
            try {
                Ended tried = run(List.of(python, "-c", "import pymongo, " + framework), folder);
                if (tried.exitCode() == 0) {
                    return List.of(python, "-B", "-m", "unittest");
                }
            } catch (IOException _) {
                // There is no such Python.
            }
        }
        String words =
                "SKIPPED, NOT PASSED: the example with " + framework + ", since no Python here has it and pymongo"
                        + " (Debian: apt install python3-pymongo python3-" + framework + ")";
        System.err.println("*".repeat(80) + "\n" + words + "\n" + "*".repeat(80));
        return abort(words);
    }

    private void assertPasses(List<String> command, Path example) throws Exception {
        ReleaseFolder release = ReleaseFolder.in(folder);
        Ended ended = run(command, example);
        assertEquals(0, ended.exitCode(), ended.output());
        release.awaitEnd();
    }

    private Ended run(List<String> command, Path where) throws Exception {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(where.toFile()).redirectErrorStream(true);
        builder.environment().put("MAYFLY_HOME", folder.resolve("a release").toString());
        builder.environment().put("PYTHONPATH", KITS.resolve("python").toString());
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), output);
    }
}
