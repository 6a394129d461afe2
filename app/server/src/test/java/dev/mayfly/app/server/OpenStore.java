package dev.mayfly.app.server;

import dev.mayfly.store.api.Capability;
import dev.mayfly.store.api.Cluster;
import dev.mayfly.store.api.CommitOutcome;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.Turn;
import dev.mayfly.store.api.WriteBatch;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One server's way to a store that it shares: stays open for the others when the server closes it. */
record OpenStore(Store store) implements Store {
    @Override
    public Set<Capability> capabilities() {
        return store.capabilities();
    }

    @Override
    public CommitOutcome commit(
            Partition partition, WriteBatch batch, List<Expectation> expectations, Durability durability) {
        return store.commit(partition, batch, expectations, durability);
    }

    @Override
    public Turn turn(Partition partition) {
        return store.turn(partition);
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
    public void sync() {
        store.sync();
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
    public void close() {
        // The test closes the store.
    }
}
