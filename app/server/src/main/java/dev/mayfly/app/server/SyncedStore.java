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

    /** @param beforeWait is called when a writer begins to make a batch, whose commit will wait for the disk */
    SyncedStore(Store store, Runnable beforeWait) {
        super(store);
        this.beforeWait = beforeWait;
    }

    /** Writers begin with it. A commit is too late to leave a thread: it may be that of a group of writers. */
    @Override
    public long moment(Partition partition) {
        beforeWait.run();
        return super.moment(partition);
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
