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
final class Gate {
    /*
     * Who enters counts itself and then looks whether the gate is closed; who closes it marks it closed and then looks at
     * the counts. Both are volatile, so of two who meet at least one sees the other. A count that was zero after the mark
     * stays zero but for those who turn back at once.
     */
    private static final int STRIPES = 16;
    private static final int SPACING = 16;

    private final AtomicIntegerArray inside = new AtomicIntegerArray(STRIPES * SPACING);
    private volatile @Nullable Thread closer;
    private volatile boolean closed;

    /** Answers what must be given to {@link #leave}. */
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

    /** Lets nobody in any more and waits, whatever interrupts it, until the last has left. For one thread. */
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
