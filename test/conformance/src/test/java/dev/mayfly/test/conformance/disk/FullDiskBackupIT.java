package dev.mayfly.test.conformance.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.Restore;
import dev.mayfly.app.server.StartupException;
import dev.mayfly.store.api.BackupException;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.WriteBatch;
import dev.mayfly.store.rocksdb.RocksBackups;
import dev.mayfly.store.rocksdb.RocksStore;
import dev.mayfly.test.harness.TinyDisk;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that becomes full under a backup, and under a restore: both say so, and succeed once there is room. */
final class FullDiskBackupIT {
    private static final Partition PARTITION = new Partition(900);
    private static final int ENTRIES = 1_500;
    private static final int VALUE_BYTES = 10_000;
    private static final long TOO_LITTLE = 6 << 20;

    @TempDir
    private Path folder = Path.of("");

    @TempDir
    private Path mounted = Path.of("");

    @Test
    void backupAndRestoreSayThatTheDiskIsFullAndSucceedLater() throws Exception {
        Path backups = folder.resolve("backups");
        try (RocksStore store = RocksStore.open(folder.resolve("data"));
                TinyDisk disk = TinyDisk.over(mounted, "96m")) {
            for (int number = 0; number < ENTRIES; number++) {
                put(store, number);
            }
            Path tiny = disk.folder().resolve("backups");
            disk.leave(TOO_LITTLE);
            assertSaysFull(assertThrows(BackupException.class, () -> backUp(store, tiny)));
            put(store, ENTRIES);
            disk.relieve();
            assertEquals(1, backUp(store, tiny));
            RocksBackups.verify(tiny, (_, _) -> {});
            assertEquals(1, backUp(store, backups));
        }
        try (TinyDisk disk = TinyDisk.over(mounted, "96m")) {
            Path restored = disk.folder().resolve("restored");
            disk.leave(TOO_LITTLE);
            assertSaysFull(assertThrows(StartupException.class, () -> restore(backups, restored)));
            disk.relieve();
            restore(backups, restored);
            try (RocksStore store = RocksStore.open(restored)) {
                for (int number = 0; number <= ENTRIES; number++) {
                    assertEquals(
                            ByteBuffer.wrap(value(number)),
                            ByteBuffer.wrap(Objects.requireNonNull(store.get(PARTITION, Space.DOCUMENT, key(number)))));
                }
            }
        }
    }

    private static void assertSaysFull(Exception failure) {
        assertTrue(String.valueOf(failure.getMessage()).contains("No space left on device"), failure::toString);
    }

    private static int backUp(RocksStore store, Path folder) {
        return store.backup(folder, Map.of(), (_, _) -> {}).number();
    }

    private static void restore(Path backups, Path data) throws StartupException {
        Restore.run(backups, data, Restore.Expiry.KEEP, (_, _) -> {});
    }

    private static void put(RocksStore store, int number) {
        WriteBatch batch = new WriteBatch().put(Space.DOCUMENT, key(number), value(number));
        store.commit(PARTITION, batch, List.of(), Durability.LOGGED);
    }

    private static byte[] key(int number) {
        return ByteBuffer.allocate(4).putInt(number).array();
    }

    private static byte[] value(int number) {
        byte[] incompressible = new byte[VALUE_BYTES];
        new SplittableRandom(number).nextBytes(incompressible);
        return incompressible;
    }
}
