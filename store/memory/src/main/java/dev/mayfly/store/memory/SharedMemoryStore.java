package dev.mayfly.store.memory;

import dev.mayfly.store.api.Capability;
import dev.mayfly.store.api.Cell;
import dev.mayfly.store.api.Cluster;
import dev.mayfly.store.api.CommitOutcome;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.ForwardingStore;
import dev.mayfly.store.api.Head;
import dev.mayfly.store.api.HeadRead;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Snapshot;
import dev.mayfly.store.api.Turn;
import dev.mayfly.store.api.WriteBatch;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A store in memory for several engines at once, which can do what a store of many nodes can do and no more: it keeps
 * turns, and has neither snapshots nor commits of several partitions.
 */
public final class SharedMemoryStore extends ForwardingStore {
    private final Map<Partition, Head> heads = new HashMap<>();
    private final MemoryCluster cluster;

    /** A store whose clock stands still, so that leases in it end when they are released. */
    public SharedMemoryStore() {
        this(() -> 0);
    }

    /** @param clockMillis the clock of the store, which is not that of any engine */
    public SharedMemoryStore(LongSupplier clockMillis) {
        super(new MemoryStore());
        this.cluster = new MemoryCluster(clockMillis);
    }

    @Override
    public Set<Capability> capabilities() {
        return EnumSet.of(Capability.TURNS);
    }

    @Override
    public synchronized Head head(Partition partition) {
        return heads.getOrDefault(partition, Head.NONE);
    }

    @Override
    public synchronized HeadRead readAtHead(Partition partition, List<Cell> cells) {
        List<byte @Nullable []> values = new ArrayList<>(cells.size());
        cells.forEach(cell -> values.add(get(partition, cell.space(), cell.key())));
        return new HeadRead(head(partition), values);
    }

    @Override
    public Optional<Cluster> cluster() {
        return Optional.of(cluster);
    }

    @Override
    public synchronized CommitOutcome commit(
            Partition partition, WriteBatch batch, List<Expectation> expectations, Durability durability) {
        Head last = head(partition);
        Turn stoodOn = batch.turn();
        if (stoodOn != null && !stoodOn.equals(last.turn())) {
            return new CommitOutcome.OutOfTurn(last);
        }
        CommitOutcome outcome = super.commit(partition, batch, expectations, durability);
        if (outcome instanceof CommitOutcome.Applied) {
            heads.put(partition, new Head(batch.turnAfter(last.turn()), batch.state()));
        }
        return outcome;
    }

    @Override
    public CommitOutcome commitAll(List<PartitionBatch> batches, Durability durability) {
        throw new UnsupportedOperationException("commits across partitions");
    }

    @Override
    public Snapshot snapshot() {
        throw new UnsupportedOperationException("snapshots");
    }
}
