package dev.mayfly.face.mongo.session;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Transaction;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.write.IdempotencyRecord;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntPredicate;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The numbers that a session gives to its retryable writes and its transactions, of which only the last counts. A
 * request for a number holds the session while it runs, so that a repeat waits for the first attempt to end.
 */
public final class NumberedSession {
    private static final Logger LOG = LoggerFactory.getLogger(NumberedSession.class);
    private static final long NONE = -1;

    private final SessionId id;
    private final ReentrantLock turn = new ReentrantLock();
    private final Map<Integer, Collection> receipts = new HashMap<>();
    private final TransactionCounts counts;
    private final LongConsumer onTransactionEnd;
    private long number = NONE;
    private State state = State.NONE;
    private volatile @Nullable Transaction transaction;
    private volatile @Nullable TransactionTerms terms;
    private volatile long overdueNanos;
    private volatile boolean isEnded;
    private volatile boolean isAbandoned;

    /*
     * The state of the last number:
     *
     *   NONE      -> nothing yet
     *   WRITES    -> a retryable write, which may be repeated
     *   OPEN      -> a transaction; goes on to COMMITTED or ABORTED, and to ABORTED when the session gets another
     *                number
     *   COMMITTED -> may be committed again, which does nothing
     *   ABORTED   -> may not be used any more
     */
    private enum State {
        NONE,
        WRITES,
        OPEN,
        COMMITTED,
        ABORTED
    }

    /** @param onTransactionEnd told the number of each transaction that ends */
    NumberedSession(SessionId id, TransactionCounts counts, LongConsumer onTransactionEnd) {
        this.id = id;
        this.counts = counts;
        this.onTransactionEnd = onTransactionEnd;
    }

    /**
     * Takes exclusive use of this session until the turn is given back. Waits for its turn on a virtual thread only.
     *
     * @throws CommandError on an event loop, if another request has begun since the session was asked whether it is
     *     free
     */
    public Turn begin() {
        if (!turn.tryLock()) {
            if (!Thread.currentThread().isVirtual()) {
                throw new CommandError(MongoCode.WRITE_CONFLICT, "the session is in use by another request");
            }
            turn.lock();
        }
        return this::giveBack;
    }

    /** Returns whether no request is using the session now. */
    boolean isFree() {
        return !turn.isLocked();
    }

    private void giveBack() {
        turn.unlock();
        if (isEnded) {
            cleanUp();
        } else if (isAbandoned) {
            abandon();
        }
    }

    /** Releases everything held for the session: now, or when the request that uses it has ended. */
    void end() {
        isEnded = true;
        cleanUp();
    }

    private void cleanUp() {
        if (!turn.tryLock()) {
            return;
        }
        try {
            abortOpen();
            receipts.values().forEach(this::forget);
            receipts.clear();
        } finally {
            turn.unlock();
        }
    }

    private void forget(Collection collection) {
        try {
            collection.receipts().forget(receiptId());
        } catch (EngineException failure) {
            // Without its collection it is gone already; else it is met again at the next start, and ends once more.
            LOG.debug("a receipt could not be forgotten", failure);
        }
    }

    /** The right to work for a session. */
    public interface Turn extends AutoCloseable {
        @Override
        void close();
    }

    /** Returns the identity of the receipts stored with writes of this session. */
    public byte[] receiptId() {
        byte[] user = id.user().getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(2 * Long.BYTES + user.length)
                .putLong(id.id().getMostSignificantBits())
                .putLong(id.id().getLeastSignificantBits())
                .put(user)
                .array();
    }

    /** The session that such an identity belongs to. */
    public static SessionId ofReceipt(byte[] id) {
        ByteBuffer bytes = ByteBuffer.wrap(id);
        UUID number = new UUID(bytes.getLong(), bytes.getLong());
        return new SessionId(number, new String(id, bytes.position(), bytes.remaining(), StandardCharsets.UTF_8));
    }

    /**
     * Advances to a number; returns whether it is new, so that nothing can be known of it.
     *
     * @throws CommandError if the session has gone further already
     */
    public boolean advanceToWrite(long next) {
        if (next < number) {
            throw writeTooOld(next, number);
        }
        if (next == number && state != State.WRITES) {
            throw new CommandError(
                    MongoCode.INCOMPLETE_TRANSACTION_HISTORY,
                    "Must specify autocommit=false on all operations of a multi-statement transaction.");
        }
        boolean isNew = next > number;
        advance(next, State.WRITES);
        return isNew;
    }

    /** Refuses a write behind a newer one. */
    public CommandError writeTooOld(long asked, long newer) {
        return new CommandError(
                MongoCode.TRANSACTION_TOO_OLD,
                "Retryable write with txnNumber " + asked + " is prohibited on session " + text()
                        + " because a newer retryable write with txnNumber " + newer
                        + " has already started on this session.");
    }

    private void advance(long next, State begun) {
        if (next != number) {
            abortOpen();
        }
        number = next;
        state = begun;
    }

    /**
     * Begins a transaction; one that is open is aborted.
     *
     * @param settled what holds for all its statements
     * @param nanosMax how long it may stay open
     * @throws CommandError if the number is not a new one
     */
    public Transaction start(
            long next, Supplier<Transaction> opened, TransactionTerms settled, long now, long nanosMax) {
        if (next < number) {
            throw tooOld(next);
        }
        if (next == number) {
            throw new CommandError(
                    MongoCode.CONFLICTING_OPERATION_IN_PROGRESS,
                    "Only servers in a sharded cluster can start a new transaction at the active transaction number");
        }
        advance(next, State.ABORTED);
        Transaction begun = opened.get();
        overdueNanos = now + nanosMax;
        transaction = begun;
        terms = settled;
        state = State.OPEN;
        counts.start();
        return begun;
    }

    /**
     * The open transaction of this number.
     *
     * @throws CommandError if there is none
     */
    public Transaction transaction(long asked, long now) {
        if (asked < number) {
            throw tooOld(asked);
        }
        boolean isOther = asked > number || state == State.NONE || state == State.WRITES;
        if (isOther) {
            throw noSuch("Given transaction number " + asked
                    + " does not match any in-progress transactions. The active transaction number is " + number);
        }
        abortOverdue(now);
        if (state == State.COMMITTED) {
            throw new CommandError(
                    MongoCode.TRANSACTION_COMMITTED,
                    "Transaction with { txnNumber: " + asked + " } has been committed.");
        }
        Transaction open = transaction;
        if (open == null) {
            throw noSuch("Transaction with { txnNumber: " + asked + " } has been aborted.");
        }
        return open;
    }

    /**
     * Returns the terms that hold for all statements of the last transaction begun; null before the first statement.
     */
    public @Nullable TransactionTerms terms() {
        return terms;
    }

    /** Returns whether this is the session's current number. */
    public boolean isAt(long asked) {
        return asked == number;
    }

    /** Returns whether this number was committed, so that there is nothing left to do. */
    public boolean isCommitted(long asked) {
        return asked == number && state == State.COMMITTED;
    }

    /** Commits the open transaction; whatever goes wrong aborts it. */
    public void commit(Transaction open) {
        state = State.ABORTED;
        try {
            Collection keeper = open.commit(new IdempotencyRecord() {
                @Override
                public byte[] id() {
                    return receiptId();
                }

                @Override
                public byte[] body(
                        byte @Nullable [] before, List<@Nullable WriteOutcome> outcomes, IntPredicate isOfBatch) {
                    return StatementReceipt.committed(number).toBytes();
                }
            });
            if (keeper != null) {
                keptWith(keeper);
            }
            state = State.COMMITTED;
            counts.commit();
            showMade();
        } finally {
            transaction = null;
            if (state == State.ABORTED) {
                counts.abort();
                dropMade();
            }
            onTransactionEnd.accept(number);
        }
    }

    /** Aborts the transaction that is open, if one is. */
    public void abortOpen() {
        Transaction open = transaction;
        if (open != null) {
            transaction = null;
            state = State.ABORTED;
            counts.abort();
            onTransactionEnd.accept(number);
            open.close();
            dropMade();
        }
    }

    private void showMade() {
        TransactionTerms committed = terms;
        if (committed != null) {
            committed.made().showAll();
        }
    }

    private void dropMade() {
        TransactionTerms aborted = terms;
        if (aborted != null) {
            aborted.made().dropAll();
        }
    }

    private void abortOverdue(long now) {
        if (transaction != null && now - overdueNanos >= 0) {
            abortOpen();
        }
    }

    /** Aborts a transaction that was open for too long; one that is being worked for is met the next time. */
    void reap(long now) {
        boolean isOverdue = transaction != null && now - overdueNanos >= 0;
        if (isOverdue && turn.tryLock()) {
            try {
                abortOverdue(now);
            } finally {
                turn.unlock();
            }
        }
    }

    boolean isOpen() {
        return transaction != null;
    }

    /**
     * Aborts an open transaction, now or when the request that uses it has ended; its data in the store stays for the
     * next start.
     */
    void abandon() {
        isAbandoned = true;
        if (turn.tryLock()) {
            try {
                abortOpen();
            } finally {
                turn.unlock();
            }
        }
    }

    private CommandError tooOld(long asked) {
        return new CommandError(
                MongoCode.TRANSACTION_TOO_OLD,
                "Cannot start transaction " + asked + " on session " + text() + " because a newer transaction " + number
                        + " has already started.");
    }

    private static CommandError noSuch(String text) {
        return new CommandError(MongoCode.NO_SUCH_TRANSACTION, text);
    }

    /** Takes over the state that a store has kept. */
    void restore(Collection collection, StatementReceipt kept) {
        if (kept.number() > number) {
            number = kept.number();
            state = kept.isCommitted() ? State.COMMITTED : State.WRITES;
        }
        receipts.put(collection.record().id(), collection);
    }

    /** Remembers where something is kept, to have it forgotten with the session. */
    public void keptWith(Collection collection) {
        receipts.put(collection.record().id(), collection);
    }

    String text() {
        return id.id() + " - " + id.user();
    }
}
