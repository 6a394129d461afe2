package dev.mayfly.app.server;

import dev.mayfly.store.api.CommitOutcome;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.ForwardingStore;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.WriteBatch;
import java.util.List;

/** A store in which every commit survives a loss of power, whatever the commit asks for. */
final class SyncedStore extends ForwardingStore {
    SyncedStore(Store store) {
        super(store);
    }

    @Override
    public CommitOutcome commit(
            Partition partition, WriteBatch batch, List<Expectation> expectations, Durability durability) {
        return super.commit(partition, batch, expectations, Durability.SYNCED);
    }

    @Override
    public CommitOutcome commitAll(List<PartitionBatch> batches, Durability durability) {
        return super.commitAll(batches, Durability.SYNCED);
    }
}
