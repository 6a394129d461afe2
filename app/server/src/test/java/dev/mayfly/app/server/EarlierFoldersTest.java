package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.config.Setting;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * The data folder of each earlier release opens, with all that was in it and the time that was left to it. Each is kept as it was
 * written: {@code -Dfolder.record=VERSION} adds that of a new release, and an old one is never written anew.
 */
final class EarlierFoldersTest {
    private static final Path FOLDERS = Path.of("src/test/folders");

    @TempDir
    private Path folder = Path.of("");

    private static Map<Setting, String> flags(Path data, String clock) {
        return Map.of(Setting.DATA, data.toString(), Setting.CLOCK, clock, Setting.ERASURE_RECORD, "on");
    }

    @TestFactory
    Stream<DynamicTest> folderOfEachReleaseHoldsWhatWasStored() throws IOException {
        List<Path> kept;
        try (Stream<Path> files = Files.list(FOLDERS)) {
            kept = files.filter(file -> file.toString().endsWith(".zip"))
                    .sorted()
                    .toList();
        }
        assertFalse(kept.isEmpty(), "no folder is kept in " + FOLDERS);
        return kept.stream()
                .map(zip -> DynamicTest.dynamicTest(zip.getFileName().toString(), () -> assertHolds(zip)));
    }

    private void assertHolds(Path zip) throws Exception {
        Path data = folder.resolve(zip.getFileName().toString());
        unpack(zip, data);
        assertTrue(FolderCheck.run(data, false).isClean());
        String expected = Files.readString(textOf(zip));
        try (ServerFixture fixture = new ServerFixture(flags(data, "virtual"))) {
            assertEquals(expected, now(fixture) + later(fixture));
        }
        assertTrue(FolderCheck.run(data, false).isClean());
    }

    private static String now(ServerFixture fixture) throws Exception {
        return new StoredSample(fixture).told();
    }

    /** Returns what is left after a day: what expires does so at the instants that were stored. */
    private static String later(ServerFixture fixture) throws Exception {
        assertEquals(200, fixture.post("/api/v1/clock/advance?by=1d").status());
        return "\n" + new StoredSample(fixture).told();
    }

    private static Path textOf(Path zip) {
        return zip.resolveSibling(zip.getFileName().toString().replace(".zip", ".txt"));
    }

    @Test
    @EnabledIfSystemProperty(named = "folder.record", matches = "[0-9].*")
    void folderOfThisReleaseIsRecorded() throws Exception {
        Path zip = FOLDERS.resolve(System.getProperty("folder.record") + ".zip");
        assertFalse(Files.exists(zip), zip + " is kept as it was written");
        Files.createDirectories(FOLDERS);
        Path data = folder.resolve("data");
        try (ServerFixture fixture = new ServerFixture(flags(data, "virtual@" + ServerFixture.START))) {
            new StoredSample(fixture).write();
        }
        pack(data, zip);
        try (ServerFixture fixture = new ServerFixture(flags(data, "virtual"))) {
            Files.writeString(textOf(zip), now(fixture) + later(fixture));
        }
    }

    /** Keeps keys out: whoever opens the folder makes a certificate anew. */
    private static void pack(Path data, Path zip) throws IOException {
        try (OutputStream out = Files.newOutputStream(zip);
                ZipOutputStream packed = new ZipOutputStream(out);
                Stream<Path> files = Files.walk(data)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                String name = data.relativize(file).toString();
                if (!name.endsWith(".pem") && !name.equals("lock") && !name.endsWith("/LOG")) {
                    packed.putNextEntry(new ZipEntry(name));
                    Files.copy(file, packed);
                    packed.closeEntry();
                }
            }
        }
    }

    private static void unpack(Path zip, Path data) throws IOException {
        try (InputStream in = Files.newInputStream(zip);
                ZipInputStream packed = new ZipInputStream(in)) {
            for (ZipEntry entry = packed.getNextEntry(); entry != null; entry = packed.getNextEntry()) {
                Path file = data.resolve(entry.getName()).normalize();
                assertTrue(file.startsWith(data), entry.getName());
                Files.createDirectories(file.getParent());
                Files.copy(packed, file);
            }
        }
    }
}
