package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.config.Setting;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.WriteBatch;
import dev.mayfly.store.rocksdb.RocksStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FolderCheckTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void folderThatWasServedFromFitsTogether() throws Exception {
        load("system");
        FolderCheck.Outcome report = FolderCheck.run(folder, false);
        assertTrue(report.isClean(), report.toString());
        assertTrue(report.documents() > 2_000, report.toString());
    }

    @Test
    void missingEntryIsFoundAndHealed() throws Exception {
        load("virtual@2026-01-01T00:00:00Z");
        loseAnIndexEntry();
        FolderCheck.Outcome found = FolderCheck.run(folder, false);
        assertEquals(1, found.found());
        FolderCheck.Problem problem = found.problems().getFirst();
        assertTrue(problem.words().contains(": index entry missing in "), problem.words());
        assertFalse(problem.healed());
        assertTrue(FolderCheck.run(folder, true).isHealed());
        assertTrue(FolderCheck.run(folder, false).isClean());
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
            assertThrows(StartupException.class, () -> FolderCheck.run(folder, false));
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
        return MayflyServer.start(ServerFixture.config(Map.of(Setting.DATA, folder.toString(), Setting.CLOCK, clock)));
    }

    private void loseAnIndexEntry() {
        try (Store store = RocksStore.open(folder)) {
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
