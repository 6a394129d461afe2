package dev.mayfly.store.rocksdb;

import dev.mayfly.store.api.StoreException;
import dev.mayfly.store.api.StoreException.Reason;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.WALRecoveryMode;

/**
 * The mode in which the database of a data folder is opened: strict, or with the loss of what is damaged in its log.
 */
final class OpenMode {
    private OpenMode() {}

    static RocksDatabase strictly(DataFolder folder, RocksOptions options) {
        try {
            RocksDatabase database = RocksDatabase.open(
                    folder.database(), options, WALRecoveryMode.TolerateCorruptedTailRecords, folder.isNew());
            folder.markCreated();
            return database;
        } catch (RocksDBException failure) {
            throw refusal(folder, failure);
        }
    }

    /** Opens a database for reading that could not be opened for want of space; a full disk must not hide what is on it. */
    static RocksDatabase forReading(DataFolder folder, RocksOptions options) {
        try {
            return RocksDatabase.openReadOnly(folder.database(), options);
        } catch (RocksDBException failure) {
            throw refusal(folder, failure);
        }
    }

    /** Keeps what the log holds up to its first damaged record, or, where files are ahead of that, all but the record. */
    static LogRepair salvage(DataFolder folder, RocksOptions options) {
        LogScan.Damage damage = damageOf(folder);
        if (folder.isNew()) {
            return new LogRepair(null, 0, 0, 0, false);
        }
        try {
            return salvage(folder, options, damage, WALRecoveryMode.PointInTimeRecovery);
        } catch (RocksDBException failure) {
            if (damage == null || !Failures.isCorruption(failure)) {
                throw refusal(folder, failure);
            }
        }
        try {
            return salvage(folder, options, damage, WALRecoveryMode.SkipAnyCorruptedRecords);
        } catch (RocksDBException failure) {
            throw refusal(folder, failure);
        }
    }

    private static LogRepair salvage(
            DataFolder folder, RocksOptions options, LogScan.@Nullable Damage damage, WALRecoveryMode recovery)
            throws RocksDBException {
        try (RocksDatabase database = RocksDatabase.open(folder.database(), options, recovery, false)) {
            database.flush();
            long last = database.database().getLatestSequenceNumber();
            if (damage == null) {
                return new LogRepair(null, 0, 0, last, false);
            }
            boolean gap = recovery == WALRecoveryMode.SkipAnyCorruptedRecords;
            return new LogRepair(damage.file(), damage.offset(), damage.bytesBehind(), last, gap);
        }
    }

    private static StoreException refusal(DataFolder folder, RocksDBException failure) {
        if (Failures.isNoSpace(failure)) {
            return new StoreException(Reason.FULL, "no space left to open " + folder.path(), failure);
        }
        LogScan.Damage damage = damageOf(folder);
        if (damage != null) {
            return new StoreException(
                    Reason.CORRUPT,
                    "damaged write-ahead log " + damage.file() + " at byte " + damage.offset(),
                    failure);
        }
        return new StoreException(
                Reason.CORRUPT, "cannot open the database " + folder.database() + ": " + failure.getMessage(), failure);
    }

    private static LogScan.@Nullable Damage damageOf(DataFolder folder) {
        try {
            return LogScan.firstDamage(folder.database());
        } catch (IOException failure) {
            throw new StoreException(Reason.UNAVAILABLE, "cannot read the log in " + folder.database(), failure);
        }
    }
}
