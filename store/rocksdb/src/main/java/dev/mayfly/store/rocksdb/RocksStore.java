package dev.mayfly.store.rocksdb;

import dev.mayfly.base.clock.SystemTimers;
import dev.mayfly.store.api.BackupException;
import dev.mayfly.store.api.BackupProgress;
import dev.mayfly.store.api.BackupSummary;
import dev.mayfly.store.api.Capability;
import dev.mayfly.store.api.CommitOutcome;
import dev.mayfly.store.api.CommitOutcome.Applied;
import dev.mayfly.store.api.CommitOutcome.Conflict;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Snapshot;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.StoreException;
import dev.mayfly.store.api.StoreException.Reason;
import dev.mayfly.store.api.WriteBatch;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store in a folder of this machine, on RocksDB.
 *
 * <p>{@code MEMORY} is written as {@code LOGGED} is: writes that bypass the log would let a crash tear a batch, since
 * every space reaches its files at its own time.
 */
public final class RocksStore implements Store {
    private static final Logger LOG = LoggerFactory.getLogger(RocksStore.class);

    private final DataFolder folder;
    private final RocksDatabase database;
    private final Failures failures;
    private final RocksReader present;
    private final RangeEstimate estimate;
    private final DocumentCache cache;
    private final BatchCommitter committer;
    private final DiskReserve reserve;
    private final GroupSync syncs;
    private final LargeValues large;
    private final LongWork work = new LongWork("mayfly-store-work");
    private final LongWork syncing = new LongWork("mayfly-store-sync");
    private final CloseGuard gate = new CloseGuard();
    private final SpaceRelief relief;
    private final SystemTimers timers = new SystemTimers("mayfly-store-space");
    private final MassDeletion deletions;
    private final ReentrantLock backingUp = new ReentrantLock();
    private final ReentrantLock closing = new ReentrantLock();
    private boolean closed;

    private RocksStore(
            DataFolder folder,
            RocksDatabase database,
            Failures failures,
            RocksOptions options,
            LargeValues large,
            Disk disk) {
        this.large = large;
        this.folder = folder;
        this.database = database;
        this.failures = failures;
        this.present = new RocksReader(database, failures, database.reading(), large);
        this.estimate = new RangeEstimate(database);
        this.cache = new DocumentCache(options.hotBytes());
        this.relief = new SpaceRelief(database, work, gate);
        this.reserve = new DiskReserve(folder.path(), disk, options.reserveBytes(), relief);
        this.deletions = new MassDeletion(relief::requestForMost, timers);
        this.committer = new BatchCommitter(database, present, cache, failures, reserve, deletions);
        this.syncs = new GroupSync(() -> sync(disk), syncing::begin);
    }

    /**
     * Opens the store of a data folder, which is created if there is none. Where there is no space to open it for writing, what
     * is there can be read, and nothing is written until it is opened again.
     */
    public static RocksStore open(Path folder) {
        return open(folder, RocksOptions.DEFAULT);
    }

    public static RocksStore open(Path folder, RocksOptions options) {
        return open(folder, options, LargeValues.UNBOUNDED);
    }

    /** @param large hears of each large value that is read */
    public static RocksStore open(Path folder, RocksOptions options, LargeValues large) {
        return open(folder, options, large, Disk.REAL);
    }

    static RocksStore open(Path folder, RocksOptions options, Disk disk) {
        return open(folder, options, LargeValues.UNBOUNDED, disk);
    }

    private static RocksStore open(Path folder, RocksOptions options, LargeValues large, Disk disk) {
        DataFolder locked = DataFolder.open(folder);
        try {
            return open(locked, options, large, disk);
        } catch (StoreException | LinkageError failure) {
            locked.close();
            throw failure;
        }
    }

    private static RocksStore open(DataFolder locked, RocksOptions options, LargeValues large, Disk disk) {
        Failures failures = new Failures(locked.path());
        try {
            return new RocksStore(locked, OpenMode.strictly(locked, options), failures, options, large, disk);
        } catch (StoreException failure) {
            if (failure.reason() != Reason.FULL || locked.isNew()) {
                throw failure;
            }
            RocksDatabase database = OpenMode.forReading(locked, options);
            failures.openedOnFullDisk(failure);
            return new RocksStore(locked, database, failures, options, large, disk);
        }
    }

    /**
     * Makes a store with a damaged write-ahead log open again, by giving up what the damage hides, and tells what that was.
     * Damage in other files is refused as it is by {@link #open}.
     */
    public static LogRepair salvage(Path folder) {
        try (DataFolder locked = DataFolder.open(folder)) {
            return OpenMode.salvage(locked, RocksOptions.DEFAULT);
        }
    }

    @Override
    public Set<Capability> capabilities() {
        return EnumSet.complementOf(EnumSet.of(Capability.TURNS));
    }

    @Override
    public byte @Nullable [] get(Partition partition, Space space, byte[] key) {
        int place = gate.enter();
        try {
            return space == Space.DOCUMENT
                    ? cache.get(partition, key, present::get)
                    : present.get(partition, space, key);
        } finally {
            gate.leave(place);
        }
    }

    @Override
    public List<byte @Nullable []> multiGet(Partition partition, Space space, List<byte[]> keys) {
        int place = gate.enter();
        try {
            return present.multiGet(partition, space, keys);
        } finally {
            gate.leave(place);
        }
    }

    @Override
    public Cursor scan(Partition partition, Space space, KeyRange range, Direction direction, int limit) {
        int place = gate.enter();
        return present.scan(partition, space, range, direction, limit, () -> gate.leave(place));
    }

    @Override
    public Snapshot snapshot() {
        int place = gate.enter();
        return new RocksSnapshot(database, failures, large, () -> gate.leave(place));
    }

    @Override
    public CommitOutcome commit(
            Partition partition, WriteBatch batch, List<Expectation> expectations, Durability durability) {
        int place = gate.enter();
        try {
            List<Expectation> failed = committer.commit(partition, batch, expectations);
            if (!failed.isEmpty()) {
                return new Conflict(failed);
            }
            return applied(durability);
        } finally {
            gate.leave(place);
        }
    }

    @Override
    public List<Expectation> unmet(Partition partition, List<Expectation> expectations) {
        int place = gate.enter();
        try {
            return committer.unmet(partition, expectations);
        } finally {
            gate.leave(place);
        }
    }

    @Override
    public long moment(Partition partition) {
        return committer.moment(partition);
    }

    @Override
    public CommitOutcome commitAll(List<PartitionBatch> batches, Durability durability) {
        int place = gate.enter();
        try {
            committer.commitAll(batches);
            return applied(durability);
        } finally {
            gate.leave(place);
        }
    }

    private CommitOutcome applied(Durability durability) {
        if (durability == Durability.SYNCED) {
            syncs.await();
        }
        return Applied.INSTANCE;
    }

    @Override
    public void sync() {
        int place = gate.enter();
        try {
            syncs.await();
        } finally {
            gate.leave(place);
        }
    }

    @Override
    public void beginSync(Consumer<@Nullable Throwable> ended) {
        int place = gate.enter();
        syncs.begin(failure -> {
            gate.leave(place);
            ended.accept(failure);
        });
    }

    private void sync(Disk disk) {
        failures.refuseIfReadOnly();
        try {
            disk.sync(database.database());
        } catch (RocksDBException failure) {
            throw failures.ofSync(failure);
        }
    }

    @Override
    public void compact() {
        int place = gate.enter();
        try {
            failures.refuseIfReadOnly();
            work.run(database::compact);
        } catch (RocksDBException failure) {
            throw failures.ofWrite(failure);
        } finally {
            gate.leave(place);
        }
    }

    @Override
    public BackupSummary backup(Path target, Map<String, String> facts, BackupProgress progress) {
        int place = gate.enter();
        backingUp.lock();
        try (Backup backup = new Backup(folder, target)) {
            failures.refuseIfReadOnly();
            work.run(() -> database.checkpoint(backup.links()));
            return backup.write(facts, progress);
        } catch (RocksDBException failure) {
            throw new BackupException("the files of " + folder.path() + " cannot be linked for a backup", failure);
        } finally {
            backingUp.unlock();
            gate.leave(place);
        }
    }

    @Override
    public long usedBytes() {
        int place = gate.enter();
        try {
            return folder.usedBytes();
        } finally {
            gate.leave(place);
        }
    }

    @Override
    public OptionalLong compactionDebtBytes() {
        int place = gate.enter();
        try {
            return OptionalLong.of(database.compactionDebtBytes());
        } finally {
            gate.leave(place);
        }
    }

    @Override
    public double entriesEstimate(Partition partition, Space space, KeyRange range) {
        int place = gate.enter();
        try {
            return estimate.entries(partition, space, range);
        } catch (RocksDBException failure) {
            throw failures.ofRead(failure);
        } finally {
            gate.leave(place);
        }
    }

    @Override
    public Optional<Reason> writeRefusal() {
        if (failures.isReadOnly()) {
            return Optional.of(Reason.READ_ONLY);
        }
        return reserve.isFull() ? Optional.of(Reason.FULL) : Optional.empty();
    }

    @Override
    public void close() {
        closing.lock();
        try {
            if (!closed) {
                deletions.close();
                timers.close();
                relief.cancel();
                gate.close();
                closed = true;
                flush();
                work.close();
                syncing.close();
                relief.close();
                database.close();
                folder.close();
            }
        } finally {
            closing.unlock();
        }
    }

    /** Leaves an empty log, so that the next start has nothing to replay; without it nothing is lost. */
    private void flush() {
        if (failures.isReadOnly()) {
            return;
        }
        try {
            work.run(database::flush);
        } catch (RocksDBException failure) {
            LOG.warn("could not write the memtables of {}; the log keeps them", folder.path(), failure);
        }
    }
}
