package dev.mayfly.engine.forecast;

import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.format.QueueEntry;
import dev.mayfly.engine.read.RecheckReader;
import dev.mayfly.engine.write.CollectionShards;
import dev.mayfly.engine.write.SizeCounters;
import dev.mayfly.store.api.Capability;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Snapshot;
import dev.mayfly.store.api.Space;
import org.jspecify.annotations.Nullable;

/** A collection with its queues and its size as they were at one moment; must be closed. */
public final class FrozenQueues implements AutoCloseable {
    private final Partition partition;
    private final RecheckReader reader;
    private final @Nullable Snapshot snapshot;
    private final SizeCounters.Change totals;

    private FrozenQueues(CollectionShards shards) {
        this.partition = shards.partition();
        boolean freezes = shards.store().capabilities().contains(Capability.SNAPSHOTS);
        this.snapshot = freezes ? shards.store().snapshot() : null;
        this.reader = shards.queues(snapshot == null ? shards.store() : snapshot);
        this.totals = shards.totals();
    }

    /** Nothing is written while it is taken, so what is stored and what stands in the queues belong together. */
    public static FrozenQueues of(CollectionShards shards) {
        return shards.latched(() -> new FrozenQueues(shards));
    }

    SizeCounters.Change totals() {
        return totals;
    }

    /**
     * The entries of a queue after one instant and up to another, in no order; those below its mark are left out since there
     * are none.
     */
    Cursor entries(int queue, long after, long latest) {
        byte[] from = after == Long.MIN_VALUE ? Layout.queuePrefix(queue) : QueueEntry.frontier(queue, after);
        return reader.scanUnordered(partition, new KeyRange(from, QueueEntry.frontier(queue, latest)));
    }

    Cursor documents() {
        return reader.scan(partition, Space.DOCUMENT, KeyRange.ALL, Direction.FORWARD, Reader.UNLIMITED);
    }

    byte @Nullable [] document(byte[] key) {
        return reader.get(partition, Space.DOCUMENT, key);
    }

    @Override
    public void close() {
        if (snapshot != null) {
            snapshot.close();
        }
    }
}
