package dev.mayfly.test.conformance.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mayfly.test.harness.Folders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The archives of a release, made of the jars that are built: twice, and once for all tests of a JVM. */
final class ReleaseBuild {
    static final Path REPOSITORY = Path.of("../..").toAbsolutePath().normalize();
    static final String VERSION = "0.0.1";
    static final String ARCHIVE = "mayfly-" + VERSION + "-linux-x86_64.tar.gz";
    static final String EPOCH = "1767225600";

    private static final Map<String, Path> MADE = new HashMap<>();

    private ReleaseBuild() {}

    /** Skips the tests where the archive with a run-time image is not made. */
    static void assumeLinux() {
        assumeTrue(System.getProperty("os.name").equals("Linux"), "the run-time image is for Linux");
        assumeTrue(System.getProperty("os.arch").equals("amd64"), "the run-time image is for x86_64");
    }

    static Path first() throws IOException, InterruptedException {
        return made("first");
    }

    static Path second() throws IOException, InterruptedException {
        return made("second");
    }

    private static synchronized Path made(String name) throws IOException, InterruptedException {
        Path known = MADE.get(name);
        if (known == null) {
            known = Files.createTempDirectory("mayfly-" + name);
            deleteAtTheEnd(known);
            run(List.of(
                    "/bin/sh",
                    script("dist/make.sh"),
                    System.getProperty("java.home"),
                    jars().toString(),
                    VERSION,
                    EPOCH,
                    known.resolve("files").toString()));
            MADE.put(name, known);
        }
        return known.resolve("files");
    }

    private static void deleteAtTheEnd(Path folder) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                Folders.delete(folder);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }));
    }

    static String script(String path) {
        return REPOSITORY.resolve(path).toString();
    }

    /** Those of a build with tests, or else those that the launcher has built. */
    private static Path jars() {
        Path built = REPOSITORY.resolve("app/cli/target");
        return Files.exists(built.resolve("mayfly.jar")) ? built : built.resolve("run");
    }

    /** Runs a command, which must end well, and returns its output. */
    static String run(List<String> command) throws IOException, InterruptedException {
        Path output = Files.createTempFile("mayfly-output", ".txt");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            int exitCode = process.waitFor();
            String told = Files.readString(output);
            assertEquals(0, exitCode, told);
            return told;
        } finally {
            Files.delete(output);
        }
    }
}
