package dev.mayfly.engine;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.base.query.RequestMemory;
import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Snapshot;
import dev.mayfly.store.api.StoreException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes of several collections as of one instant, that become visible together or not at all. Used by one
 * thread at a time; must be committed or closed.
 */
public final class Transaction implements AutoCloseable {
    /*
     * A transaction reads one snapshot of the store, at one reading of the clock, and keeps what it writes in memory,
     * laid over the snapshot. Every write is drafted as any other, so it rests on versions that the draft expects.
     *
     *   open      -> a write claims the keys that it rests on: the first transaction to claim one has it, the next is
     *                rejected at once; so is one whose key was changed after the snapshot.
     *   open      -> committed: the latches of all its collections are taken in one order, everything that was relied
     *                on is checked again (versions, deadlines, policies), and all is written in one batch of batches.
     *   open      -> aborted: nothing was written, so there is nothing to undo.
     *
     * Writes outside of transactions know nothing of claims, and need not: if one changes what a transaction is about
     * to change, the transaction is rejected when it commits, and neither write is lost.
     */

    /** The number of bytes that a transaction may write. */
    static final long BYTES_MAX = 64L << 20;

    /** The number of bytes that all open transactions together may have written. */
    static final long BYTES_OF_ALL_MAX = 256L << 20;

    /** What is written lies in the draft, and as it was decided, in case that it is drafted again. */
    private static final int COPIES = 2;

    /** The number of times a transaction is drafted again because of a sweep. */
    private static final int ATTEMPTS_MAX = 100;

    private final EngineContext context;
    private final long begunAt;
    private final long now;
    private final long epoch;
    private final Snapshot snapshot;
    private final KeyLocks.Holder claims;
    private final Map<Integer, TransactionPart> parts = new TreeMap<>();
    private final Map<Integer, Collection> collections = new TreeMap<>();
    private @Nullable RequestMemory memory;
    private long bytes;
    private long reserved;
    private long version;
    private boolean closed;

    Transaction(EngineContext context) {
        this.context = context;
        this.claims = context.keyLocks().holder();
        this.epoch = context.clock().epoch();
        this.now = context.clock().wallMillis();
        this.begunAt = context.versions().last();
        this.snapshot = context.store().snapshot();
    }

    /** The instant as of which it reads. */
    public long now() {
        return now;
    }

    /**
     * The collection as this transaction sees and writes it.
     *
     * @throws EngineException if it has changed since the transaction began in more than its documents
     */
    public Collection of(Collection collection) {
        TransactionPart part = parts.get(collection.committer().partition().id());
        if (part == null) {
            if (collection.committer().currentSchema().changedAt() > begunAt) {
                throw new EngineException(new EngineError.SnapshotLost(collection.name()));
            }
            part = add(collection);
        }
        return collection.in(part);
    }

    /** As {@link #of}, of a collection that was made for this transaction since it began. */
    public Collection ofNew(Collection collection) {
        TransactionPart part = parts.get(collection.committer().partition().id());
        return collection.in(part == null ? add(collection) : part);
    }

    private TransactionPart add(Collection collection) {
        requireOpen();
        CollectionCommitter committer = collection.committer();
        collections.put(committer.partition().id(), collection);
        committer.requireExisting();
        ReadView reading = new ReadView(now, epoch, committer.schema());
        TransactionPart part = new TransactionPart(
                this, committer, snapshot, reading, context.settings().documentBytesMax());
        parts.put(committer.partition().id(), part);
        return part;
    }

    boolean claim(Partition partition, Expectation expectation) {
        return claims.claim(partition, expectation);
    }

    /**
     * Counts what a draft adds to the memory that the transaction takes.
     *
     * @throws dev.mayfly.base.query.MemoryLimitExceeded if the requests of the server leave too little
     */
    void grow(PendingCommit draft) {
        long more = draft.batchBytes();
        bytes += more;
        if (bytes > BYTES_MAX) {
            throw new EngineException(new EngineError.TransactionTooLarge(BYTES_MAX));
        }
        reserved += more;
        if (context.transactionBytes().addAndGet(more) > BYTES_OF_ALL_MAX) {
            throw new EngineException(new EngineError.TransactionTooLarge(BYTES_OF_ALL_MAX));
        }
        charge(COPIES * more);
    }

    /** A transaction outlasts the requests that belong to it, so it has an account of its own. */
    private void charge(long more) {
        RequestGuard guard = RequestGuard.current();
        RequestMemory account = memory;
        if (account == null) {
            account = guard.memory().beside();
            memory = account;
        }
        guard.charge(account, more);
    }

    private void giveBack() {
        context.transactionBytes().addAndGet(-reserved);
        reserved = 0;
        bytes = 0;
        if (memory != null) {
            memory.close();
        }
    }

    /** A version that tells what this transaction has written from everything else, until it gets its own. */
    long nextVersion() {
        return context.versions().next();
    }

    void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the transaction has ended");
        }
    }

    /** Returns true if a commit would write anything. */
    public boolean hasWritten() {
        return parts.values().stream().anyMatch(TransactionPart::hasWritten);
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
        requireOpen();
        List<TransactionPart> written = parts.values().stream()
                .filter(TransactionPart::hasWritten)
                .sorted(Comparator.comparingInt(
                        part -> part.committer().partition().id()))
                .toList();
        try {
            if (written.isEmpty()) {
                return null;
            }
            commit(written, receipt);
            int keeper = written.getFirst().committer().partition().id();
            return collections.get(keeper);
        } catch (StoreException failure) {
            throw EngineException.of(failure);
        } finally {
            close();
        }
    }

    private void commit(List<TransactionPart> written, @Nullable IdempotencyRecord receipt) {
        List<TransactionPart> parts = written;
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            List<MultiCommit.Share> shares = parts.stream()
                    .map(part -> new MultiCommit.Share(part.committer(), part.whole()))
                    .toList();
            if (receipt != null) {
                IdempotencyRecords.put(shares.getFirst().draft().batch(), receipt.id(), receipt.body(List.of()));
            }
            version = new MultiCommit(context, shares).commit();
            if (version != 0) {
                return;
            }
            if (!shares.stream().allMatch(share -> share.committer().holds(share.draft()))) {
                break;
            }
            giveBack();
            parts = written.stream().map(TransactionPart::again).toList();
        }
        throw new EngineException(new EngineError.TransactionConflict());
    }

    /** The version of everything that was committed; 0 before, or when nothing was written. */
    public long version() {
        return version;
    }

    /** Forgets what was written, unless it was committed. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            claims.release();
            parts.clear();
            snapshot.close();
            giveBack();
        }
    }
}
