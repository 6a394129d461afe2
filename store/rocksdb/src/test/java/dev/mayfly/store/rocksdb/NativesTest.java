package dev.mayfly.store.rocksdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Snapshot;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.StoreException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativesTest {
    @TempDir
    Path folder;

    @Test
    void aClosedStoreLeavesNothingNativeOpen() {
        assertEquals(0, Natives.open());
        try (RocksStore store = RocksStore.open(folder, Fixture.SMALL)) {
            for (int i = 0; i < 100; i++) {
                Fixture.put(store, i, i % 2 == 0 ? Durability.LOGGED : Durability.SYNCED);
            }
            long idle = Natives.open();
            try (Cursor cursor =
                            store.scan(Fixture.P, Space.DOCUMENT, KeyRange.ALL, Direction.FORWARD, Reader.UNLIMITED);
                    Snapshot snapshot = store.snapshot();
                    Cursor frozen = snapshot.scan(Fixture.P, Space.DOCUMENT, KeyRange.ALL, Direction.BACKWARD, 1)) {
                assertTrue(cursor.next() && frozen.next());
                assertTrue(Natives.open() > idle);
            }
            store.compact();
            assertEquals(idle, Natives.open());
        }
        assertEquals(0, Natives.open());
    }

    @Test
    void aCursorMayOutliveItsSnapshotButNotItsStore() {
        RocksStore store = RocksStore.open(folder, Fixture.SMALL);
        Fixture.put(store, 1, Durability.LOGGED);
        Snapshot snapshot = store.snapshot();
        try (Cursor cursor = snapshot.scan(Fixture.P, Space.DOCUMENT, KeyRange.ALL, Direction.FORWARD, 1)) {
            snapshot.close();
            assertTrue(cursor.next());
        }
        store.close();
        assertEquals(0, Natives.open());
    }

    @Test
    void aRefusedStoreLeavesNothingNativeOpen() throws Exception {
        RocksStore.open(folder, Fixture.SMALL).close();
        Files.writeString(folder.resolve("rocksdb/CURRENT"), "nonsense\n");
        assertThrows(StoreException.class, () -> RocksStore.open(folder, Fixture.SMALL));
        assertEquals(0, Natives.open());
    }
}
