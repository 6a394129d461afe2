package dev.mayfly.app.server;

import dev.mayfly.store.api.BackupProgress;
import dev.mayfly.store.api.BackupSummary;
import dev.mayfly.store.api.Capability;
import dev.mayfly.store.api.CommitOutcome;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Snapshot;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.StoreException.Reason;
import dev.mayfly.store.api.Turn;
import dev.mayfly.store.api.WriteBatch;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A store in which every commit survives a loss of power, whatever the commit asks for. */
final class SyncedStore implements Store {
    private final Store store;

    SyncedStore(Store store) {
        this.store = store;
    }

    @Override
    public CommitOutcome commit(
            Partition partition, WriteBatch batch, List<Expectation> expectations, Durability durability) {
        return store.commit(partition, batch, expectations, Durability.SYNCED);
    }

    @Override
    public CommitOutcome commitAll(List<PartitionBatch> batches, Durability durability) {
        return store.commitAll(batches, Durability.SYNCED);
    }

    @Override
    public Turn turn(Partition partition) {
        return store.turn(partition);
    }

    @Override
    public long batchBytesMax() {
        return store.batchBytesMax();
    }

    @Override
    public Set<Capability> capabilities() {
        return store.capabilities();
    }

    @Override
    public byte @Nullable [] get(Partition partition, Space space, byte[] key) {
        return store.get(partition, space, key);
    }

    @Override
    public List<byte @Nullable []> multiGet(Partition partition, Space space, List<byte[]> keys) {
        return store.multiGet(partition, space, keys);
    }

    @Override
    public Cursor scan(Partition partition, Space space, KeyRange range, Direction direction, int limit) {
        return store.scan(partition, space, range, direction, limit);
    }

    @Override
    public Snapshot snapshot() {
        return store.snapshot();
    }

    @Override
    public void sync() {
        store.sync();
    }

    @Override
    public BackupSummary backup(Path folder, Map<String, String> facts, BackupProgress progress) {
        return store.backup(folder, facts, progress);
    }

    @Override
    public void compact() {
        store.compact();
    }

    @Override
    public long usedBytes() {
        return store.usedBytes();
    }

    @Override
    public OptionalLong compactionDebtBytes() {
        return store.compactionDebtBytes();
    }

    @Override
    public Optional<Reason> writeRefusal() {
        return store.writeRefusal();
    }

    @Override
    public void close() {
        store.close();
    }
}
