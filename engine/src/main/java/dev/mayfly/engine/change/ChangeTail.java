package dev.mayfly.engine.change;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A reader of the history that waits for more. Safe for concurrent use. */
final class ChangeTail {
    private final ChangeScope scope;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition woken = lock.newCondition();
    private boolean isWoken;

    ChangeTail(ChangeScope scope) {
        this.scope = scope;
    }

    ChangeScope scope() {
        return scope;
    }

    void wake() {
        lock.lock();
        try {
            isWoken = true;
            woken.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Waits to be woken, perhaps before it began to wait; answers how many of the nanoseconds are left. */
    long await(long nanos) {
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
}
