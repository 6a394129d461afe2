package dev.mayfly.engine;

import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.transaction.OpenTransaction;
import dev.mayfly.engine.transaction.TransactionPart;
import dev.mayfly.engine.write.IdempotencyRecord;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes of several collections as of one instant, that become visible together or not at all. Used by one
 * thread at a time; must be committed or closed.
 */
public final class Transaction implements AutoCloseable {
    private final OpenTransaction open;
    private final Map<Integer, Collection> collections = new HashMap<>();

    Transaction(OpenTransaction open) {
        this.open = open;
    }

    /** The instant as of which it reads. */
    public long now() {
        return open.now();
    }

    /**
     * The collection as this transaction sees and writes it.
     *
     * @throws EngineException if it has changed since the transaction began in more than its documents
     */
    public Collection of(Collection collection) {
        TransactionPart part = open.part(collection.committer().partition().id());
        if (part == null && open.hasLost(collection.committer().state())) {
            throw new EngineException(new EngineError.SnapshotLost(collection.name()));
        }
        return collection.in(part == null ? add(collection) : part);
    }

    /** As {@link #of}, of a collection that was made for this transaction since it began. */
    public Collection ofNew(Collection collection) {
        TransactionPart part = open.part(collection.committer().partition().id());
        return collection.in(part == null ? add(collection) : part);
    }

    private TransactionPart add(Collection collection) {
        TransactionPart part =
                open.add(collection.committer(), collection.parts().planner());
        collections.put(collection.committer().partition().id(), collection);
        return part;
    }

    /** Returns true if a commit would write anything. */
    public boolean hasWritten() {
        return open.hasWritten();
    }

    /**
     * Writes everything, or nothing; the transaction is over either way. To survive a loss of power, the engine is to
     * be synced afterwards.
     *
     * @param receipt left behind with the writes; null for none
     * @return the collection that the receipt lies with, or null when nothing was written
     * @throws EngineException if something that it rests on has changed
     */
    public @Nullable Collection commit(@Nullable IdempotencyRecord receipt) {
        return collections.get(open.commit(receipt));
    }

    /** The version of everything that was committed; 0 before, or when nothing was written. */
    public long version() {
        return open.version();
    }

    /** Forgets what was written, unless it was committed. */
    @Override
    public void close() {
        open.close();
    }
}
