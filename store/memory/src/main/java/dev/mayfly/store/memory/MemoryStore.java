package dev.mayfly.store.memory;

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
import dev.mayfly.store.api.WriteBatch;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A store that lives and dies with its process.
 *
 * <p>All it holds is one immutable {@link World}. A commit builds the next one under a lock and shows it in one step, so
 * that readers need no lock and never see half a batch, not even of several partitions. Every durability is the same.
 */
public final class MemoryStore implements Store {
    private final Visitors visitors = new Visitors();
    private final ReentrantLock committing = new ReentrantLock();
    private volatile World world = World.EMPTY;

    @Override
    public Set<Capability> capabilities() {
        return EnumSet.of(Capability.SNAPSHOTS, Capability.COMMITS_ACROSS_PARTITIONS);
    }

    @Override
    public byte @Nullable [] get(Partition partition, Space space, byte[] key) {
        visitors.refuseIfClosed();
        return MemoryReader.get(world, partition, space, key);
    }

    @Override
    public List<byte @Nullable []> multiGet(Partition partition, Space space, List<byte[]> keys) {
        visitors.refuseIfClosed();
        return MemoryReader.multiGet(world, partition, space, keys);
    }

    @Override
    public Cursor scan(Partition partition, Space space, KeyRange range, Direction direction, int limit) {
        visitors.enter();
        return MemoryReader.scan(world, partition, space, range, direction, limit, visitors::leave);
    }

    @Override
    public CommitOutcome commit(
            Partition partition, WriteBatch batch, List<Expectation> expectations, Durability durability) {
        committing.lock();
        try {
            visitors.refuseIfClosed();
            World current = world;
            List<Expectation> failed = current.failed(partition, expectations);
            if (!failed.isEmpty()) {
                return new Conflict(failed);
            }
            world = current.with(partition, batch);
            return Applied.INSTANCE;
        } finally {
            committing.unlock();
        }
    }

    @Override
    public CommitOutcome commitAll(List<PartitionBatch> batches, Durability durability) {
        committing.lock();
        try {
            visitors.refuseIfClosed();
            World next = world;
            for (PartitionBatch each : batches) {
                next = next.with(each.partition(), each.batch());
            }
            world = next;
            return Applied.INSTANCE;
        } finally {
            committing.unlock();
        }
    }

    @Override
    public void beginSync(Consumer<@Nullable Throwable> ended) {
        sync();
        ended.accept(null);
    }

    @Override
    public void sync() {
        visitors.refuseIfClosed();
    }

    @Override
    public Snapshot snapshot() {
        visitors.enter();
        return new MemorySnapshot(world, visitors);
    }

    /** There is nothing to give back: the garbage collector has done it. */
    @Override
    public void compact() {
        visitors.refuseIfClosed();
    }

    @Override
    public long usedBytes() {
        visitors.refuseIfClosed();
        return world.bytes();
    }

    @Override
    public void close() {
        visitors.close();
        committing.lock();
        try {
            world = World.EMPTY;
        } finally {
            committing.unlock();
        }
    }
}
