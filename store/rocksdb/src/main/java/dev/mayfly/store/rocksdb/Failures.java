package dev.mayfly.store.rocksdb;

import dev.mayfly.store.api.StoreException;
import dev.mayfly.store.api.StoreException.Reason;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says in the port's words what RocksDB reports, and remembers the failure after which nothing may be written. */
final class Failures {
    private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

    private final Path folder;
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
                ? new StoreException(Reason.CORRUPT, "damaged data in " + folder + ": " + failure.getMessage(), failure)
                : new StoreException(Reason.UNAVAILABLE, "cannot read in " + folder, failure);
    }

    /** A write that failed for want of space may succeed later; after any other nobody knows what the log holds. */
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
