package dev.mayfly.store.cassandra;

import java.util.concurrent.Semaphore;

/** Counts the calls and cursors in flight, for which closing waits. */
final class OpenCalls {
    private static final int MAX = Integer.MAX_VALUE;

    private final Semaphore places = new Semaphore(MAX);
    private volatile boolean closed;

    void enter() {
        if (closed || !places.tryAcquire()) {
            throw new IllegalStateException("the store is closed");
        }
    }

    void leave() {
        places.release();
    }

    /** Admits no more and waits until the last has left. Harmless when it was done before. */
    void close() {
        closed = true;
        places.acquireUninterruptibly(MAX);
        places.release(MAX);
    }
}
