package dev.mayfly.face.transport;

import java.util.concurrent.atomic.AtomicLong;

/** Memory that all connections share for bytes in flight. Never waits: what does not fit is refused. */
final class ByteBudget {
    private final long limit;
    private final AtomicLong used = new AtomicLong();

    ByteBudget(long limit) {
        this.limit = limit;
    }

    boolean tryReserve(long bytes) {
        if (used.addAndGet(bytes) <= limit) {
            return true;
        }
        used.addAndGet(-bytes);
        return false;
    }

    void release(long bytes) {
        used.addAndGet(-bytes);
    }

    long used() {
        return used.get();
    }
}
