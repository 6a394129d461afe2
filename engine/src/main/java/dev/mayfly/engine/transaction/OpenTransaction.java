package dev.mayfly.engine.transaction;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.base.query.RequestMemory;
import dev.mayfly.engine.commit.EngineStore;
import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.engine.write.CollectionShards;
import dev.mayfly.engine.write.IdempotencyRecord;
import dev.mayfly.engine.write.IdempotencyRecords;
import dev.mayfly.engine.write.WritePlanner;
import dev.mayfly.store.api.Capability;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Snapshot;
import dev.mayfly.store.api.StoreException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The reads and writes of a transaction, shard by shard of its collections, until it is committed or forgotten. Used by one thread
 * at a time; must be committed or closed.
 */
public final class OpenTransaction implements AutoCloseable {
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
     * Over a store that has no snapshots and commits to one partition at a time, a transaction reads what is there, and may
     * write to one shard.
     *
     * Writes outside of transactions know nothing of claims, and need not: if one changes what a transaction is about
     * to change, the transaction is rejected when it commits, and neither write is lost.
     */

    /** The writes, which lie in the draft and also as they were decided, in case that they are drafted again. */
    private static final int COPIES = 2;

    /** The number of times a transaction is drafted again because of a sweep. */
    private static final int ATTEMPTS_MAX = 100;

    private final EngineStore engine;
    private final OpenTransactionLimits limits;
    private final long begunAt;
    private final long now;
    private final long epoch;
    private final @Nullable Snapshot snapshot;
    private final Reader seen;
    private final KeyLocks.Holder claims;
    private final Map<Integer, TransactionView> views = new HashMap<>();
    private final Map<Integer, TransactionPart> parts = new TreeMap<>();
    private @Nullable RequestMemory memory;
    private long bytes;
    private long reserved;
    private long version;
    private boolean closed;

    public OpenTransaction(EngineStore engine, OpenTransactionLimits limits) {
        this.engine = engine;
        this.limits = limits;
        this.claims = limits.keyLocks().holder();
        this.epoch = engine.clock().epoch();
        this.now = engine.clock().wallMillis();
        this.begunAt = engine.versions().last();
        this.snapshot = engine.store().capabilities().contains(Capability.SNAPSHOTS)
                ? engine.store().snapshot()
                : null;
        this.seen = snapshot == null ? engine.store() : snapshot;
    }

    /** The instant as of which it reads. */
    public long now() {
        return now;
    }

    /** Returns its view of the collection of this number, or null if it has none yet. */
    @Nullable
    public TransactionView view(int collection) {
        return views.get(collection);
    }

    /** Returns true if the collection has changed since the transaction began in more than its documents. */
    public boolean hasLost(CollectionShards collection) {
        return collection.currentSchema().changedAt() > begunAt;
    }

    /**
     * Adds its view of a collection.
     *
     * @param planners what plans the writes of a shard outside of transactions
     */
    public TransactionView add(CollectionShards collection, Function<CollectionCommitter, WritePlanner> planners) {
        requireOpen();
        collection.requireExisting();
        ReadView reading = new ReadView(now, epoch, collection.schema());
        TransactionView view = new TransactionView(this, collection, planners, reading);
        views.put(collection.record().id(), view);
        return view;
    }

    /** Returns its part in a shard. */
    TransactionPart part(
            TransactionView view, CollectionCommitter shard, Function<CollectionCommitter, WritePlanner> planners) {
        return parts.computeIfAbsent(
                shard.partition().id(), _ -> new TransactionPart(this, shard, planners.apply(shard), seen, view));
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
        if (bytes > OpenTransactionLimits.BYTES_MAX) {
            throw new EngineException(new EngineError.TransactionTooLarge(OpenTransactionLimits.BYTES_MAX));
        }
        reserved += more;
        limits.grow(more);
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
        limits.shrink(reserved);
        reserved = 0;
        bytes = 0;
        if (memory != null) {
            memory.close();
        }
    }

    /** A version that tells what this transaction has written from everything else, until it gets its own. */
    long nextVersion() {
        return engine.versions().next();
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
     * Writes everything, or nothing; the transaction is over either way.
     *
     * @param receipt left behind with the writes; null for none
     * @return the number of the partition that the receipt lies in, or 0 when nothing was written
     * @throws EngineException if something that it rests on has changed
     */
    public int commit(@Nullable IdempotencyRecord receipt) {
        requireOpen();
        List<TransactionPart> written = parts.values().stream()
                .filter(TransactionPart::hasWritten)
                .sorted(Comparator.comparingInt(
                        part -> part.committer().partition().id()))
                .toList();
        try {
            if (written.isEmpty()) {
                return 0;
            }
            commit(written, receipt);
            return written.getFirst().committer().partition().id();
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
                MultiCommit.Share first = shares.getFirst();
                CollectionCommitter committer = first.committer();
                new IdempotencyRecords(committer).put(first.draft(), receipt, committer.store(), List.of(), _ -> true);
            }
            version = write(shares);
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

    private long write(List<MultiCommit.Share> shares) {
        if (engine.store().capabilities().contains(Capability.COMMITS_ACROSS_PARTITIONS)) {
            return new MultiCommit(engine, shares).commit();
        }
        if (shares.size() > 1) {
            throw new IllegalStateException("a transaction of several shards over a store that commits to one");
        }
        MultiCommit.Share only = shares.getFirst();
        return only.committer().commit(only.draft(), Durability.LOGGED);
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
            views.clear();
            if (snapshot != null) {
                snapshot.close();
            }
            giveBack();
        }
    }
}
