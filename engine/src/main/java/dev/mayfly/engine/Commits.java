package dev.mayfly.engine;

import dev.mayfly.store.api.CommitOutcome;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.StoreException;
import dev.mayfly.store.api.WriteBatch;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Commits batches until it is known what became of them. A store that cannot tell is sent the same batch again, and
 * recognizes it by its operation id. Safe for concurrent use.
 */
final class Commits {
    /** Begins somewhere else in every process, so that no id of an earlier one comes again. */
    private static final AtomicLong LAST_OPERATION = new AtomicLong(new SplittableRandom().nextLong());

    private Commits() {}

    /** An empty batch with an id of its own. */
    static WriteBatch batch() {
        long operation = LAST_OPERATION.incrementAndGet();
        return new WriteBatch(operation == 0 ? LAST_OPERATION.incrementAndGet() : operation);
    }

    /** Answers whether the batch was applied; if not an expectation did not hold. */
    static boolean commit(
            Store store, Partition partition, WriteBatch batch, List<Expectation> expectations, Durability durability) {
        boolean unknown = false;
        while (true) {
            try {
                CommitOutcome outcome = store.commit(partition, batch, expectations, durability);
                if (!(outcome instanceof CommitOutcome.Unknown)) {
                    return outcome instanceof CommitOutcome.Applied;
                }
                unknown = true;
            } catch (StoreException failure) {
                // Nothing was written this time; but what an earlier time has done must be found out.
                if (!unknown || failure.reason() != StoreException.Reason.UNAVAILABLE) {
                    throw EngineException.of(failure);
                }
            }
        }
    }

    /** Commits batches of several partitions as one, which depend on nothing. */
    static void commitAll(Store store, List<Store.PartitionBatch> batches, Durability durability) {
        boolean unknown = false;
        while (true) {
            try {
                if (!(store.commitAll(batches, durability) instanceof CommitOutcome.Unknown)) {
                    return;
                }
                unknown = true;
            } catch (StoreException failure) {
                if (!unknown || failure.reason() != StoreException.Reason.UNAVAILABLE) {
                    throw EngineException.of(failure);
                }
            }
        }
    }

    /** Commits what depends on nothing. */
    static void commit(Store store, Partition partition, WriteBatch batch, Durability durability) {
        commit(store, partition, batch, List.of(), durability);
    }
}
