package dev.mayfly.store.rocksdb;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mayfly.store.api.CommitOutcome.Applied;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.StoreException;
import dev.mayfly.store.api.StoreException.Reason;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

class SyncFailureTest {
    @TempDir
    Path folder;

    /** Fails once, at the third sync: a second attempt would succeed, and must not be made. */
    private static final class FailingDisk implements Disk {
        private final AtomicInteger syncs = new AtomicInteger();

        @Override
        public void sync(RocksDB database) throws RocksDBException {
            if (syncs.incrementAndGet() == 3) {
                throw Fixture.failure(Status.SubCode.None);
            }
            database.syncWal();
        }
    }

    @Test
    void afterAFailedSyncTheStoreIsReadOnlyUntilItIsOpenedAgain() {
        FailingDisk disk = new FailingDisk();
        try (RocksStore store = RocksStore.open(folder, Fixture.SMALL, disk)) {
            Fixture.put(store, 1, Durability.SYNCED);
            Fixture.put(store, 2, Durability.SYNCED);
            assertReadOnly(() -> Fixture.put(store, 3, Durability.SYNCED));
            assertReadOnly(() -> Fixture.put(store, 4, Durability.SYNCED));
            assertReadOnly(() -> Fixture.put(store, 5, Durability.LOGGED));
            assertReadOnly(() -> Fixture.delete(store, 1));
            assertReadOnly(store::sync);
            assertReadOnly(store::compact);
            assertArrayEquals(Fixture.value(2), store.get(Fixture.P, Space.DOCUMENT, Fixture.key(2)));
            assertEquals(3, disk.syncs.get());
        }
        try (RocksStore store = RocksStore.open(folder, Fixture.SMALL, disk)) {
            assertArrayEquals(Fixture.value(2), store.get(Fixture.P, Space.DOCUMENT, Fixture.key(2)));
            assertEquals(Applied.INSTANCE, Fixture.put(store, 3, Durability.SYNCED));
        }
    }

    private static void assertReadOnly(Executable call) {
        assertEquals(Reason.READ_ONLY, assertThrows(StoreException.class, call).reason());
    }
}
