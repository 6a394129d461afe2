package dev.mayfly.store.rocksdb;

import dev.mayfly.store.api.StoreException;
import dev.mayfly.store.api.StoreException.Reason;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Translates the errors of RocksDB into the port's, and remembers the failure after which nothing may be written. */
final class Failures {
    private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

    /** The names that RocksDB gives to files that hold data. */
    private static final Pattern FILE = Pattern.compile("\\d+\\.(sst|log)\\b");

    private static final int DAMAGED_MAX = 1_000;

    private final Path folder;
    private final Set<String> damaged = ConcurrentHashMap.newKeySet();
    private volatile @Nullable Throwable lastStraw;

    Failures(Path folder) {
        this.folder = folder;
    }

    boolean isReadOnly() {
        return lastStraw != null;
    }

    void refuseIfReadOnly() {
        Throwable cause = lastStraw;
        if (cause != null) {
            throw new StoreException(
                    Reason.READ_ONLY, "the store is read-only until it is opened again: " + folder, cause);
        }
    }

    StoreException ofRead(RocksDBException failure) {
        return isCorruption(failure)
                ? ofDamage(failure)
                : new StoreException(Reason.UNAVAILABLE, "cannot read in " + folder, failure);
    }

    /** Names the file in the log the first time that something damaged is met in it. */
    private StoreException ofDamage(RocksDBException failure) {
        String said = String.valueOf(failure.getMessage());
        Matcher named = FILE.matcher(said);
        String file = named.find() ? named.group() : "";
        if (damaged.size() < DAMAGED_MAX && damaged.add(file)) {
            LOG.error(
                    "damaged data in {}: {}; stop the server and run mayfly check {} --repair, or restore a backup",
                    file.isEmpty() ? folder : folder.resolve("rocksdb").resolve(file),
                    said,
                    folder);
        }
        return new StoreException(Reason.CORRUPT, "damaged data in " + folder + ": " + said, file, failure);
    }

    /**
     * A write that failed for want of space may succeed later; after any other failure the content of the log is
     * unknown.
     */
    StoreException ofWrite(RocksDBException failure) {
        if (isNoSpace(failure)) {
            return new StoreException(Reason.FULL, "no space left for " + folder, failure);
        }
        return becomeReadOnly(failure, "cannot write in ");
    }

    /** After a failed sync the kernel may have dropped what it could not write, so a second one would prove nothing. */
    StoreException ofSync(RocksDBException failure) {
        return becomeReadOnly(failure, "cannot sync in ");
    }

    /** Lets nothing be written until the store is opened again with space on the disk. */
    void openedOnFullDisk(StoreException failure) {
        lastStraw = failure;
        LOG.error(
                "no space is left on the disk of {}: what is stored can be read, and nothing is written until space has"
                        + " been made and the server is started again",
                folder);
    }

    private StoreException becomeReadOnly(RocksDBException failure, String what) {
        lastStraw = failure;
        LOG.error("{}{}; the store is read-only until it is opened again", what, folder, failure);
        return new StoreException(Reason.READ_ONLY, what + folder, failure);
    }

    static boolean isCorruption(RocksDBException failure) {
        Status status = failure.getStatus();
        return status != null && status.getCode() == Status.Code.Corruption;
    }

    static boolean isNoSpace(RocksDBException failure) {
        Status status = failure.getStatus();
        return status != null && status.getSubCode() == Status.SubCode.NoSpace;
    }
}
