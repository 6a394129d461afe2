package dev.mayfly.store.api;

import dev.mayfly.store.api.StoreException.Reason;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A store that hands every call on to another, which it closes; a derived class changes some of the calls. */
public abstract class ForwardingStore implements Store {
    private final Store store;

    protected ForwardingStore(Store store) {
        this.store = store;
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
    public double entriesEstimate(Partition partition, Space space, KeyRange range) {
        return store.entriesEstimate(partition, space, range);
    }

    @Override
    public CommitOutcome commit(
            Partition partition, WriteBatch batch, List<Expectation> expectations, Durability durability) {
        return store.commit(partition, batch, expectations, durability);
    }

    @Override
    public long moment(Partition partition) {
        return store.moment(partition);
    }

    @Override
    public List<Expectation> unmet(Partition partition, List<Expectation> expectations) {
        return store.unmet(partition, expectations);
    }

    @Override
    public Head head(Partition partition) {
        return store.head(partition);
    }

    @Override
    public HeadRead readAtHead(Partition partition, List<Cell> cells) {
        return store.readAtHead(partition, cells);
    }

    @Override
    public void settle(Partition partition) {
        store.settle(partition);
    }

    @Override
    public Optional<Cluster> cluster() {
        return store.cluster();
    }

    @Override
    public long batchBytesMax() {
        return store.batchBytesMax();
    }

    @Override
    public CommitOutcome commitAll(List<PartitionBatch> batches, Durability durability) {
        return store.commitAll(batches, durability);
    }

    @Override
    public void sync() {
        store.sync();
    }

    @Override
    public void beginSync(Consumer<@Nullable Throwable> ended) {
        store.beginSync(ended);
    }

    @Override
    public Snapshot snapshot() {
        return store.snapshot();
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
