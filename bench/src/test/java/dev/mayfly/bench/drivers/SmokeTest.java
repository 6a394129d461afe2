package dev.mayfly.bench.drivers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs every scenario for one short round: a measurement that nobody can run any more is noticed here. */
class SmokeTest {
    @TempDir
    Path folder;

    @Test
    void everyScenarioRuns() throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        Options options = Options.of("--launcher", launcher().toString(), "--smoke");

        Comparison.run(options, folder, new PrintStream(printed, true, UTF_8));

        String table = printed.toString(UTF_8);
        for (String name : Comparison.scenarios()) {
            assertTrue(table.contains(name), () -> name + " is missing in\n" + table);
        }
    }

    @Test
    void scenariosOfEachFaceAreComparedWithAnotherBuild() throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        String launcher = launcher().toString();
        for (String only : List.of("findOne by _id", "cosmos point read", "couchbase GET, 1 deep")) {
            Options options = Options.of("--launcher", launcher, "--other", launcher, "--smoke", "--only", only);
            Comparison.run(options, folder, new PrintStream(printed, true, UTF_8));
        }
        String table = printed.toString(UTF_8);
        assertTrue(table.matches("(?s).*findOne by _id .* other.*"), table);
        assertTrue(table.matches("(?s).*cosmos point read .* other.*"), table);
        assertTrue(table.matches("(?s).*couchbase GET, 1 deep .* other.*"), table);
    }

    @Test
    void aProfileIsAFlameGraphOfTheScenario() throws Exception {
        Path profiles = folder.resolve("profiles");
        Options options = Options.of(
                "--launcher",
                launcher().toString(),
                "--smoke",
                "--only",
                "findOne by _id",
                "--profile",
                profiles.toString());

        Comparison.run(options, folder, new PrintStream(new ByteArrayOutputStream(), true, UTF_8));

        String graph = Files.readString(profiles.resolve("findone-by-id.html"));
        assertTrue(graph.contains("findOne"), "the title is missing");
        assertTrue(graph.contains("const cpool = ["), "no frames are in it");
    }

    /** A launcher that runs the classes of this build. */
    private Path launcher() throws Exception {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        String classPath = System.getProperty("java.class.path");
        String script = "#!/bin/sh\nexec '" + java + "' --enable-native-access=ALL-UNNAMED -XX:TieredStopAtLevel=1"
                + " -XX:+UseSerialGC -Xmx512m -cp '" + classPath + "' dev.mayfly.app.cli.Mayfly \"$@\"\n";
        Path launcher = Files.writeString(folder.resolve("launcher"), script);
        return Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
    }
}
