package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.config.Setting;
import dev.mayfly.app.server.demo.Demo;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.WriteBatch;
import dev.mayfly.store.rocksdb.RocksStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FolderCheckTest {
    @TempDir
    private Path folder = Path.of("");

    private Path data() {
        return folder.resolve("data");
    }

    @Test
    void folderThatWasServedFromFitsTogether() throws Exception {
        load("system");
        FolderCheck.Outcome report = FolderCheck.run(data(), false);
        assertTrue(report.isClean(), report.toString());
        assertTrue(report.documents() > 2_000, report.toString());
    }

    @Test
    void missingEntryIsFoundAndHealed() throws Exception {
        load("virtual@2026-01-01T00:00:00Z");
        loseAnIndexEntry();
        FolderCheck.Outcome found = FolderCheck.run(data(), false);
        assertEquals(1, found.found());
        FolderCheck.Problem problem = found.problems().getFirst();
        assertTrue(problem.words().contains(": index entry missing in "), problem.words());
        assertFalse(problem.healed());
        assertTrue(FolderCheck.run(data(), true).isHealed());
        assertTrue(FolderCheck.run(data(), false).isClean());
    }

    @Test
    void logDamagedInTheMiddleIsOpenedUpToItsLastGoodRecord() throws Exception {
        Path copy = folder.resolve("copy");
        try (MayflyServer server = start("system")) {
            Demo.load(server.engine());
            copyTo(copy);
        }
        Path log = logOf(copy);
        byte[] bytes = Files.readAllBytes(log);
        int middle = bytes.length / 2;
        bytes[middle] ^= 1;
        Files.write(log, bytes);

        StartupException refused = assertThrows(StartupException.class, () -> FolderCheck.run(copy, false));
        String message = String.valueOf(refused.getMessage());
        assertTrue(message.contains(log.toString()) && message.contains("--repair"), message);

        FolderCheck.Loss loss =
                Objects.requireNonNull(FolderCheck.run(copy, true).loss());
        assertEquals(log, loss.log());
        assertTrue(loss.offset() <= middle && loss.offset() > 0, loss.toString());
        assertEquals(bytes.length - loss.offset(), loss.bytes());
        FolderCheck.Outcome again = FolderCheck.run(copy, false);
        assertTrue(again.isClean(), again.toString());
        assertTrue(again.documents() > 0, again.toString());
    }

    /** As a kill would leave it: what is in the log is in no file yet. */
    private void copyTo(Path copy) throws IOException {
        try (Stream<Path> files = Files.walk(data())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = copy.resolve(data().relativize(file));
                Files.createDirectories(Objects.requireNonNull(target.getParent()));
                Files.copy(file, target);
            }
        }
    }

    private static Path logOf(Path data) throws IOException {
        try (Stream<Path> files = Files.walk(data)) {
            return files.filter(file -> file.toString().endsWith(".log"))
                    .max(Comparator.comparingLong(file -> file.toFile().length()))
                    .orElseThrow();
        }
    }

    @Test
    void whatIsNoDataFolderIsNotMadeOne() {
        Path nothing = folder.resolve("nothing");
        assertThrows(StartupException.class, () -> FolderCheck.run(nothing, true));
        assertFalse(nothing.toFile().exists());
    }

    @Test
    void folderThatIsServedFromIsLeftAlone() throws Exception {
        try (MayflyServer server = start("system")) {
            assertThrows(StartupException.class, () -> FolderCheck.run(data(), false));
            assertTrue(server.virtualClock().isEmpty());
        }
    }

    private void load(String clock) throws Exception {
        try (MayflyServer server = start(clock)) {
            Demo.load(server.engine());
            server.engine().sweeper().sweepNow();
        }
    }

    private MayflyServer start(String clock) throws Exception {
        return MayflyServer.start(ServerFixture.config(
                Map.of(Setting.DATA, data().toString(), Setting.CLOCK, clock, Setting.FACES, "mongo,admin")));
    }

    private void loseAnIndexEntry() {
        try (Store store = RocksStore.open(data())) {
            Partition first = new Partition(1);
            byte[] key;
            try (Cursor cursor = store.scan(first, Space.INDEX, KeyRange.ALL, Direction.FORWARD, 1)) {
                assertTrue(cursor.next());
                key = cursor.key();
            }
            store.commit(first, new WriteBatch().delete(Space.INDEX, key), List.of(), Durability.LOGGED);
        }
    }
}
