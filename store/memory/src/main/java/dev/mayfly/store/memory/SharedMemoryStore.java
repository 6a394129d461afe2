package dev.mayfly.store.memory;

import dev.mayfly.store.api.Capability;
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
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A store in memory for several engines at once, which can do what a store of many nodes can do and no more: it keeps
 * turns, and has neither snapshots nor commits of several partitions.
 */
public final class SharedMemoryStore implements Store {
    private final MemoryStore store = new MemoryStore();
    private final Map<Partition, Turn> turns = new HashMap<>();

    @Override
    public Set<Capability> capabilities() {
        return EnumSet.of(Capability.TURNS);
    }

    @Override
    public synchronized Turn turn(Partition partition) {
        return turns.getOrDefault(partition, Turn.NONE);
    }

    @Override
    public synchronized CommitOutcome commit(
            Partition partition, WriteBatch batch, List<Expectation> expectations, Durability durability) {
        Turn last = turn(partition);
        Turn stoodOn = batch.turn();
        if (stoodOn != null && !stoodOn.equals(last)) {
            return new CommitOutcome.OutOfTurn(last);
        }
        CommitOutcome outcome = store.commit(partition, batch, expectations, durability);
        if (outcome instanceof CommitOutcome.Applied) {
            turns.put(partition, batch.turnAfter(last));
        }
        return outcome;
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
        store.close();
    }
}
