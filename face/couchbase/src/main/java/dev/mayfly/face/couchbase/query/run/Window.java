package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.value.NumberValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import org.jspecify.annotations.Nullable;

/** OFFSET and LIMIT, compiled. */
record Window(@Nullable Scalar offset, @Nullable Scalar limit) {
    private static final int INVALID = 5012;

    boolean isNone() {
        return offset == null && limit == null;
    }

    /** Where no limit is given. */
    static final long ALL = Long.MAX_VALUE;

    /** A sink that lets only the rows of this window through. */
    RowTaker onto(Frame frame, RowTaker rows) {
        long skip = skipped(frame);
        long most = most(frame);
        if (skip == 0 && most == ALL) {
            return rows;
        }
        return new RowTaker() {
            private long toSkip = skip;
            private long left = most;

            @Override
            public boolean take(Value row) {
                if (toSkip > 0) {
                    toSkip--;
                    return true;
                }
                if (left == 0) {
                    return false;
                }
                left--;
                return rows.take(row) && left > 0;
            }
        };
    }

    /** How many rows matter to whoever sorts them; 0 for all. */
    long needed(Frame frame) {
        long most = most(frame);
        long needed = most == ALL ? 0 : most + skipped(frame);
        return Math.max(needed, 0);
    }

    long most(Frame frame) {
        return limit == null ? ALL : amount(limit.of(frame), "LIMIT");
    }

    private long skipped(Frame frame) {
        return offset == null ? 0 : amount(offset.of(frame), "OFFSET");
    }

    private static long amount(Value value, String clause) {
        if (value instanceof NumberValue number && number.isLong()) {
            return Math.clamp(number.longValue(), 0, Integer.MAX_VALUE);
        }
        String shown = value.isMissing() ? "missing" : Values.json(value);
        throw new QueryException(INVALID, "Invalid " + clause + " value " + shown + ", it must be an integer.");
    }
}
