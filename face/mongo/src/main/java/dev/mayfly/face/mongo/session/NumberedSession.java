package dev.mayfly.face.mongo.session;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.EngineException;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.write.StatementLog;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The numbers that a session gives to its retryable writes and its transactions, of which only the last counts. Whoever
 * works for a number holds the session meanwhile, so that a repeat waits for the first attempt to end.
 */
public final class NumberedSession {
    private static final Logger LOG = LoggerFactory.getLogger(NumberedSession.class);
    private static final long NONE = -1;

    private final SessionId id;
    private final ReentrantLock turn = new ReentrantLock();
    private final Map<Integer, Collection> receipts = new HashMap<>();
    private long number = NONE;
    private volatile boolean isEnded;

    NumberedSession(SessionId id) {
        this.id = id;
    }

    /** Keeps everybody else from working for this session until the turn is given back. */
    public Turn begin() {
        turn.lock();
        return this::giveBack;
    }

    private void giveBack() {
        turn.unlock();
        if (isEnded) {
            cleanUp();
        }
    }

    /** Lets everything go that is kept for the session: now, or when whoever works for it has ended. */
    void end() {
        isEnded = true;
        cleanUp();
    }

    private void cleanUp() {
        if (!turn.tryLock()) {
            return;
        }
        try {
            receipts.values().forEach(this::forget);
            receipts.clear();
        } finally {
            turn.unlock();
        }
    }

    private void forget(Collection collection) {
        try {
            collection.forgetReceipt(receiptId());
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

    /** The identity of what is kept with writes of this session. */
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
     * Goes over to a number; answers whether it is new, so that nothing can be known of it.
     *
     * @throws CommandError if the session has gone further already
     */
    public boolean advanceToWrite(long next) {
        if (next < number) {
            throw new CommandError(
                    MongoCode.TRANSACTION_TOO_OLD,
                    "Retryable write with txnNumber " + next + " is prohibited on session " + text()
                            + " because a newer retryable write with txnNumber " + number
                            + " has already started on this session.");
        }
        boolean isNew = next > number;
        number = next;
        return isNew;
    }

    /** Takes over what a store has kept. */
    void restore(Collection collection, StatementLog.Kept kept) {
        number = Math.max(number, kept.number());
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
