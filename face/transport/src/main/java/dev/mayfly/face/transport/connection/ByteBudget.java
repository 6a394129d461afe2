package dev.mayfly.face.transport.connection;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Memory that all connections share for bytes in flight. Safe for concurrent use. */
public final class ByteBudget {
    /*
     * Frames are paid for as they arrive, since a length that was only promised costs nothing. So several connections may
     * each hold a part of a frame when no memory is left for the rest of any. Therefore one connection at a time may go
     * beyond the limit until its frame, or its answer, is done: whatever arrives, one goes on, and what is held never
     * exceeds the limit by more than one of them. Everyone else waits until memory is given back.
     *
     * A request that waits has seen another beyond the limit. The other is told to end its overdraft in any case, and wakes all.
     */

    /** Less is bounded by the number of connections; counting it would cost more than it tells. */
    public static final int UNCOUNTED_BYTES = 64 << 10;

    private final long limit;
    private final AtomicLong used = new AtomicLong();
    private final AtomicReference<@Nullable Object> overdrawn = new AtomicReference<>();
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicLong waits = new AtomicLong();

    ByteBudget(long limit) {
        this.limit = limit;
    }

    /** Takes what fits, and for one owner at a time also what does not. */
    @SuppressWarnings("ReferenceEquality") // The very same owner goes on.
    public boolean tryReserve(long bytes, Object owner) {
        if (used.addAndGet(bytes) <= limit || overdrawn.get() == owner || overdrawn.compareAndSet(null, owner)) {
            return true;
        }
        used.addAndGet(-bytes);
        return false;
    }

    /** Counts what is held already, whatever is left. */
    void reserve(long bytes) {
        used.addAndGet(bytes);
    }

    boolean isExhausted() {
        return used.get() >= limit;
    }

    /** Runs the task, on any thread, once it is worth the while to try again; it must not wait. */
    void await(Runnable tryAgain) {
        waits.incrementAndGet();
        waiting.add(tryAgain);
        if (overdrawn.get() == null) {
            wakeAll();
        }
    }

    public void release(long bytes) {
        if (bytes > 0) {
            used.addAndGet(-bytes);
            wakeAll();
        }
    }

    /** Says that an owner is done, whether or not it went beyond the limit. */
    @SuppressWarnings("ReferenceEquality")
    public void end(Object owner) {
        if (overdrawn.get() == owner && overdrawn.compareAndSet(owner, null)) {
            wakeAll();
        }
    }

    private void wakeAll() {
        for (int left = waiting.size(); left > 0; left--) {
            Runnable tryAgain = waiting.poll();
            if (tryAgain == null) {
                return;
            }
            tryAgain.run();
        }
    }

    public long used() {
        return used.get();
    }

    /** The number of times that a request had to wait. */
    public long waits() {
        return waits.get();
    }
}
