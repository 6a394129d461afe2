package dev.mayfly.face.couchbase.query.window;

import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import org.jspecify.annotations.Nullable;

/** Numbers of rows that need no row but those before: ROW_NUMBER, RANK, DENSE_RANK. Used by one thread. */
public final class RunningRank {
    private final Kind kind;
    private final int[] order;
    private final int result;
    private N1qlValue @Nullable [] before;
    private long rows;
    private long rank;

    /** The numberings of peers. */
    public enum Kind {
        ROW_NUMBER,
        RANK,
        DENSE_RANK
    }

    public RunningRank(Kind kind, int[] order, int result) {
        this.kind = kind;
        this.order = order.clone();
        this.result = result;
    }

    /** The next row is the first of a part. */
    public void begin() {
        before = null;
        rows = 0;
        rank = 0;
    }

    /** Puts its number into a row. */
    public void number(N1qlValue[] row) {
        rows++;
        N1qlValue[] last = before;
        boolean alike = kind != Kind.ROW_NUMBER && last != null && RowPartition.alike(last, row, order);
        if (!alike) {
            rank = kind == Kind.DENSE_RANK ? rank + 1 : rows;
        }
        before = row;
        row[result] = N1qlValues.of(rank);
    }
}
