package dev.mayfly.base.query;

import org.jspecify.annotations.Nullable;

/**
 * The heap memory that one request, or a cursor that it left behind, holds. Used by one thread at a time.
 *
 * <p>A hot path: a charge adds to a plain number. Only when that grows beyond what was taken of the pool is another
 * chunk taken, and a request that builds nothing large never comes to the pool at all.
 */
public final class RequestMemory implements AutoCloseable {
    /** Every request holds a little; this much is bounded by the number of connections and taken from no pool. */
    static final int UNCOUNTED_BYTES = 16 << 10;

    /** The amount taken from the pool at a time. */
    static final int CHUNK_BYTES = 256 << 10;

    private final @Nullable RequestMemoryPool pool;
    private final long bytesMax;
    private Runnable user = () -> {};
    private long usedBytes;
    private long heldBytes;
    private long admittedBytes;
    private long takenBytes;

    /** @param pool to take from, or null if nothing is counted */
    RequestMemory(@Nullable RequestMemoryPool pool) {
        this(pool, pool == null ? Long.MAX_VALUE : pool.requestBytesMax());
    }

    /** @param bytesMax what the request may hold */
    RequestMemory(@Nullable RequestMemoryPool pool, long bytesMax) {
        this.pool = pool;
        this.bytesMax = bytesMax;
    }

    /** @param check throws what the request is ended with if it must not go on while it waits for memory */
    void usedBy(Runnable check) {
        user = check;
    }

    /** An account that counts nothing, of work that no client waits for. */
    public static RequestMemory uncounted() {
        return new RequestMemory(null);
    }

    /** Returns an empty account of the same pool, for what outlasts the request. It is a caller's to close. */
    public RequestMemory beside() {
        return new RequestMemory(pool);
    }

    /**
     * Counts bytes that the request will hold until it releases them or ends.
     *
     * @throws MemoryLimitExceeded if the request, or all of them together, would hold too much; then nothing is counted
     */
    public void charge(long bytes) {
        if (pool == null) {
            return;
        }
        if (bytes > takenBytes + UNCOUNTED_BYTES - usedBytes - admittedBytes) {
            take(pool, bytes, takenBytes > 0);
        }
        usedBytes += bytes;
    }

    /** Counts the largest of some values that are held one after another. */
    void admit(long bytes) {
        long more = bytes - admittedBytes;
        if (pool == null || more <= 0) {
            return;
        }
        if (more > takenBytes + UNCOUNTED_BYTES - usedBytes - admittedBytes) {
            // Values that were admitted before are let go soon, so nobody has to wait for this request as long as it
            // does.
            take(pool, more, usedBytes > UNCOUNTED_BYTES);
        }
        admittedBytes = bytes;
    }

    /** The same at once, as long as half of the pool is free. Returns whether they are counted. */
    boolean admitAtOnce(long bytes) {
        long more = bytes - admittedBytes;
        if (pool == null || more <= 0) {
            return true;
        }
        if (2 * (pool.usedBytes() + more) > pool.bytesMax()) {
            return false;
        }
        admit(bytes);
        return true;
    }

    /** Says that no more than this of those values is held any longer. */
    void shrink(long bytes) {
        admittedBytes = Math.min(admittedBytes, bytes);
        release(0);
    }

    /** Moves those values into an account of their own, which is returned. */
    RequestMemory split() {
        RequestMemory values = new RequestMemory(pool, bytesMax);
        values.admittedBytes = admittedBytes;
        values.takenBytes = Math.max(0, takenBytes - wholeChunks(Math.max(0, usedBytes - UNCOUNTED_BYTES)));
        takenBytes -= values.takenBytes;
        admittedBytes = 0;
        return values;
    }

    private void take(RequestMemoryPool from, long bytes, boolean holdsSome) {
        long held = usedBytes + admittedBytes;
        if (bytes > bytesMax - held) {
            throw from.refusal(MemoryLimitExceeded.Bound.REQUEST, bytesMax);
        }
        long more = wholeChunks(held + bytes - UNCOUNTED_BYTES - takenBytes);
        if (!from.takeInTurn(more, holdsSome, user)) {
            throw from.refusal(MemoryLimitExceeded.Bound.ALL_REQUESTS, from.bytesMax());
        }
        takenBytes += more;
    }

    private static long wholeChunks(long bytes) {
        return (bytes + CHUNK_BYTES - 1) / CHUNK_BYTES * CHUNK_BYTES;
    }

    /** Takes back a charge, as what was charged is no longer held. */
    public void release(long bytes) {
        if (pool == null) {
            return;
        }
        usedBytes = Math.max(0, usedBytes - bytes);
        // One chunk stays, so that going back and forth over its border costs nothing.
        long idle = takenBytes - usedBytes - admittedBytes;
        if (idle >= 2 * CHUNK_BYTES) {
            long back = (idle / CHUNK_BYTES - 1) * CHUNK_BYTES;
            takenBytes -= back;
            pool.giveBack(back);
        }
    }

    /** Counts bytes that outlast the expressions under way: no {@link #settle} takes them back, {@link #letGo} does. */
    public void hold(long bytes) {
        charge(bytes);
        heldBytes += pool == null ? 0 : bytes;
    }

    /** Takes back what was held. */
    public void letGo(long bytes) {
        heldBytes = Math.max(0, heldBytes - bytes);
        release(bytes);
    }

    /** The amount held now. */
    public long held() {
        return heldBytes;
    }

    /** The amount charged now besides the amount held: the mark that {@link #settle} takes. */
    public long mark() {
        return usedBytes - heldBytes;
    }

    /**
     * Reduces what was charged since the mark to what is still held: an expression was evaluated, and only its result
     * is left.
     */
    public void settle(long mark, long bytes) {
        long garbage = mark() - mark - bytes;
        if (garbage > 0) {
            release(garbage);
        } else {
            charge(-garbage);
        }
    }

    /** Gives everything back; may be called again. */
    @Override
    public void close() {
        if (pool != null) {
            pool.giveBack(takenBytes);
        }
        takenBytes = 0;
        usedBytes = 0;
        heldBytes = 0;
        admittedBytes = 0;
    }
}
