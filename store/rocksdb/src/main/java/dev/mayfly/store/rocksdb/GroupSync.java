package dev.mayfly.store.rocksdb;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Lets many writers who wait for the disk share one sync. */
final class GroupSync {
    /*
     * A writer takes a ticket when its write is in the log. A sync covers every ticket that was taken before it began.
     * Whoever waits and finds no sync under way leads the next one, on its own thread; all others wait for a leader. While
     * one sync runs, those who come meanwhile gather for the next, so the busier the store, the more a sync carries.
     */
    private final Runnable sync;
    private final AtomicLong taken = new AtomicLong();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition ended = lock.newCondition();
    private boolean leading;
    private volatile long synced;

    /** @param sync makes durable what was written before; throws if it cannot */
    GroupSync(Runnable sync) {
        this.sync = sync;
    }

    /** Returns when everything the calling thread has written is durable; throws what a sync led by it threw. */
    void await() {
        long ticket = taken.incrementAndGet();
        lock.lock();
        try {
            while (synced < ticket) {
                if (leading) {
                    ended.awaitUninterruptibly();
                } else {
                    lead();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private void lead() {
        leading = true;
        long covered = taken.get();
        lock.unlock();
        boolean done = false;
        try {
            sync.run();
            done = true;
        } finally {
            lock.lock();
            leading = false;
            if (done) {
                synced = covered;
            }
            ended.signalAll();
        }
    }
}
