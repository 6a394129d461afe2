package dev.mayfly.test.conformance.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archive of a release, made of the jars that are built and used where there is neither a JDK nor Maven. */
@Tag("slow")
final class ReleaseArchiveIT {
    private static final Path REPOSITORY = Path.of("../..").toAbsolutePath().normalize();
    private static final String NAME = "mayfly-0.0.1-linux-x86_64.tar.gz";
    private static final String EPOCH = "1767225600";
    private static final long ARCHIVE_BYTES_MAX = 90_000_000;

    /** What a minimal Linux has, less Java. */
    private static final List<String> TOOLS =
            List.of("cat", "date", "dirname", "grep", "head", "ln", "mkdir", "readlink", "rm", "sed");

    @TempDir
    private static Path folder = Path.of("");

    private static Path one = Path.of("");
    private static Path two = Path.of("");

    @BeforeAll
    static void makeTwice() throws Exception {
        assumeTrue(System.getProperty("os.name").equals("Linux"), "the run-time image is for Linux");
        assumeTrue(System.getProperty("os.arch").equals("amd64"), "the run-time image is for x86_64");
        one = make("one");
        two = make("two");
    }

    @Test
    void archiveServesWithoutAJdk() throws Exception {
        Path archive = one.resolve(NAME);
        assertTrue(Files.size(archive) < ARCHIVE_BYTES_MAX, Files.size(archive) + " bytes");
        Path home = unpacked(archive, "unpacked here");
        List<Path> before = files(home);
        assertSameBytes(before, home, unpacked(two.resolve(NAME), "and here"));
        serveAndAsk(home);
        assertEquals(before, files(home), "it wrote into its own folder");
    }

    private static Path unpacked(Path archive, String name) throws IOException, InterruptedException {
        Path into = Files.createDirectory(folder.resolve(name));
        run(List.of("tar", "-xzf", archive.toString(), "-C", into.toString()));
        return into.resolve("mayfly-0.0.1");
    }

    /** Names the files that differ, before it says that the archives do. */
    private static void assertSameBytes(List<Path> files, Path home, Path other) throws IOException {
        assertEquals(
                files.stream().map(home::relativize).toList(),
                files(other).stream().map(other::relativize).toList());
        for (Path file : files) {
            if (Files.isRegularFile(file)) {
                assertEquals(-1, Files.mismatch(file, other.resolve(home.relativize(file))), file + " differs");
            }
        }
        assertEquals(-1, Files.mismatch(one.resolve(NAME), two.resolve(NAME)), "the archives differ");
    }

    /** Over a copy of this system, by a script that says what failed. */
    @Test
    void packageIsInstalledUpgradedAndPurged() throws Exception {
        assumeTrue(
                Files.exists(Path.of("/usr/bin/dpkg-deb")) && Files.isWritable(Path.of("/etc/passwd")),
                "SKIPPED, NOT PASSED: a package is installed by root where there is dpkg");
        Path first = makePackage(one, "1");
        Path newer = makePackage(one, "2");
        run(List.of(
                "unshare",
                "--mount",
                "--pid",
                "--fork",
                "/bin/sh",
                REPOSITORY.resolve("dist/debian/check.sh").toString(),
                first.toString(),
                newer.toString(),
                folder.resolve("system").toString()));
        String told = read(folder.resolve("output"));
        assertTrue(told.contains("upgraded\n") && told.endsWith("removed and purged\n"), told);
    }

    private static Path makePackage(Path out, String revision) throws IOException, InterruptedException {
        run(List.of(
                "/bin/sh",
                REPOSITORY.resolve("dist/debian/make.sh").toString(),
                "0.0.1",
                EPOCH,
                out.toString(),
                revision));
        return out.resolve("mayfly_0.0.1-" + revision + "_amd64.deb");
    }

    private static void serveAndAsk(Path home) throws IOException, InterruptedException {
        Path tools = Files.createDirectory(folder.resolve("tools"));
        for (String tool : TOOLS) {
            Files.createSymbolicLink(tools.resolve(tool), Path.of("/usr/bin", tool));
        }
        List<String> command =
                new ArrayList<>(List.of("/bin/sh", home.resolve("mayfly").toString(), "serve"));
        command.addAll(List.of("--data", folder.resolve("data").toString(), "--face", "mongo,admin"));
        command.addAll(List.of("--mongo-port", "0", "--http-port", "0"));
        Path errors = folder.resolve("errors");
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
        builder.environment().clear();
        builder.environment().put("PATH", tools.toString());
        Process process = builder.start();
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            String line = "";
            while (!line.contains("mongodb://")) {
                line = Objects.requireNonNull(output.readLine(), () -> read(errors));
            }
            assertSharedArchiveIsMapped(process);
            try (MongoClient client = MongoClients.create(
                    line.substring(line.indexOf("mongodb://")).strip())) {
                MongoCollection<Document> greetings = client.getDatabase("test").getCollection("greetings");
                greetings.insertOne(new Document("_id", 1).append("say", "hello"));
                assertNotNull(greetings.find(Filters.eq("say", "hello")).first());
            }
            process.destroy();
            assertTrue(process.waitFor(60, TimeUnit.SECONDS), "it does not stop");
        } finally {
            process.destroyForcibly();
        }
        assertEquals("", read(errors));
    }

    /** The JVM would do without an archive that does not fit, and be slow. */
    private static void assertSharedArchiveIsMapped(Process process) throws IOException {
        String mapped = Files.readString(Path.of("/proc/" + process.pid() + "/maps"));
        assertTrue(mapped.contains("/lib/mayfly.jsa"), mapped);
        assertTrue(mapped.contains("/lib/native/librocksdbjni.so"), mapped);
    }

    private static Path make(String name) throws IOException, InterruptedException {
        Path out = folder.resolve(name);
        run(List.of(
                "/bin/sh",
                REPOSITORY.resolve("dist/make.sh").toString(),
                System.getProperty("java.home"),
                jars().toString(),
                "0.0.1",
                EPOCH,
                out.toString()));
        return out;
    }

    /** Those of a build with tests, or else those that the launcher has built. */
    private static Path jars() {
        Path built = REPOSITORY.resolve("app/cli/target");
        return Files.exists(built.resolve("mayfly.jar")) ? built : built.resolve("run");
    }

    private static void run(List<String> command) throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertEquals(0, process.waitFor(), () -> read(output));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            return unreadable.toString();
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> walk = Files.walk(folder)) {
            return walk.sorted().toList();
        }
    }
}
