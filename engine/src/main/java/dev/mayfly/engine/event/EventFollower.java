package dev.mayfly.engine.event;

import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A reader that follows events at its own pace: nothing waits for it, and nothing is kept for it but the log. Used by
 * one thread at a time, but closed by any.
 */
public final class EventFollower implements AutoCloseable {
    private final EventLog log;
    private final EventScope scope;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition woken = lock.newCondition();
    private volatile EventProgress progress;
    private volatile boolean isWoken;
    private volatile boolean closed;

    EventFollower(EventLog log, EventScope scope, EventProgress after) {
        this.log = log;
        this.scope = scope;
        this.progress = after;
    }

    public EventScope scope() {
        return scope;
    }

    /** Behind what was read last. */
    public EventProgress progress() {
        return progress;
    }

    /** Returns true if there is nothing more to come, since this or the engine was closed. */
    public boolean isClosed() {
        return closed || log.isClosed();
    }

    /**
     * The next events; waits until there are some, or the time is over, or it is closed. Then there are none.
     *
     * @param limit how many there are to be at most
     * @throws EngineException with {@link EngineError.HistoryLost} when it has fallen so far behind that some are gone
     */
    public EventPage next(int limit, long nanos) {
        long rest = nanos;
        while (true) {
            EventPage page = log.read(scope, progress, limit);
            progress = page.next();
            boolean ends = page.isLast() && (rest <= 0 || isClosed());
            if (!page.events().isEmpty() || ends) {
                return page;
            }
            if (page.isLast()) {
                long slice = log.followNanos(rest);
                rest -= slice - await(slice);
            }
        }
    }

    void wake() {
        if (isWoken) {
            return;
        }
        lock.lock();
        try {
            isWoken = true;
            woken.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Waits to be woken, perhaps before it began to wait; answers how many of the nanoseconds are left. */
    private long await(long nanos) {
        long rest = nanos;
        lock.lock();
        try {
            while (!isWoken && rest > 0) {
                rest = woken.awaitNanos(rest);
            }
            isWoken = false;
            return rest;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return 0;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        closed = true;
        log.leave(this);
        wake();
    }
}
