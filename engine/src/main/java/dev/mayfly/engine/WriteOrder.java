package dev.mayfly.engine;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.change.HistoryCursor;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.read.ModifiedCursor;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.engine.write.CollectionShards;
import dev.mayfly.engine.write.ModifiedIndex;
import dev.mayfly.engine.write.StoreErrors;
import java.util.List;
import java.util.function.Predicate;

/**
 * The documents and the changes of a collection in the order in which they were written. Every method may throw {@link
 * EngineException}. Safe for concurrent use.
 */
public final class WriteOrder {
    private final CollectionShards shards;
    private final StoreErrors storeErrors;

    WriteOrder(CollectionShards shards) {
        this.shards = shards;
        this.storeErrors = new StoreErrors(shards.currentSchema());
    }

    /**
     * Returns the live documents in the order of their last writes, each once. The collection must keep that order.
     *
     * @param after the version behind which to begin: 0 for all, {@link ModifiedCursor#end} or the version of a document
     *     to go on, whose whole batch must have been read
     * @param wanted tells by its key whether a document is asked for
     */
    public ModifiedCursor byRecency(ReadView reading, long after, Predicate<DocumentKey> wanted) {
        return storeErrors.translate(() -> {
            if (!shards.all().getFirst().modifiedIndex().isKept()) {
                throw new IllegalStateException("the collection keeps no order of last writes");
            }
            // Asked before the store is: what is settled by now is seen.
            long settled = shards.settledVersion();
            return new ModifiedCursor(shards.reader(), shards.partition(), reading, after, settled, wanted);
        });
    }

    /** The same of one shard. */
    public ModifiedCursor byRecency(ReadView reading, long after, Predicate<DocumentKey> wanted, int number) {
        return storeErrors.translate(() -> {
            CollectionCommitter shard = shards.all().get(number);
            long settled = shard.readableVersion();
            return new ModifiedCursor(shards.store(), shard.partition(), reading, after, settled, wanted);
        });
    }

    /** The version behind which everything in one shard will come that is not acknowledged yet. */
    public long settledVersion(int number) {
        return storeErrors.translate(() -> shards.all().get(number).settledVersion());
    }

    /** The version behind which everything will come that is not acknowledged yet. */
    public long settledVersion() {
        return storeErrors.translate(shards::settledVersion);
    }

    /** The last version before anything that was modified at this instant or later, in milliseconds since the epoch. */
    public long versionBefore(long instant) {
        return storeErrors.translate(() -> {
            long settled = shards.settledVersion();
            if (shards.all().size() == 1) {
                return ModifiedIndex.before(shards.store(), shards.partition(), instant, settled);
            }
            long first = settled + 1;
            for (CollectionCommitter shard : shards.all()) {
                long before = ModifiedIndex.before(shard.store(), shard.partition(), instant, settled);
                first = Math.min(first, ModifiedIndex.next(shard.store(), shard.partition(), before, settled));
            }
            return first - 1;
        });
    }

    /**
     * Reads all changes behind a version, for as long as they are kept. Only of a collection that keeps them.
     *
     * @throws EngineException with {@link EngineError.HistoryLost} when something behind the version is not kept
     */
    public HistoryCursor history(long after) {
        return storeErrors.translate(() -> {
            // Asked before the store is: what is settled by now is seen.
            long settled = shards.settledVersion();
            return new HistoryCursor(
                    shards.store(), shards::record, shards.record().partitions(), after, settled);
        });
    }

    /** The same of one shard. */
    public HistoryCursor history(long after, int number) {
        return storeErrors.translate(() -> {
            CollectionCommitter shard = shards.all().get(number);
            long settled = shard.readableVersion();
            return new HistoryCursor(shards.store(), shards::record, List.of(shard.partition()), after, settled);
        });
    }

    /** The first version behind which nothing of the history is missing. */
    public long historyBegin() {
        return storeErrors.translate(() -> HistoryCursor.begin(shards.store(), shards.record()));
    }
}
