package dev.mayfly.test.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReleaseSearchTest {
    private static final String VERSION = "1.2.3";

    @TempDir
    private Path folder = Path.of("");

    private Path cache = Path.of("");

    @BeforeEach
    void onlyWhereThereIsTar() {
        assumeTrue(
                Files.isExecutable(Path.of("/bin/sh")), "SKIPPED, NOT PASSED: releases are for systems with a shell");
        cache = folder.resolve("cache");
    }

    private ReleaseSearch search(String named, String system) {
        return new ReleaseSearch(named, folder.resolve("repository"), cache, VERSION, system);
    }

    private Path release(String name) throws IOException {
        Path home = Files.createDirectories(folder.resolve("releases").resolve(name));
        Path launcher = home.resolve("mayfly");
        Files.writeString(launcher, "#!/bin/sh\n");
        assertTrue(launcher.toFile().setExecutable(true));
        Files.setLastModifiedTime(launcher, FileTime.fromMillis(1_000_000_000_000L));
        return home;
    }

    private Path archive(String name) throws IOException, InterruptedException {
        Path home = release(name);
        Path archive = folder.resolve(name + ".tar.gz");
        Process tar = new ProcessBuilder(
                        "tar",
                        "-czf",
                        archive.toString(),
                        "-C",
                        home.getParent().toString(),
                        name)
                .redirectErrorStream(true)
                .start();
        String output = new String(tar.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, tar.waitFor(), output);
        return archive;
    }

    private Path install(String name, String classifier) throws IOException, InterruptedException {
        Path into = Files.createDirectories(folder.resolve("repository/dev/mayfly/mayfly-release/" + VERSION));
        return Files.copy(archive(name), into.resolve("mayfly-release-" + VERSION + classifier + ".tar.gz"));
    }

    @Test
    void folderThatIsNamedIsTaken() throws Exception {
        Path home = release("unpacked");
        assertEquals(home.resolve("mayfly"), search(home.toString(), "").launcher());
        IllegalStateException wrong = assertThrows(
                IllegalStateException.class,
                () -> search(folder.resolve("nowhere").toString(), "").launcher());
        assertTrue(String.valueOf(wrong.getMessage()).contains("no launcher"), wrong.getMessage());
    }

    @Test
    void archiveIsUnpackedOnceForEachContent() throws Exception {
        Path launcher = search(archive("first").toString(), "").launcher();
        assertTrue(launcher.startsWith(cache) && launcher.endsWith("first/mayfly"), launcher.toString());
        assertTrue(Files.isExecutable(launcher));
        assertEquals(1_000_000_000_000L, Files.getLastModifiedTime(launcher).toMillis());
        Files.writeString(launcher, "#!/bin/sh\nexit 1\n");
        assertEquals(
                launcher, search(folder.resolve("first.tar.gz").toString(), "").launcher());
        assertEquals("#!/bin/sh\nexit 1\n", Files.readString(launcher), "it was unpacked again");
        search(archive("second").toString(), "").launcher();
        try (Stream<Path> unpacked = Files.list(cache)) {
            assertEquals(2, unpacked.count());
        }
    }

    @Test
    void archiveThatIsBrokenLeavesNothingBehind() throws Exception {
        Path broken = Files.writeString(folder.resolve("broken.tar.gz"), "no archive");
        assertThrows(
                java.io.UncheckedIOException.class,
                () -> search(broken.toString(), "").launcher());
        try (Stream<Path> unpacked = Files.list(cache)) {
            assertEquals(List.of(), unpacked.toList());
        }
    }

    @Test
    void repositoryIsSearchedForTheArchiveOfThisSystemFirst() throws Exception {
        IllegalStateException none = assertThrows(
                IllegalStateException.class, () -> search("", "linux-x86_64").launcher());
        assertTrue(String.valueOf(none.getMessage()).contains("./mayfly testkit"), none.getMessage());
        install("plain", "");
        assertTrue(search("", "linux-x86_64").launcher().endsWith("plain/mayfly"));
        install("whole", "-linux-x86_64");
        assertTrue(search("", "linux-x86_64").launcher().endsWith("whole/mayfly"));
        assertTrue(search("", "").launcher().endsWith("plain/mayfly"));
    }

    @Test
    void artifactKnowsItsVersion() {
        assertTrue(
                ReleaseSearch.ofProcess().version().matches("\\d+\\..*"),
                ReleaseSearch.ofProcess().version());
    }
}
