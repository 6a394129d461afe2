package dev.mayfly.face.mongo.session;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.clock.Timers;
import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.query.RequestMemory;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.cursor.Batch;
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
    private final Map<Long, Entry> entries = new HashMap<>();
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
                return add(new Entry(owner, namespace, cursor, isTimeless, run.rest(), run.leaveMemory()));
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
            Entry entry = entries.get(id);
            if (entry == null || entry.isKilled) {
                throw new CommandError(MongoCode.CURSOR_NOT_FOUND, "cursor id " + id + " not found");
            }
            entry.check(id, owner, namespace);
            if (entry.isTaken) {
                throw new CommandError(MongoCode.CURSOR_IN_USE, "cursor id " + id + " is already in use");
            }
            entry.isTaken = true;
            entry.user = OperationContext.current();
            entry.user.takeOver(entry.memory);
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
                if (!entry.isTaken && !entry.isKilled) {
                    idle.add(entry.idle(id, now));
                }
            });
        }
        idle.sort(Comparator.comparingLong(Idle::id));
        return idle;
    }

    /** Closes a cursor if it is there and this user's. */
    public boolean kill(long id, String user, String namespace) {
        return kill(id, entry -> entry.owner.user().equals(user) && entry.namespace.equals(namespace));
    }

    /** Closes everything that a session has opened. */
    public void killAllOf(SessionId session) {
        killAll(entry -> entry.owner.session().filter(session::equals).isPresent());
    }

    /** Closes everything that was opened in a transaction of a session. */
    void killAllOf(SessionId session, long transaction) {
        killAll(entry -> entry.owner.transaction() == transaction
                && entry.owner.session().filter(session::equals).isPresent());
    }

    /**
     * Closes all cursors over a namespace because it is gone; the next request for more of one is told the reason once.
     */
    public void endAllOver(String namespace, CommandError reason) {
        for (long id : ids()) {
            OpenCursor ended;
            synchronized (entries) {
                Entry entry = entries.get(id);
                if (entry == null
                        || entry.isKilled
                        || !entry.namespace.equals(namespace)
                        || entry.cursor.outlivesCollection()) {
                    continue;
                }
                if (entry.isTaken) {
                    entry.isKilled = true;
                    continue;
                }
                ended = entry.cursor;
                entry.cursor = new EndedCursor(reason);
                entry.memory.close();
            }
            ended.close();
        }
    }

    /** Stands for a cursor whose collection is gone. */
    private record EndedCursor(CommandError reason) implements OpenCursor {
        @Override
        public Batch next(int maxDocs, int maxBytes) {
            throw reason;
        }

        @Override
        public void close() {}
    }

    /** Closes the cursors opened outside of sessions on a connection that has closed. */
    public void connectionClosed(long connection) {
        killAll(entry -> entry.owner.session().isEmpty() && entry.owner.connection() == connection);
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

    private long add(Entry entry) {
        long id = 0;
        while (id == 0 || entries.containsKey(id)) {
            id = random.nextLong() & Long.MAX_VALUE;
        }
        entry.lastUsed = clock.tickNanos();
        entries.put(id, entry);
        counts.merge(entry.owner.account(), 1, Integer::sum);
        return id;
    }

    private void killAll(Predicate<Entry> condition) {
        for (long id : ids()) {
            kill(id, condition);
        }
    }

    private List<Long> ids() {
        synchronized (entries) {
            return List.copyOf(entries.keySet());
        }
    }

    private boolean kill(long id, Predicate<Entry> condition) {
        Entry entry;
        synchronized (entries) {
            entry = entries.get(id);
            if (entry == null || entry.isKilled || !condition.test(entry)) {
                return false;
            }
            entry.isKilled = true;
            if (entry.isTaken) {
                entry.user.kill(OperationContext.Reason.CURSOR_KILLED);
                return true;
            }
            remove(id, entry);
        }
        entry.cursor.close();
        entry.memory.close();
        return true;
    }

    private void remove(long id, Entry entry) {
        entries.remove(id);
        counts.computeIfPresent(entry.owner.account(), (_, count) -> count == 1 ? null : count - 1);
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
            if (kill(id, entry -> entry.isIdle(now))) {
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
        private @Nullable Entry entry;

        private Taken(long id, Entry entry) {
            this.id = id;
            this.entry = entry;
        }

        public OpenCursor cursor() {
            if (entry == null) {
                throw new IllegalStateException("the cursor was given back");
            }
            return entry.cursor;
        }

        /** Returns the promise of stability that the opening command relies on. */
        public ApiParameters api() {
            if (entry == null) {
                throw new IllegalStateException("the cursor was given back");
            }
            return entry.owner.api();
        }

        /** Returns the state left by the commands before this one. */
        public OperationContext.Rest rest() {
            if (entry == null) {
                throw new IllegalStateException("the cursor was given back");
            }
            return entry.rest;
        }

        /** Gives the cursor back for the next command. */
        public void keep() {
            OperationContext run = OperationContext.current();
            Entry kept = entry;
            entry = null;
            if (kept != null) {
                synchronized (entries) {
                    if (!kept.isKilled) {
                        kept.rest = run.rest();
                        kept.memory = run.leaveMemory();
                        kept.isTaken = false;
                        kept.lastUsed = clock.tickNanos();
                        return;
                    }
                    remove(id, kept);
                }
                kept.cursor.close();
            }
        }

        /** Closes the cursor unless it was given back before. */
        @Override
        public void close() {
            Entry ended = entry;
            entry = null;
            if (ended != null) {
                synchronized (entries) {
                    remove(id, ended);
                }
                ended.cursor.close();
            }
        }
    }

    private static final class Entry {
        private final CursorOwner owner;
        private final String namespace;
        private OpenCursor cursor;
        private final boolean isTimeless;
        private OperationContext.Rest rest;
        /** The memory that the cursor holds; while it is taken, its user's run has it. */
        private RequestMemory memory;

        private long lastUsed;
        private boolean isTaken;
        private OperationContext user = OperationContext.current();
        private boolean isKilled;

        Entry(
                CursorOwner owner,
                String namespace,
                OpenCursor cursor,
                boolean isTimeless,
                OperationContext.Rest rest,
                RequestMemory memory) {
            this.owner = owner;
            this.namespace = namespace;
            this.cursor = cursor;
            this.isTimeless = isTimeless;
            this.rest = rest;
            this.memory = memory;
        }

        Idle idle(long id, long now) {
            return new Idle(
                    id,
                    owner,
                    namespace,
                    rest.command(),
                    Duration.ofNanos(Math.max(0, now - lastUsed)),
                    isTimeless,
                    cursor.awaitsData());
        }

        boolean isIdle(long now) {
            return !isTaken && !isTimeless && now - lastUsed > IDLE_TIMEOUT.toNanos();
        }

        void check(long id, CursorOwner asking, String asked) {
            if (!namespace.equals(asked)) {
                throw new CommandError(
                        MongoCode.UNAUTHORIZED,
                        "Requested getMore on namespace '" + asked + "', but cursor belongs to a different namespace "
                                + namespace);
            }
            if (!owner.user().equals(asking.user())) {
                throw new CommandError(
                        MongoCode.UNAUTHORIZED, "cursor id " + id + " was not created by the authenticated user");
            }
            if (!owner.session().equals(asking.session())) {
                throw new CommandError(
                        50738, "Cannot run getMore on cursor " + id + ", which was created in another session");
            }
            checkTransaction(id, asking);
        }

        private void checkTransaction(long id, CursorOwner asking) {
            if (owner.transaction() == asking.transaction()) {
                return;
            }
            if (owner.transaction() == CursorOwner.NO_TRANSACTION) {
                throw new CommandError(
                        50740, "Cannot run getMore on cursor " + id + ", which was not created in a transaction");
            }
            throw new CommandError(
                    50741,
                    "Cannot run getMore on cursor " + id + ", which was created in transaction " + owner.transaction()
                            + ", outside of it");
        }
    }
}
