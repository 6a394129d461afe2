package dev.mayfly.engine;

import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.transaction.OpenTransaction;
import dev.mayfly.engine.transaction.TransactionView;
import dev.mayfly.engine.write.IdempotencyRecord;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes of several collections as of one instant, that become visible together or not at all. Used by one
 * thread at a time; must be committed or closed.
 */
public final class Transaction implements AutoCloseable {
    private final OpenTransaction open;
    /** By the numbers of their first partitions. */
    private final NavigableMap<Integer, Collection> collections = new TreeMap<>();

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
        TransactionView view = open.view(collection.parts().shards().record().id());
        if (view == null && open.hasLost(collection.parts().shards())) {
            throw new EngineException(new EngineError.SnapshotLost(collection.name()));
        }
        return collection.in(view == null ? add(collection) : view);
    }

    /** As {@link #of}, of a collection that was made for this transaction since it began. */
    public Collection ofNew(Collection collection) {
        TransactionView view = open.view(collection.parts().shards().record().id());
        return collection.in(view == null ? add(collection) : view);
    }

    private TransactionView add(Collection collection) {
        CollectionParts parts = collection.parts();
        TransactionView view = open.add(parts.shards(), parts::plannerOf);
        collections.put(parts.shards().record().id(), collection);
        return view;
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
        int partition = open.commit(receipt);
        return partition == 0 ? null : collections.floorEntry(partition).getValue();
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
