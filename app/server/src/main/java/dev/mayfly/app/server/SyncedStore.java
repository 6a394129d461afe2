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
    private final Runnable beforeWait;

    /** @param beforeWait is called before each commit, which waits for the disk */
    SyncedStore(Store store, Runnable beforeWait) {
        super(store);
        this.beforeWait = beforeWait;
    }

    @Override
    public CommitOutcome commit(
            Partition partition, WriteBatch batch, List<Expectation> expectations, Durability durability) {
        beforeWait.run();
        return super.commit(partition, batch, expectations, Durability.SYNCED);
    }

    @Override
    public CommitOutcome commitAll(List<PartitionBatch> batches, Durability durability) {
        beforeWait.run();
        return super.commitAll(batches, Durability.SYNCED);
    }
}
