package dev.mayfly.store.cassandra;

import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/** Counts the calls and cursors in flight, for which closing waits. */
final class OpenCalls {
    private static final int MAX = Integer.MAX_VALUE;

    private final Runnable beforeWaiting;
    private final Semaphore places = new Semaphore(MAX);
    private volatile boolean closed;

    /** @param beforeWaiting runs at the beginning of each call, on its thread; it may throw, and then nothing is done */
    OpenCalls(Runnable beforeWaiting) {
        this.beforeWaiting = beforeWaiting;
    }

    void enter() {
        beforeWaiting.run();
        if (closed || !places.tryAcquire()) {
            throw new IllegalStateException("the store is closed");
        }
    }

    void leave() {
        places.release();
    }

    <T> T inside(Supplier<T> call) {
        enter();
        try {
            return call.get();
        } finally {
            leave();
        }
    }

    /** Admits no more and waits until the last has left. Harmless when it was done before. */
    void close() {
        closed = true;
        places.acquireUninterruptibly(MAX);
        places.release(MAX);
    }
}
