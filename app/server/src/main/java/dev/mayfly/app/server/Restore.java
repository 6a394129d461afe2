package dev.mayfly.app.server;

import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.RestoredStore;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.store.api.BackupException;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.StoreException;
import dev.mayfly.store.rocksdb.RocksBackups;
import dev.mayfly.store.rocksdb.RocksStore;
import java.nio.file.Path;

/** Restores a backup into a data folder, and decides the fate of documents that have expired since. */
public final class Restore {
    /** The name of the hold on everything restored, if a hold was requested. */
    public static final String HOLD = "restored";

    private Restore() {}

    /** The treatment of documents that expired before or after the backup. */
    public enum Expiry {
        /** Keeps their deadlines: they are hidden, and destroyed once a server runs. */
        KEEP,
        /** They are hidden, and every collection is held by {@link #HOLD}: nothing is destroyed until that is released. */
        HOLD,
        /** Skips them. Documents under a hold of the backup are restored and stay hidden. */
        DROP
    }

    /** Receives the progress of a restore, in bytes read and written. */
    @FunctionalInterface
    public interface Progress {
        void advance(long done, long total);
    }

    /**
     * The result of a restore.
     *
     * @param number the number of the backup within its folder
     * @param madeAt the time of the server when it was made, ISO-8601
     * @param release the release that made it
     * @param bytes the number of bytes copied
     * @param live documents that have not expired
     * @param expired documents that are restored but hidden
     * @param dropped documents that had expired and are not restored
     */
    public record Outcome(
            int number, String madeAt, String release, long bytes, long live, long expired, long dropped) {}

    /**
     * Restores a backup.
     *
     * @param backup a folder of backups, of which the latest is taken, or the folder of one of them, such as 000001
     * @param data a folder that is not there yet, is empty, or in which an earlier restore broke off
     */
    public static Outcome run(Path backup, Path data, Expiry expiry, Progress progress) throws StartupException {
        Counted counted = new Counted();
        try {
            RocksBackups.Description restored =
                    RocksBackups.restore(backup, data, draft -> finish(draft, expiry, counted), progress::advance);
            return new Outcome(
                    restored.number(),
                    restored.facts().getOrDefault(FolderBackups.MADE_AT, ""),
                    restored.facts().getOrDefault(FolderBackups.RELEASE, ""),
                    restored.bytes(),
                    counted.live,
                    counted.expired,
                    counted.dropped);
        } catch (BackupException failure) {
            throw new StartupException(String.valueOf(failure.getMessage()), failure);
        } catch (StoreException failure) {
            throw StartupException.of(failure);
        } catch (EngineException failure) {
            throw StartupException.of(failure);
        }
    }

    private static final class Counted {
        private long live;
        private long expired;
        private long dropped;

        void count(Collection collection) {
            long hidden =
                    collection.hiddenDocuments().totals(collection.reading()).documents();
            live += collection.storedSize().documents() - hidden;
            expired += hidden;
        }
    }

    private static void finish(Path draft, Expiry expiry, Counted counted) {
        try (Store store = RocksStore.open(draft)) {
            RestoredStore.settle(store);
            if (new VirtualMemory(store).load().isEmpty()) {
                RestoredStore.settleClock(store, SystemClock.INSTANCE.wallMillis());
            }
            try (Engine engine = Engine.open(store, FolderCheck.standingStill(store), FolderCheck.settings())) {
                for (Collection collection : engine.catalog().all()) {
                    counted.dropped += apply(collection, expiry);
                    counted.count(collection);
                }
            }
        }
    }

    /** Returns the number of documents dropped. */
    private static long apply(Collection collection, Expiry expiry) {
        return switch (expiry) {
            case KEEP -> 0;
            case HOLD -> {
                if (collection.hiddenDocuments().hold(HOLD, null, "it was restored from a backup") == null) {
                    throw new BackupException(collection.name() + " has as many holds as it may have", null);
                }
                yield 0;
            }
            case DROP -> collection.hiddenDocuments().purgeAll().documents();
        };
    }
}
