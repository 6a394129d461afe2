package dev.mayfly.engine.commit;

import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.store.api.CommitOutcome;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.StoreException;
import dev.mayfly.store.api.Turn;
import dev.mayfly.store.api.WriteBatch;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Commits batches until it is known what became of them. A store that cannot tell is sent the same batch again, and
 * recognizes it by its operation id. A store that can never tell is given up as unavailable; its caller then knows no more
 * than the store. Safe for concurrent use.
 */
public final class CommitRetry {
    /** Begins somewhere else in every process, so that no id of an earlier one comes again. */
    private static final AtomicLong LAST_OPERATION = new AtomicLong(new SplittableRandom().nextLong());

    /** The number of times a batch is sent before its outcome remains unknown. */
    static final int ATTEMPTS_MAX = 100;

    /** The time after which it is sent no more: a store that is away answers slowly, and its client waits. */
    private static final long NANOS_MAX = Duration.ofSeconds(20).toNanos();

    /** The number of turns on which a batch is tried that others write before. */
    private static final int TURNS_MAX = 1_000;

    private CommitRetry() {}

    /** Tells as the cause of an {@link EngineException} that the store may have written the batch. */
    static final class UnknownOutcomeException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        UnknownOutcomeException(@Nullable StoreException last) {
            super("the outcome of a commit is not known", last);
        }
    }

    /** An empty batch with an id of its own. */
    public static WriteBatch batch() {
        long operation = LAST_OPERATION.incrementAndGet();
        return new WriteBatch(operation == 0 ? LAST_OPERATION.incrementAndGet() : operation);
    }

    /** Returns what became of the batch: applied, or refused with the expectations that did not hold. */
    public static CommitOutcome commit(
            Store store, Partition partition, WriteBatch batch, List<Expectation> expectations, Durability durability) {
        return known(() -> store.commit(partition, batch, expectations, durability));
    }

    private static CommitOutcome known(Supplier<CommitOutcome> commit) {
        boolean unknown = false;
        long begun = 0;
        for (int attempt = 0; attempt < ATTEMPTS_MAX && !isOver(begun); attempt++) {
            try {
                CommitOutcome outcome = commit.get();
                if (!(outcome instanceof CommitOutcome.Unknown)) {
                    return outcome;
                }
                begun = unknown ? begun : SystemClock.INSTANCE.tickNanos();
                unknown = true;
            } catch (StoreException failure) {
                // Nothing was written this time; but what an earlier time has done must be found out.
                if (!unknown) {
                    throw EngineException.of(failure);
                }
                if (failure.reason() != StoreException.Reason.UNAVAILABLE) {
                    throw new EngineException(
                            EngineException.of(failure).error(), new UnknownOutcomeException(failure));
                }
            }
        }
        throw new EngineException(new EngineError.StoreUnavailable(), new UnknownOutcomeException(null));
    }

    /** Returns true if there was an unknown outcome so long ago; 0 for none. */
    private static boolean isOver(long begun) {
        return begun != 0 && SystemClock.INSTANCE.tickNanos() - begun > NANOS_MAX;
    }

    /** Commits batches of several partitions as one, which depend on nothing. */
    public static void commitAll(Store store, List<Store.PartitionBatch> batches, Durability durability) {
        known(() -> store.commitAll(batches, durability));
    }

    /**
     * Writes to a partition of which others write, too, on its last turn.
     *
     * @param schema returns the schema number that the batch leaves behind, from the one before
     * @param batches makes the batch anew for each attempt
     * @return what became of it: never {@link CommitOutcome.OutOfTurn}
     */
    public static CommitOutcome commitInTurn(
            Store store,
            Partition partition,
            LongUnaryOperator schema,
            LongFunction<WriteBatch> batches,
            List<Expectation> expectations) {
        for (int attempt = 0; attempt < TURNS_MAX; attempt++) {
            Turn last = turn(store, partition);
            long next = schema.applyAsLong(last.schema());
            WriteBatch batch = batches.apply(next).standOn(last, next);
            CommitOutcome outcome = commit(store, partition, batch, expectations, Durability.SYNCED);
            if (!(outcome instanceof CommitOutcome.OutOfTurn)) {
                return outcome;
            }
        }
        throw new EngineException(new EngineError.TooManyConflicts(TURNS_MAX));
    }

    /** Returns the last turn of a partition. */
    public static Turn turn(Store store, Partition partition) {
        try {
            return store.head(partition).turn();
        } catch (StoreException failure) {
            throw EngineException.of(failure);
        }
    }

    /** Commits what depends on nothing. */
    public static void commit(Store store, Partition partition, WriteBatch batch, Durability durability) {
        commit(store, partition, batch, List.of(), durability);
    }
}
