package dev.mayfly.engine;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.change.HistoryCursor;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.read.ModifiedCursor;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.engine.write.ModifiedIndex;
import dev.mayfly.engine.write.StoreErrors;
import java.util.function.Predicate;

/**
 * The documents and the changes of a collection in the order in which they were written. Every method may throw {@link
 * EngineException}. Safe for concurrent use.
 */
public final class WriteOrder {
    private final CollectionCommitter committer;
    private final StoreErrors storeErrors;

    WriteOrder(CollectionCommitter committer) {
        this.committer = committer;
        this.storeErrors = new StoreErrors(committer.currentSchema());
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
            if (!committer.modifiedIndex().isKept()) {
                throw new IllegalStateException("the collection keeps no order of last writes");
            }
            // Asked before the store is: what is settled by now is seen.
            long settled = committer.settledVersion();
            return new ModifiedCursor(committer.store(), committer.partition(), reading, after, settled, wanted);
        });
    }

    /** The version behind which everything will come that is not acknowledged yet. */
    public long settledVersion() {
        return storeErrors.translate(committer::settledVersion);
    }

    /** The last version before anything that was modified at this instant or later, in milliseconds since the epoch. */
    public long versionBefore(long instant) {
        return storeErrors.translate(() ->
                ModifiedIndex.before(committer.store(), committer.partition(), instant, committer.settledVersion()));
    }

    /**
     * Reads all changes behind a version, for as long as they are kept. Only of a collection that keeps them.
     *
     * @throws EngineException with {@link EngineError.HistoryLost} when something behind the version is not kept
     */
    public HistoryCursor history(long after) {
        return storeErrors.translate(() -> {
            // Asked before the store is: what is settled by now is seen.
            long settled = committer.settledVersion();
            return new HistoryCursor(committer.store(), committer.partition(), committer::record, after, settled);
        });
    }

    /** The first version behind which nothing of the history is missing. */
    public long historyBegin() {
        return storeErrors.translate(
                () -> HistoryCursor.begin(committer.store(), committer.partition(), committer.record()));
    }
}
