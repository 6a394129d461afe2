package dev.mayfly.face.mongo.session;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.clock.Timers;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The logical sessions that clients use; those not used for a while end. Safe for concurrent use. */
public final class LogicalSessions {
    public static final int TIMEOUT_MINUTES = 30;
    public static final int SESSIONS_MAX = 100_000;

    private static final long TIMEOUT_NANOS =
            Duration.ofMinutes(TIMEOUT_MINUTES).toNanos();
    private static final Duration CHECK_EVERY = Duration.ofMinutes(1);

    private final Clock clock;
    private final Timers timers;
    private final Consumer<SessionId> onEnd;
    private final Map<SessionId, Long> lastUsed = new ConcurrentHashMap<>();
    private volatile boolean isClosed;

    /** @param onEnd told of each session that ends, on whatever thread ended it */
    LogicalSessions(Clock clock, Timers timers, Consumer<SessionId> onEnd) {
        this.clock = clock;
        this.timers = timers;
        this.onEnd = onEnd;
        scheduleCheck();
    }

    /** Begins the session, or keeps it going. */
    public void use(SessionId session) {
        if (lastUsed.put(session, clock.tickNanos()) == null && lastUsed.size() > SESSIONS_MAX) {
            lastUsed.remove(session);
            throw new CommandError(MongoCode.TOO_MANY_LOGICAL_SESSIONS, "too many logical sessions");
        }
    }

    public boolean isActive(SessionId session) {
        return lastUsed.containsKey(session);
    }

    /** Ends the session and everything that it holds; nothing happens if there is none. */
    public void end(SessionId session) {
        if (lastUsed.remove(session) != null) {
            onEnd.accept(session);
        }
    }

    /** Ends every session of which this is true. */
    public void endAll(Predicate<SessionId> condition) {
        for (SessionId session : List.copyOf(lastUsed.keySet())) {
            if (condition.test(session)) {
                end(session);
            }
        }
    }

    /** Returns all sessions, each with the time since its last use. */
    public Map<SessionId, Duration> idle() {
        long now = clock.tickNanos();
        Map<SessionId, Duration> idle = new HashMap<>();
        lastUsed.forEach((session, used) -> idle.put(session, Duration.ofNanos(Math.max(0, now - used))));
        return idle;
    }

    public int size() {
        return lastUsed.size();
    }

    void close() {
        isClosed = true;
    }

    private void scheduleCheck() {
        timers.schedule(CHECK_EVERY, () -> {
            if (!isClosed) {
                endIdle();
                scheduleCheck();
            }
        });
    }

    private void endIdle() {
        long now = clock.tickNanos();
        List<SessionId> idle = new ArrayList<>();
        lastUsed.forEach((session, used) -> {
            if (now - used > TIMEOUT_NANOS && lastUsed.remove(session, used)) {
                idle.add(session);
            }
        });
        idle.forEach(onEnd);
    }
}
