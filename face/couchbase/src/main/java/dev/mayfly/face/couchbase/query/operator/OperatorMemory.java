package dev.mayfly.face.couchbase.query.operator;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.face.couchbase.language.value.DetachedValue;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlValue;

/**
 * The memory of one operator: what it may still hold, and what it holds in the name of its request. Used by one thread.
 */
public final class OperatorMemory {
    /** Limit on the bytes of rows that one operator holds. */
    public static final long BYTES_MAX = 64L << 20;

    /** The size of an object besides its text. */
    private static final int OVERHEAD_BYTES = 96;

    private final RequestGuard guard = RequestGuard.current();
    private final long most;
    private long taken;

    public OperatorMemory(long most) {
        this.most = most;
    }

    public void take(long bytes) {
        guard.hold(bytes);
        taken += bytes;
        if (taken > most) {
            throw new N1qlException(
                    N1qlException.MEMORY,
                    "Request has exceeded memory quota (inuse: " + taken + " limit: " + most + ")");
        }
    }

    long taken() {
        return taken;
    }

    /** Says that nothing of it is held any more. */
    void letGo() {
        guard.letGo(taken);
        taken = 0;
    }

    /** Returns the error of an operator that holds all it may, and may put nothing on the disk. */
    static N1qlException exceeded() {
        return new N1qlException(N1qlException.MEMORY, "Request has exceeded memory quota (limit: " + BYTES_MAX + ")");
    }

    /** A value that holds no more than itself, where another may hold the whole document it was found in. */
    public N1qlValue keep(N1qlValue value) {
        DetachedValue kept = DetachedValue.of(value);
        take(kept.bytes() + OVERHEAD_BYTES);
        return kept.value();
    }
}
