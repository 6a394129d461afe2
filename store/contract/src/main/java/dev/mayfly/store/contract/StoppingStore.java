package dev.mayfly.store.contract;

import dev.mayfly.store.api.CommitOutcome;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.ForwardingStore;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.WriteBatch;
import java.util.List;

/**
 * A store that other engines have open, too: the next commit through it waits until something else is done, as that of a server
 * that is stopped between making a batch and committing it. Used by one thread; closing it leaves the store to the others.
 */
public final class StoppingStore extends ForwardingStore {
    private Runnable beforeCommit = () -> {};

    public StoppingStore(Store store) {
        super(store);
    }

    /** What is done before the next commit, once. */
    public void beforeNextCommit(Runnable action) {
        beforeCommit = action;
    }

    @Override
    public CommitOutcome commit(
            Partition partition, WriteBatch batch, List<Expectation> expectations, Durability durability) {
        Runnable action = beforeCommit;
        beforeCommit = () -> {};
        action.run();
        return super.commit(partition, batch, expectations, durability);
    }

    @Override
    public void close() {}
}
