package dev.mayfly.face.mongo.session;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.clock.Timers;
import dev.mayfly.base.document.BsonView;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.cursor.OpenCursor;
import dev.mayfly.face.mongo.language.run.OperationContext;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The cursors that wait for their clients, by id. Safe for concurrent use. */
public final class MongoCursors {
    /*
     * A cursor is idle or taken. Only the thread that takes it may touch it, until it keeps or closes the cursor; one
     * that is killed while taken is closed when it comes back. So an OpenCursor needs no lock and is closed exactly
     * once. The lock of this class is never held while a cursor closes.
     */
    public static final int CURSORS_PER_SESSION_MAX = 100;
    public static final int CURSORS_MAX = 10_000;
    public static final Duration IDLE_TIMEOUT = Duration.ofMinutes(10);

    private static final Duration CHECK_EVERY = Duration.ofSeconds(30);

    private final Clock clock;
    private final Timers timers;
    private final SecureRandom random = new SecureRandom();
    private final Map<Long, CursorEntry> entries = new HashMap<>();
    private final Map<Object, Integer> counts = new HashMap<>();
    private long timedOut;
    private boolean isClosed;

    MongoCursors(Clock clock, Timers timers) {
        this.clock = clock;
        this.timers = timers;
        scheduleCheck();
    }

    /**
     * Keeps a cursor for later and takes it over; it is closed if it cannot be kept.
     *
     * @param isTimeless whether it may stay idle for as long as its session lasts
     * @return its id, never 0
     */
    public long open(CursorOwner owner, String namespace, OpenCursor cursor, boolean isTimeless) {
        String refusal;
        synchronized (entries) {
            refusal = refusal(owner);
            if (refusal.isEmpty()) {
                OperationContext run = OperationContext.current();
                return add(new CursorEntry(owner, namespace, cursor, isTimeless, run, clock.tickNanos()));
            }
        }
        cursor.close();
        throw new CommandError(MongoCode.EXCEEDED_MEMORY_LIMIT, refusal);
    }

    /**
     * Takes a cursor, to be kept or closed through the returned object.
     *
     * @throws CommandError if it does not exist, belongs to another owner, or is taken
     */
    public Taken take(long id, CursorOwner owner, String namespace) {
        synchronized (entries) {
            CursorEntry entry = entries.get(id);
            if (entry == null || entry.isKilled()) {
                throw new CommandError(MongoCode.CURSOR_NOT_FOUND, "cursor id " + id + " not found");
            }
            entry.check(id, owner, namespace);
            if (entry.isTaken()) {
                throw new CommandError(MongoCode.CURSOR_IN_USE, "cursor id " + id + " is already in use");
            }
            entry.take(OperationContext.current());
            return new Taken(id, entry);
        }
    }

    /**
     * A cursor that waits for its client.
     *
     * @param command that opened it, or null if it was too long to be kept
     */
    public record Idle(
            long id,
            CursorOwner owner,
            String namespace,
            @Nullable BsonView command,
            Duration since,
            boolean isTimeless,
            boolean awaitsData) {}

    /** Returns all cursors that wait for their clients, by their ids. */
    public List<Idle> idle() {
        long now = clock.tickNanos();
        List<Idle> idle = new ArrayList<>();
        synchronized (entries) {
            entries.forEach((id, entry) -> {
                if (!entry.isTaken() && !entry.isKilled()) {
                    idle.add(entry.idle(id, now));
                }
            });
        }
        idle.sort(Comparator.comparingLong(Idle::id));
        return idle;
    }

    /** Closes a cursor if it is there and this user's. */
    public boolean kill(long id, String user, String namespace) {
        return kill(id, entry -> entry.owner().user().equals(user) && entry.isOver(namespace));
    }

    /** Closes everything that a session has opened. */
    public void killAllOf(SessionId session) {
        killAll(entry -> entry.isOf(session));
    }

    /** Closes everything that was opened in a transaction of a session. */
    void killAllOf(SessionId session, long transaction) {
        killAll(entry -> entry.owner().transaction() == transaction && entry.isOf(session));
    }

    /**
     * Closes all cursors over a namespace because it is gone; the next request for more of one is told the reason once.
     */
    public void endAllOver(String namespace, CommandError reason) {
        for (long id : ids()) {
            OpenCursor ended;
            synchronized (entries) {
                CursorEntry entry = entries.get(id);
                if (entry == null
                        || entry.isKilled()
                        || !entry.isOver(namespace)
                        || entry.cursor().outlivesCollection()) {
                    continue;
                }
                if (entry.isTaken()) {
                    entry.killAfterUse();
                    continue;
                }
                ended = entry.end(reason);
            }
            ended.close();
        }
    }

    /** Closes the cursors opened outside of sessions on a connection that has closed. */
    public void connectionClosed(long connection) {
        killAll(entry -> entry.owner().session().isEmpty() && entry.owner().connection() == connection);
    }

    public int size() {
        synchronized (entries) {
            return entries.size();
        }
    }

    /** Returns the number of cursors closed for being idle. */
    public long timedOut() {
        synchronized (entries) {
            return timedOut;
        }
    }

    void close() {
        synchronized (entries) {
            isClosed = true;
        }
        killAll(_ -> true);
    }

    private String refusal(CursorOwner owner) {
        if (counts.getOrDefault(owner.account(), 0) >= CURSORS_PER_SESSION_MAX) {
            return "more than " + CURSORS_PER_SESSION_MAX + " open cursors in one session";
        }
        return isClosed || entries.size() >= CURSORS_MAX ? "more than " + CURSORS_MAX + " open cursors" : "";
    }

    private long add(CursorEntry entry) {
        long id = 0;
        while (id == 0 || entries.containsKey(id)) {
            id = random.nextLong() & Long.MAX_VALUE;
        }
        entries.put(id, entry);
        counts.merge(entry.owner().account(), 1, Integer::sum);
        return id;
    }

    private void killAll(Predicate<CursorEntry> condition) {
        for (long id : ids()) {
            kill(id, condition);
        }
    }

    private List<Long> ids() {
        synchronized (entries) {
            return List.copyOf(entries.keySet());
        }
    }

    private boolean kill(long id, Predicate<CursorEntry> condition) {
        CursorEntry entry;
        synchronized (entries) {
            entry = entries.get(id);
            if (entry == null || entry.isKilled() || !condition.test(entry)) {
                return false;
            }
            if (!entry.kill()) {
                return true;
            }
            remove(id, entry);
        }
        entry.close();
        return true;
    }

    private void remove(long id, CursorEntry entry) {
        entries.remove(id);
        counts.computeIfPresent(entry.owner().account(), (_, count) -> count == 1 ? null : count - 1);
    }

    private void scheduleCheck() {
        timers.schedule(CHECK_EVERY, () -> {
            if (closeIdle()) {
                scheduleCheck();
            }
        });
    }

    private boolean closeIdle() {
        long now = clock.tickNanos();
        for (long id : ids()) {
            if (kill(id, entry -> entry.isTimedOut(now))) {
                synchronized (entries) {
                    timedOut++;
                }
            }
        }
        synchronized (entries) {
            return !isClosed;
        }
    }

    /** A cursor in use by one command, which must end with keep or close. Not safe for concurrent use. */
    public final class Taken implements AutoCloseable {
        private final long id;
        private @Nullable CursorEntry entry;

        private Taken(long id, CursorEntry entry) {
            this.id = id;
            this.entry = entry;
        }

        public OpenCursor cursor() {
            return taken().cursor();
        }

        /** Returns the promise of stability that the opening command relies on. */
        public ApiParameters api() {
            return taken().owner().api();
        }

        /** Returns the state left by the commands before this one. */
        public OperationContext.Rest rest() {
            return taken().rest();
        }

        private CursorEntry taken() {
            if (entry == null) {
                throw new IllegalStateException("the cursor was given back");
            }
            return entry;
        }

        /** Gives the cursor back for the next command. */
        public void keep() {
            OperationContext run = OperationContext.current();
            CursorEntry kept = entry;
            entry = null;
            if (kept != null) {
                synchronized (entries) {
                    if (!kept.isKilled()) {
                        kept.giveBack(run, clock.tickNanos());
                        return;
                    }
                    remove(id, kept);
                }
                kept.cursor().close();
            }
        }

        /** Closes the cursor unless it was given back before. */
        @Override
        public void close() {
            CursorEntry ended = entry;
            entry = null;
            if (ended != null) {
                synchronized (entries) {
                    remove(id, ended);
                }
                ended.cursor().close();
            }
        }
    }
}
