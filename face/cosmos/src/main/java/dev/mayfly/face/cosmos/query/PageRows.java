package dev.mayfly.face.cosmos.query;

import dev.mayfly.base.query.value.JsonSink;
import dev.mayfly.face.cosmos.language.value.SqlValue;

/** The rows of a page under way. Used by one thread. */
final class PageRows {
    /** The most bytes of an answer; a single row may be larger. */
    static final int BYTES_MAX = 4 << 20;

    private final JsonSink out;
    private final int rowsMax;
    private final int from;
    private int count;
    private boolean full;

    /** @param out what stands before the rows */
    PageRows(JsonSink out, int rowsMax) {
        this.out = out;
        this.rowsMax = rowsMax;
        this.from = out.length();
    }

    /** False when the row has no room: then it is not in the page. */
    boolean add(SqlValue row) {
        if (isFull()) {
            return false;
        }
        int before = out.length();
        if (count > 0) {
            out.put(',');
        }
        row.write(out);
        if (count > 0 && out.length() - from > BYTES_MAX) {
            out.cut(before);
            full = true;
            return false;
        }
        count++;
        return true;
    }

    boolean isFull() {
        return full || count >= rowsMax || out.length() - from >= BYTES_MAX;
    }

    int count() {
        return count;
    }

    int rowsMax() {
        return rowsMax;
    }

    long bytes() {
        return (long) out.length() - from;
    }
}
