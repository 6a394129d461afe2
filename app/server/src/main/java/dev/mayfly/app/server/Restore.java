package dev.mayfly.app.server;

import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.RestoredStore;
import dev.mayfly.store.api.BackupException;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.StoreException;
import dev.mayfly.store.rocksdb.RocksBackups;
import dev.mayfly.store.rocksdb.RocksStore;
import java.nio.file.Path;

/** Makes a data folder of a backup, and decides what becomes of the time that has passed meanwhile. */
public final class Restore {
    private Restore() {}

    /** Hears how far a restore is, in bytes read and written. */
    @FunctionalInterface
    public interface Progress {
        void advance(long done, long total);
    }

    /**
     * What came of it.
     *
     * @param number which backup of its folder it was
     * @param madeAt the time of the server when it was made, ISO-8601
     * @param release which made it
     * @param bytes how much was copied
     * @param live documents that have not expired
     * @param expired documents that are restored but hidden
     */
    public record Outcome(int number, String madeAt, String release, long bytes, long live, long expired) {}

    /** @param data a folder that is not there yet, is empty, or in which an earlier restore broke off */
    public static Outcome run(Path backup, Path data, Progress progress) throws StartupException {
        long[] counted = new long[2];
        try {
            RocksBackups.Description restored = RocksBackups.restore(
                    backup, data, draft -> finish(draft, counted), progress::advance);
            return new Outcome(
                    restored.number(),
                    restored.facts().getOrDefault(FolderBackups.MADE_AT, ""),
                    restored.facts().getOrDefault(FolderBackups.RELEASE, ""),
                    restored.bytes(),
                    counted[0],
                    counted[1]);
        } catch (BackupException failure) {
            throw new StartupException(String.valueOf(failure.getMessage()), failure);
        } catch (StoreException failure) {
            throw StartupException.of(failure);
        }
    }

    private static void finish(Path draft, long[] counted) {
        try (Store store = RocksStore.open(draft)) {
            RestoredStore.settle(store);
            if (new VirtualMemory(store).load().isEmpty()) {
                RestoredStore.settleClock(store, SystemClock.INSTANCE.wallMillis());
            }
            try (Engine engine = Engine.open(store, FolderCheck.standingStill(store), FolderCheck.settings())) {
                for (Collection collection : engine.catalog().all()) {
                    long hidden = collection.hidden(collection.reading()).documents();
                    counted[0] += collection.storedSize().documents() - hidden;
                    counted[1] += hidden;
                }
            }
        }
    }
}
