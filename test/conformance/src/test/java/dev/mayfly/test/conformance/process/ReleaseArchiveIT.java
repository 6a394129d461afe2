package dev.mayfly.test.conformance.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Collation;
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
    private static final String NAME = ReleaseBuild.ARCHIVE;
    private static final long ARCHIVE_BYTES_MAX = 90_000_000;

    /** What a minimal Linux has, less Java. */
    private static final List<String> TOOLS =
            List.of("cat", "date", "dirname", "grep", "head", "ln", "mkdir", "readlink", "rm", "sed");

    private static final List<String> LOCALES = List.of(
            "de",
            "de@collation=phonebook",
            "en",
            "es",
            "fr_CA",
            "ja",
            "ko",
            "sv",
            "th",
            "tr",
            "zh",
            "zh@collation=stroke");

    @TempDir
    private static Path folder = Path.of("");

    private static Path one = Path.of("");
    private static Path two = Path.of("");

    @BeforeAll
    static void makeTwice() throws Exception {
        ReleaseBuild.assumeLinux();
        one = ReleaseBuild.first();
        two = ReleaseBuild.second();
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
        ReleaseBuild.run(List.of("tar", "-xzf", archive.toString(), "-C", into.toString()));
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
        String told = ReleaseBuild.run(List.of(
                "unshare",
                "--mount",
                "--pid",
                "--fork",
                "/bin/sh",
                ReleaseBuild.script("dist/debian/check.sh"),
                first.toString(),
                newer.toString(),
                folder.resolve("system").toString()));
        assertTrue(told.contains("upgraded\n") && told.endsWith("removed and purged\n"), told);
    }

    private static Path makePackage(Path out, String revision) throws IOException, InterruptedException {
        ReleaseBuild.run(List.of(
                "/bin/sh",
                ReleaseBuild.script("dist/debian/make.sh"),
                ReleaseBuild.VERSION,
                ReleaseBuild.EPOCH,
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
        command.addAll(List.of("--mongo-port", "0", "--http-port", "0", "--log-level", "warn"));
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
                assertStringsAreComparedByEveryLanguage(
                        client.getDatabase("test").getCollection("words"));
            }
            process.destroy();
            assertTrue(process.waitFor(60, TimeUnit.SECONDS), "it does not stop");
        } finally {
            process.destroyForcibly();
        }
        assertEquals("", read(errors));
    }

    /** Of the data of ICU the archive has only a part. */
    private static void assertStringsAreComparedByEveryLanguage(MongoCollection<Document> words) {
        words.insertMany(Stream.of("zebra", "ähre", "ahorn", "Öl", "\u4e2d", "\u4e00", "\u0e01", "\u3042")
                .map(word -> new Document("_id", word))
                .toList());
        for (String locale : LOCALES) {
            List<Object> sorted = words.find()
                    .sort(new Document("_id", 1))
                    .collation(Collation.builder().locale(locale).build())
                    .map(document -> document.get("_id"))
                    .into(new ArrayList<>());
            assertEquals(8, sorted.size(), locale);
            assertTrue(sorted.indexOf("ahorn") < sorted.indexOf("zebra"), locale + " " + sorted);
            assertEquals(locale.equals("sv"), sorted.indexOf("zebra") < sorted.indexOf("ähre"), locale + " " + sorted);
        }
    }

    /** The JVM would do without an archive that does not fit, and be slow. */
    private static void assertSharedArchiveIsMapped(Process process) throws IOException {
        String mapped = Files.readString(Path.of("/proc/" + process.pid() + "/maps"));
        assertTrue(mapped.contains("/lib/mayfly.jsa"), mapped);
        assertTrue(mapped.contains("/lib/native/librocksdbjni.so"), mapped);
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
