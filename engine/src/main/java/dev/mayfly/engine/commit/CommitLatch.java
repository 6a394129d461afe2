package dev.mayfly.engine.commit;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Excludes the writers of one collection from each other, and wakes the next that waits to write. Reentrant. */
public final class CommitLatch {
    private final ReentrantLock lock = new ReentrantLock();
    private volatile Runnable onRelease = () -> {};

    /** @param action runs whenever the latch has become free */
    void onRelease(Runnable action) {
        onRelease = action;
    }

    public void lock() {
        lock.lock();
    }

    /** Takes the latch if that is possible at once. */
    boolean tryLock() {
        return lock.tryLock();
    }

    public void unlock() {
        lock.unlock();
        onRelease.run();
    }

    public boolean isHeldByCurrentThread() {
        return lock.isHeldByCurrentThread();
    }

    /** Runs under the latch. */
    public <T extends @Nullable Object> T latched(Supplier<T> work) {
        lock();
        try {
            return work.get();
        } finally {
            unlock();
        }
    }
}
