package dev.mayfly.store.memory;

import java.util.concurrent.Semaphore;

/** Counts the open cursors and snapshots, for which closing waits. */
final class Visitors {
    private static final int MAX = Integer.MAX_VALUE;

    private final Semaphore places = new Semaphore(MAX);
    private volatile boolean closed;

    void refuseIfClosed() {
        if (closed) {
            throw new IllegalStateException("the store is closed");
        }
    }

    void enter() {
        refuseIfClosed();
        if (!places.tryAcquire()) {
            throw new IllegalStateException("the store is closed");
        }
    }

    void leave() {
        places.release();
    }

    /** Admits no more callers and waits until the last has left. Harmless when it was done before. */
    void close() {
        closed = true;
        places.acquireUninterruptibly(MAX);
        places.release(MAX);
    }
}
