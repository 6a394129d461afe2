package dev.mayfly.engine;

import dev.mayfly.engine.commit.EngineStore;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.read.ReadInstant;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.read.ShardReader;
import dev.mayfly.engine.write.CollectionShards;
import dev.mayfly.store.api.Capability;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Snapshot;
import dev.mayfly.store.api.StoreException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads of several collections, or of one collection several times, as of one instant and one state of the store. A join
 * reads through one of these: a document that expires or is swept while the join runs is in all of its rows or in none.
 * Used by one thread at a time; must be closed, after which it may be read from again, as of then.
 */
public final class FrozenReads implements AutoCloseable {
    /*
     * The snapshot is taken when the first collection is asked for, so that a request which joins nothing costs nothing.
     *
     * A collection's definition is no part of the snapshot. If it has changed since the snapshot was taken, an index that
     * the definition names may have no entries there; such a collection is read from the store as it is, still at the one
     * instant. So is all over a store that has no snapshots: there, what others write and sweep meanwhile is seen.
     */
    private final EngineStore engine;
    private final boolean freezes;
    private final Map<Integer, ReadView> readings = new HashMap<>();
    private @Nullable ReadInstant instant;
    private @Nullable Snapshot snapshot;
    private long takenAt;

    FrozenReads(EngineStore engine) {
        this.engine = engine;
        this.freezes = engine.store().capabilities().contains(Capability.SNAPSHOTS);
    }

    /** The instant of all reads, which is now if nothing was read yet. */
    public ReadInstant instant() {
        ReadInstant known = instant;
        if (known == null) {
            known = ReadInstant.of(engine.clock());
            instant = known;
        }
        return known;
    }

    /** Has everything read as of an instant that was taken before. */
    public FrozenReads at(ReadInstant earlier) {
        instant = earlier;
        return this;
    }

    /**
     * Returns the view by which to read the collection; a collection within a transaction is read as the transaction
     * sees it.
     */
    public ReadView of(Collection collection) {
        if (collection.isTransactional() || !freezes) {
            return collection.reading(instant());
        }
        CollectionShards shards = collection.parts().shards();
        int id = shards.record().id();
        ReadView known = readings.get(id);
        if (known != null) {
            return known;
        }
        Snapshot frozen = snapshot();
        ReadView reading = collection.reading(instant());
        if (shards.currentSchema().changedAt() > takenAt) {
            return reading;
        }
        ReadView made = new ReadView(reading.now(), reading.epoch(), reading.schema(), shards.over(frozen));
        readings.put(id, made);
        return made;
    }

    /** Returns the view by which to read one shard of the collection as if it were all of it. */
    public ReadView of(Collection collection, int shard) {
        ReadView whole = of(collection);
        CollectionShards shards = collection.parts().shards();
        if (shards.all().size() == 1 || collection.isTransactional()) {
            return whole;
        }
        Reader seen = whole.frozen() == null ? shards.store() : snapshot();
        Partition partition = shards.all().get(shard).partition();
        return new ReadView(whole.now(), whole.epoch(), whole.schema(), new ShardReader(seen, partition));
    }

    private Snapshot snapshot() {
        Snapshot known = snapshot;
        if (known == null) {
            try {
                takenAt = engine.versions().last();
                known = engine.store().snapshot();
            } catch (StoreException failure) {
                throw EngineException.of(failure);
            }
            snapshot = known;
        }
        return known;
    }

    /** Lets go of the store and of the instant. */
    @Override
    public void close() {
        readings.clear();
        instant = null;
        Snapshot known = snapshot;
        if (known != null) {
            snapshot = null;
            known.close();
        }
    }
}
