package dev.mayfly.face.couchbase.query.operator;

import dev.mayfly.base.query.RowWindow;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlNumber;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import org.jspecify.annotations.Nullable;

/** OFFSET and LIMIT, compiled. */
public record PageClause(@Nullable Scalar offset, @Nullable Scalar limit) {
    private static final int INVALID = 5012;

    public boolean isNone() {
        return offset == null && limit == null;
    }

    /** The value where no limit is given. */
    static final long ALL = Long.MAX_VALUE;

    /** Returns a consumer that lets only the rows of this page through; LIMIT must not be 0. */
    public RowConsumer onto(Frame frame, RowConsumer rows) {
        long skip = skipped(frame);
        long most = most(frame);
        if (skip == 0 && most == ALL) {
            return rows;
        }
        RowWindow page = new RowWindow(skip, most);
        return row -> (!page.admit() || rows.take(row)) && !page.isFull();
    }

    /** Returns the number of rows that a sort must keep; 0 for all. */
    long needed(Frame frame) {
        long most = most(frame);
        long needed = most == ALL ? 0 : most + skipped(frame);
        return Math.max(needed, 0);
    }

    public long most(Frame frame) {
        return limit == null ? ALL : amount(limit.of(frame), "LIMIT");
    }

    private long skipped(Frame frame) {
        return offset == null ? 0 : amount(offset.of(frame), "OFFSET");
    }

    private static long amount(N1qlValue value, String clause) {
        if (value instanceof N1qlNumber number && number.isLong()) {
            return Math.clamp(number.longValue(), 0, Integer.MAX_VALUE);
        }
        String shown = value.isMissing() ? "missing" : N1qlValues.json(value);
        throw new N1qlException(INVALID, "Invalid " + clause + " value " + shown + ", it must be an integer.");
    }
}
