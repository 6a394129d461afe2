package dev.mayfly.store.rocksdb;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Lets calls in until it is closed, and closing waits until the last has left: native memory that a call is using is
 * never freed.
 *
 * <p>A hot path. The count is spread over several cache lines, so that threads that read on different cores do not wait
 * for one another.
 */
final class CloseGuard {
    /*
     * A caller first increments its counter, then checks `closed`; `close` first sets `closed`, then
     * reads the counters. Both are volatile, so of two concurrent threads at least one sees the other. A counter that
     * was zero after `closed` was set stays zero, except for callers that turn back at once.
     */
    private static final int STRIPES = 16;
    private static final int SPACING = 16;

    private final AtomicIntegerArray inside = new AtomicIntegerArray(STRIPES * SPACING);
    private volatile @Nullable Thread closer;
    private volatile boolean closed;

    /** Returns the value that must be given to {@link #leave}. */
    int enter() {
        int stripe = (int) (Thread.currentThread().threadId() % STRIPES) * SPACING;
        inside.getAndIncrement(stripe);
        if (closed) {
            leave(stripe);
            throw new IllegalStateException("the store is closed");
        }
        return stripe;
    }

    void leave(int stripe) {
        if (inside.decrementAndGet(stripe) == 0) {
            Thread waiting = closer;
            if (waiting != null) {
                LockSupport.unpark(waiting);
            }
        }
    }

    /** Admits no more callers and waits, despite interrupts, until the last has left. Call from one thread only. */
    void close() {
        closer = Thread.currentThread();
        closed = true;
        boolean interrupted = false;
        for (int stripe = 0; stripe < inside.length(); stripe += SPACING) {
            while (inside.get(stripe) != 0) {
                LockSupport.park(this);
                interrupted |= Thread.interrupted();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
