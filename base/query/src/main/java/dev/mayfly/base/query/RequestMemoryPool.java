package dev.mayfly.base.query;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The part of the heap that all requests share for what they build and hold. A request that finds none left waits a moment
 * for others to give some back. Safe for concurrent use.
 */
public final class RequestMemoryPool {
    private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long WAIT_HOLDING_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** So little may be taken before the turn of those who wait for more. */
    private static final long LITTLE_BYTES = 1 << 20;

    /** The interval at which a request that waits looks whether it may go on. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final long bytesMax;
    private final long requestBytesMax;
    private final Runnable beforeWait;
    private final AtomicLong used = new AtomicLong();
    private final LongAdder refusals = new LongAdder();
    private final LongAdder waits = new LongAdder();
    private final AtomicInteger waiting = new AtomicInteger();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition given = lock.newCondition();

    /** Those who hold nothing and wait, in the order in which they came; guarded by the lock. */
    private final Queue<Object> line = new ArrayDeque<>();

    private volatile boolean isLined;

    /**
     * @param bytesMax what all requests may hold together
     * @param requestBytesMax what one of them may hold
     */
    public RequestMemoryPool(long bytesMax, long requestBytesMax) {
        this(bytesMax, requestBytesMax, () -> {});
    }

    /**
     * @param bytesMax what all requests may hold together
     * @param requestBytesMax what one of them may hold
     * @param beforeWait runs before a request waits; throws if its thread must not
     */
    public RequestMemoryPool(long bytesMax, long requestBytesMax, Runnable beforeWait) {
        if (requestBytesMax <= 0 || requestBytesMax > bytesMax) {
            throw new IllegalArgumentException("one request may hold " + requestBytesMax + " of " + bytesMax);
        }
        this.bytesMax = bytesMax;
        this.requestBytesMax = requestBytesMax;
        this.beforeWait = beforeWait;
    }

    /** Returns a pool without a bound, for requests that run without a server. */
    public static RequestMemoryPool unbounded() {
        return new RequestMemoryPool(Long.MAX_VALUE / 2, Long.MAX_VALUE / 2);
    }

    /** The empty account of a request. */
    public RequestMemory open() {
        return new RequestMemory(this);
    }

    /** The empty account of a request that is to hold no more than this, nor more than its share. */
    public RequestMemory open(long bytesMax) {
        return new RequestMemory(this, Math.min(bytesMax, requestBytesMax));
    }

    boolean tryTake(long bytes) {
        long before = used.getAndAdd(bytes);
        if (bytes <= bytesMax - before) {
            return true;
        }
        used.addAndGet(-bytes);
        return false;
    }

    /**
     * The same, waiting for others. Requests that hold nothing have their turn in the order in which they came, and may wait
     * for long, since nobody waits for them; others may be waited for, so they go first and do not wait for long.
     */
    boolean takeInTurn(long bytes, boolean holdsSome, Runnable mayGoOn) {
        if ((holdsSome || !isLined || bytes <= LITTLE_BYTES) && tryTake(bytes)) {
            return true;
        }
        if (bytes > bytesMax) {
            return false;
        }
        beforeWait.run();
        waits.increment();
        waiting.incrementAndGet();
        lock.lock();
        Object turn = new Object();
        try {
            if (!holdsSome) {
                line.add(turn);
                isLined = true;
            }
            long left = holdsSome ? WAIT_HOLDING_NANOS : WAIT_NANOS;
            while (left > 0) {
                if ((holdsSome || isFirst(turn)) && tryTake(bytes)) {
                    return true;
                }
                long before = Math.min(left, LOOK_NANOS);
                left -= before - Math.max(0, given.awaitNanos(before));
                mayGoOn.run();
            }
            return tryTake(bytes);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            line.remove(turn);
            isLined = !line.isEmpty();
            given.signalAll();
            lock.unlock();
            waiting.decrementAndGet();
        }
    }

    @SuppressWarnings("ReferenceEquality") // A turn is nothing but itself.
    private boolean isFirst(Object turn) {
        return line.peek() == turn;
    }

    void giveBack(long bytes) {
        used.addAndGet(-bytes);
        if (waiting.get() > 0) {
            lock.lock();
            try {
                given.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    MemoryLimitExceeded refusal(MemoryLimitExceeded.Bound bound, long limitBytes) {
        refusals.increment();
        return new MemoryLimitExceeded(bound, limitBytes);
    }

    /** The amount that the requests have taken, in chunks. */
    public long usedBytes() {
        return used.get();
    }

    public long bytesMax() {
        return bytesMax;
    }

    public long requestBytesMax() {
        return requestBytesMax;
    }

    /** The number of times a request was refused memory since the start. */
    public long refusals() {
        return refusals.sum();
    }

    /** The number of times that a request has waited for others to give some back. */
    public long waits() {
        return waits.sum();
    }
}
