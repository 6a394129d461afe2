package dev.mayfly.face.cosmos.item;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.Transaction;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.face.cosmos.partition.PartitionKey;
import dev.mayfly.face.cosmos.resource.Container;
import dev.mayfly.store.api.Durability;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * Runs what writes several items of a partition, so that all of it happens at one instant or none of it. Safe for
 * concurrent use.
 */
final class ItemTransactions {
    /*
     * If two transactions of the engine write the same item, one is refused at once, perhaps repeatedly until the
     * other has ended. Transactions of one partition therefore wait for each other here, and only a write outside of
     * transactions can interfere.
     */
    private static final int LATCHES = 64;

    /** The most attempts of a piece of work whose basis other writes have changed. */
    private static final int ATTEMPTS_MAX = 1_000;

    private final Engine engine;
    private final Durability durability;
    private final ReentrantLock[] latches = new ReentrantLock[LATCHES];

    ItemTransactions(Engine engine, Durability durability) {
        this.engine = engine;
        this.durability = durability;
        Arrays.setAll(latches, _ -> new ReentrantLock());
    }

    /** The result of a piece of work, and the version under which it was written, 0 if nothing was. */
    record Committed<T>(T result, long version) {}

    /**
     * Runs the work, perhaps several times until no other write interferes. If it throws, nothing is written.
     *
     * @param partition in which it writes
     * @param work reads and writes the collection it is given, in which it sees its own writes
     */
    <T> Committed<T> run(Container container, PartitionKey partition, Function<Collection, T> work) {
        int hash = 31 * container.rid().hashCode() + partition.hashCode();
        ReentrantLock latch = latches[Math.floorMod(hash, LATCHES)];
        latch.lock();
        try {
            return latched(container, work);
        } finally {
            latch.unlock();
        }
    }

    private <T> Committed<T> latched(Container container, Function<Collection, T> work) {
        for (int attempt = 1; ; attempt++) {
            try (Transaction transaction = engine.begin()) {
                T result = work.apply(transaction.of(container.collection()));
                transaction.commit(null);
                if (durability == Durability.SYNCED) {
                    engine.sync();
                }
                return new Committed<>(result, transaction.version());
            } catch (EngineException failure) {
                if (attempt == ATTEMPTS_MAX || !isConflict(failure.error())) {
                    throw failure;
                }
            }
        }
    }

    /** Returns true if the same work may succeed when begun anew. */
    static boolean isConflict(EngineError error) {
        return error instanceof EngineError.TransactionConflict || error instanceof EngineError.SnapshotLost;
    }

    /** Puts an item in the place of another that is there, and keeps its number. */
    ItemResult rename(
            Container container,
            DocumentKey from,
            DocumentKey to,
            Conditions conditions,
            ItemNumbers numbers,
            ItemBody body) {
        PartitionKey partition = body.partition(container.items().partition());
        Committed<ItemResult> committed = run(container, partition, collection -> {
            ItemResult removed =
                    ItemChange.delete(container, conditions, numbers).write(collection, from, durability);
            ItemResult created = ItemChange.of(ItemChange.Kind.CREATE, container, Conditions.NONE, numbers, body)
                    .keeping(removed.number())
                    .write(collection, to, durability);
            return new ItemResult(
                    200,
                    removed.charge() + created.charge(),
                    created.text(),
                    created.number(),
                    created.version(),
                    created.modified());
        });
        return committed.result().withVersion(committed.version());
    }
}
