package dev.mayfly.face.couchbase.query.operator;

import dev.mayfly.base.sql.RowMemory;
import dev.mayfly.face.couchbase.language.value.DetachedValue;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlValue;

/** The memory of one operator of N1QL. Used by one thread. */
public final class OperatorMemory extends RowMemory<N1qlValue> {
    /** Limit on the bytes of rows that one operator holds. */
    public static final long BYTES_MAX = 64L << 20;

    /** The size of an object besides its text. */
    private static final int OVERHEAD_BYTES = 96;

    public OperatorMemory(long most) {
        super(most);
    }

    @Override
    protected N1qlException exceeded(long taken, long bytesMax) {
        return new N1qlException(
                N1qlException.MEMORY,
                "Request has exceeded memory quota (inuse: " + taken + " limit: " + bytesMax + ")");
    }

    /** Returns the error of an operator that holds all it may, and may put nothing on the disk. */
    static N1qlException exceeded() {
        return new N1qlException(N1qlException.MEMORY, "Request has exceeded memory quota (limit: " + BYTES_MAX + ")");
    }

    @Override
    public N1qlValue keep(N1qlValue value) {
        DetachedValue kept = DetachedValue.of(value);
        take(kept.bytes() + OVERHEAD_BYTES);
        return kept.value();
    }
}
