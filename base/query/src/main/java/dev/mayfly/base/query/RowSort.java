package dev.mayfly.base.query;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Sorts rows by encoded keys, rows of equal keys in the order they came. Keeps only the first rows when it has a limit,
 * and holds no more bytes than its bound. Used once, by one thread.
 */
public final class RowSort<R> {
    private static final Comparator<Row<?>> ORDER = RowSort::compare;

    /** The overhead of a row besides its key and its content. */
    private static final int ROW_OVERHEAD_BYTES = 96;

    private final long bytesMax;
    private final long limit;
    private final PriorityQueue<Row<R>> worstFirst;
    private final List<Row<R>> all = new ArrayList<>();
    private final RequestMemory memory = RequestGuard.current().memory();
    private long bytes;
    private long chargedBytes;
    private long arrivals;

    /**
     * @param bytesMax how much it may hold
     * @param limit how many rows are asked for, skipped ones included; 0 for all
     */
    public RowSort(long bytesMax, long limit) {
        this.bytesMax = bytesMax;
        this.limit = limit;
        this.worstFirst = new PriorityQueue<>(ORDER.reversed());
    }

    record Row<R>(byte[] key, long arrival, R content, long bytes) {}

    private static int compare(Row<?> a, Row<?> b) {
        int order = Arrays.compareUnsigned(a.key, b.key);
        return order != 0 ? order : Long.compare(a.arrival, b.arrival);
    }

    /**
     * Takes a row of this size.
     *
     * @throws MemoryLimitExceeded when the rows that must be kept exceed the bound, or what their request may hold; the
     *     row is among them
     */
    public void add(byte[] key, R content, long contentBytes) {
        Row<R> row = new Row<>(key, arrivals++, content, key.length + contentBytes + ROW_OVERHEAD_BYTES);
        if (limit == 0) {
            all.add(row);
        } else if (!keepAmongFirst(row)) {
            return;
        }
        bytes += row.bytes;
        if (bytes > bytesMax) {
            throw new MemoryLimitExceeded(bytesMax);
        }
        if (bytes > chargedBytes) {
            memory.hold(bytes - chargedBytes);
            chargedBytes = bytes;
        }
    }

    /** The memory of the rows that are held. */
    long bytes() {
        return bytes;
    }

    /** Releases the memory of the rows. */
    void release() {
        memory.letGo(chargedBytes);
        chargedBytes = 0;
    }

    private boolean keepAmongFirst(Row<R> row) {
        if (worstFirst.size() < limit) {
            return worstFirst.add(row);
        }
        if (compare(row, worstFirst.element()) >= 0) {
            return false;
        }
        bytes -= worstFirst.remove().bytes;
        return worstFirst.add(row);
    }

    /** The rows in order. Nothing may be added afterwards. */
    public List<R> finish() {
        List<R> sorted = new ArrayList<>(all.size());
        for (Row<R> row : finishRows()) {
            sorted.add(row.content);
        }
        all.clear();
        return sorted;
    }

    /** Returns the sorted rows with their keys. */
    List<Row<R>> finishRows() {
        all.addAll(worstFirst);
        worstFirst.clear();
        RequestGuard guard = RequestGuard.current();
        all.sort((a, b) -> {
            guard.step();
            return compare(a, b);
        });
        return all;
    }
}
