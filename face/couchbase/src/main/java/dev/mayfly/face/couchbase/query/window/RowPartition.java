package dev.mayfly.face.couchbase.query.window;

import dev.mayfly.face.couchbase.language.value.N1qlOrdering;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * The rows of one part of a window, in order. A row is an array of values: what was computed of it before, and places for
 * what functions come to. Used by one thread.
 */
public final class RowPartition {
    private final LongConsumer memory;
    private final Runnable check;
    private final List<N1qlValue[]> rows = new ArrayList<>();

    /**
     * A part without rows.
     *
     * @param memory takes the bytes that results need, and throws where there are no more
     * @param check to be asked at every row that is looked at, which throws when the statement must end
     */
    public RowPartition(LongConsumer memory, Runnable check) {
        this.memory = memory;
        this.check = check;
    }

    public void add(N1qlValue[] row) {
        rows.add(row);
    }

    public int size() {
        return rows.size();
    }

    public N1qlValue[] row(int index) {
        return rows.get(index);
    }

    N1qlValue at(int row, int column) {
        return rows.get(row)[column];
    }

    void set(int row, int column, N1qlValue value) {
        rows.get(row)[column] = value;
    }

    /** Another row is looked at. */
    void visit() {
        check.run();
    }

    void take(long bytes) {
        memory.accept(bytes);
    }

    /** Returns the groups of rows equal in these columns, each of which is sorted within those before. */
    Peers peers(int[] columns) {
        int[] first = new int[size()];
        int[] last = new int[size()];
        int begun = 0;
        for (int row = 0; row < size(); row++) {
            if (row > 0 && !alike(rows.get(row - 1), rows.get(row), columns)) {
                begun = row;
            }
            first[row] = begun;
        }
        for (int row = size() - 1; row >= 0; row--) {
            last[row] = row + 1 < size() && first[row + 1] == first[row] ? last[row + 1] : row;
        }
        return new Peers(first, last);
    }

    /** Returns whether two rows have values that collate alike in all of these columns. */
    public static boolean alike(N1qlValue[] a, N1qlValue[] b, int[] columns) {
        for (int column : columns) {
            if (N1qlOrdering.compare(a[column], b[column]) != 0) {
                return false;
            }
        }
        return true;
    }

    /** The first and the last row that is alike in the order, for each row. */
    record Peers(int[] first, int[] last) {}
}
