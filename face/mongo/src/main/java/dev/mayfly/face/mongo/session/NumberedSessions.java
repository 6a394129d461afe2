package dev.mayfly.face.mongo.session;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.clock.Timers;
import dev.mayfly.engine.Collection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The sessions that number their operations. Their number is bounded by that of the logical sessions. Safe for
 * concurrent use.
 */
public final class NumberedSessions {
    private static final Duration REAP_EVERY = Duration.ofSeconds(1);

    private final Clock clock;
    private final Timers timers;
    private final MongoCursors cursors;
    private final Map<SessionId, NumberedSession> sessions = new ConcurrentHashMap<>();
    private final TransactionCounts counts = new TransactionCounts();
    private final AtomicBoolean isReaping = new AtomicBoolean();

    /** @param clock of the machine */
    NumberedSessions(Clock clock, Timers timers, MongoCursors cursors) {
        this.clock = clock;
        this.timers = timers;
        this.cursors = cursors;
    }

    public NumberedSession of(SessionId session) {
        return sessions.computeIfAbsent(
                session, id -> new NumberedSession(id, counts, number -> cursors.killAllOf(session, number)));
    }

    /** Returns whether a request of this session would not have to wait for another. */
    public boolean isFree(SessionId session) {
        NumberedSession known = sessions.get(session);
        return known == null || known.isFree();
    }

    public TransactionCounts counts() {
        return counts;
    }

    /** Now, as the ages of transactions are measured. */
    public long tickNanos() {
        return clock.tickNanos();
    }

    /** Call when a transaction has begun: from then on, transactions that stay open too long are looked for. */
    public void watch() {
        if (isReaping.compareAndSet(false, true)) {
            timers.schedule(REAP_EVERY, this::reap);
        }
    }

    private void reap() {
        isReaping.set(false);
        long now = clock.tickNanos();
        boolean isSomeOpen = false;
        for (NumberedSession session : sessions.values()) {
            session.reap(now);
            isSomeOpen |= session.isOpen();
        }
        if (isSomeOpen) {
            watch();
        }
    }

    /** Aborts every open transaction. */
    void close() {
        sessions.values().forEach(NumberedSession::abandon);
        sessions.clear();
    }

    /**
     * Takes over the state that earlier processes of this server have kept; each session continues as if it had been used just now.
     */
    public void restore(List<Collection> collections, LogicalSessions logical) {
        for (Collection collection : collections) {
            collection.receipts().forEach((id, body) -> {
                if (logical.size() >= LogicalSessions.SESSIONS_MAX) {
                    collection.receipts().forget(id);
                    return;
                }
                SessionId session = NumberedSession.ofReceipt(id);
                logical.use(session);
                of(session).restore(collection, StatementReceipt.fromBytes(body));
            });
        }
    }

    void end(SessionId session) {
        NumberedSession ended = sessions.remove(session);
        if (ended != null) {
            ended.end();
        }
    }
}
