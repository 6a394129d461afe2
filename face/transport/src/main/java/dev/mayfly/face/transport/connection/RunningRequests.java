package dev.mayfly.face.transport.connection;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts the requests that run on virtual threads. A request may outlive its connection, whose peer has left, and
 * still uses the engine behind the face, so a stop waits for requests as well as for connections. Safe for concurrent
 * use.
 */
public final class RunningRequests {
    private final AtomicInteger running = new AtomicInteger();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean isAwaited;

    void begin() {
        running.incrementAndGet();
    }

    void end() {
        if (running.decrementAndGet() == 0 && isAwaited) {
            ended.countDown();
        }
    }

    /** Waits until all have ended, or {@link #abandon} is called; to be called when no more can begin. */
    public void awaitEnd() throws InterruptedException {
        isAwaited = true;
        if (running.get() > 0) {
            ended.await();
        }
    }

    /** Ends the wait although requests are still running. */
    public void abandon() {
        ended.countDown();
    }
}
