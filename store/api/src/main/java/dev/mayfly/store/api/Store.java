package dev.mayfly.store.api;

import dev.mayfly.store.api.StoreException.Reason;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Bytes by key in partitions, with atomic conditional batches.
 *
 * <p>Calls block; every method may throw {@link StoreException}. Safe for concurrent use. {@link #close()} waits for
 * calls, cursors and snapshots in flight, and later calls throw {@link IllegalStateException}.
 */
public interface Store extends Reader, AutoCloseable {
    Set<Capability> capabilities();

    /**
     * Applies the batch if every expectation holds. Expectations are checked and the batch is written as one step with
     * respect to every other commit of the partition. Atomicity never crosses the partition. A store that has turns makes
     * the batch the partition's next one, and refuses it as {@link CommitOutcome.OutOfTurn} before it looks at the
     * expectations if the batch stands on another than the last.
     */
    CommitOutcome commit(Partition partition, WriteBatch batch, List<Expectation> expectations, Durability durability);

    /**
     * A moment of the partition, for {@link WriteBatch#readSince}; 0 in a store that keeps none. Everything committed
     * before it is seen by the reads that follow.
     */
    default long moment(Partition partition) {
        return 0;
    }

    /**
     * Returns the expectations that do not hold now. A writer that calls this ahead of a commit, with a {@link
     * #moment} taken before, shortens the part during which others wait; a store that keeps no moments may return
     * none, since the commit checks them all.
     */
    default List<Expectation> unmet(Partition partition, List<Expectation> expectations) {
        return List.of();
    }

    /** The last turn of the partition, and what is kept beside it. Needs {@link Capability#TURNS}. */
    default Head head(Partition partition) {
        throw new UnsupportedOperationException("turns");
    }

    /**
     * Reads cells and the head in one step: nothing that is found is older than the head. Needs {@link Capability#TURNS}.
     *
     * @param cells some tens at the most
     */
    default HeadRead readAtHead(Partition partition, List<Cell> cells) {
        throw new UnsupportedOperationException("turns");
    }

    /**
     * Returns when every commit to the partition of which any reader has seen anything is seen as a whole by all reads that
     * follow. Reads of a store of one process always do so; in others a read may see one row of a commit that is still on its
     * way, and another read not yet the next.
     */
    default void settle(Partition partition) {}

    /** What the processes that share the store know of each other; empty in a store of one process. */
    default Optional<Cluster> cluster() {
        return Optional.empty();
    }

    /** The size of the largest batch that the store takes: the sum of its keys and values. */
    default long batchBytesMax() {
        return Long.MAX_VALUE;
    }

    /** One batch of a commit across partitions. */
    record PartitionBatch(Partition partition, WriteBatch batch) {}

    /** Applies all batches or none. Needs {@link Capability#COMMITS_ACROSS_PARTITIONS}. */
    default CommitOutcome commitAll(List<PartitionBatch> batches, Durability durability) {
        throw new UnsupportedOperationException("commits across partitions");
    }

    /** Makes everything acknowledged so far survive a loss of power; concurrent callers share one sync. */
    void sync();

    /**
     * Begins what {@link #sync} does, without waiting for it.
     *
     * @param ended is called once, on any thread, maybe before this returns: with null when it is done, or with why it has
     *     failed
     */
    default void beginSync(Consumer<@Nullable Throwable> ended) {
        Thread.ofVirtual().name("store-sync").start(() -> {
            Throwable failure = null;
            try {
                sync();
            } catch (RuntimeException | Error thrown) {
                failure = thrown;
            }
            ended.accept(failure);
        });
    }

    /** A frozen view. Needs {@link Capability#SNAPSHOTS}. */
    default Snapshot snapshot() {
        throw new UnsupportedOperationException("snapshots");
    }

    /**
     * Copies the store, as it is at one moment, into a folder, while it goes on: everything acknowledged before the call is
     * in the copy, and of what is acknowledged meanwhile a beginning. A file that an earlier backup in the folder has
     * already is not copied again. Blocks until the copy is verified. Needs {@link Capability#BACKUPS}.
     *
     * @param facts what is to be kept in words with the copy, by names without spaces
     * @throws BackupException when the folder cannot take it; the backups that are in it stay good
     */
    default BackupSummary backup(Path folder, Map<String, String> facts, BackupProgress progress) {
        throw new UnsupportedOperationException("backups");
    }

    /**
     * Gives back the space of what was deleted, of which no trace is left unless an open cursor or snapshot sees it still;
     * blocks until done. Runs on threads of the store's own where it is long.
     */
    void compact();

    /** The bytes that this store occupies now; on disk, or in memory where there is no disk. */
    long usedBytes();

    /**
     * The number of bytes still to be rewritten until the store is in its best shape; empty in a store that never
     * rewrites.
     */
    default OptionalLong compactionDebtBytes() {
        return OptionalLong.empty();
    }

    /**
     * Returns about how many entries a range has, by what the store keeps anyway; NaN where only reading them would tell. Deleted
     * ones may count. Ranges of keys and values of one kind compare better than the figure alone is right. Cheap: the cost does not
     * grow with the entries.
     */
    default double entriesEstimate(Partition partition, Space space, KeyRange range) {
        return Double.NaN;
    }

    /**
     * Returns why writes are refused now, {@link Reason#FULL} or {@link Reason#READ_ONLY}; empty while they are
     * accepted. Checks the disk, so that a store that is polled refuses writes before other processes have filled the
     * disk. Cheap, and never blocks.
     */
    default Optional<Reason> writeRefusal() {
        return Optional.empty();
    }

    @Override
    void close();
}
