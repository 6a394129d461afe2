package dev.mayfly.face.couchbase.query.operator;

import dev.mayfly.base.query.ExternalSort;
import dev.mayfly.base.query.MemoryLimitExceeded;
import dev.mayfly.base.query.SpillException;
import dev.mayfly.base.query.SpillSpace;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sorts finished rows, beyond its memory on the disk where there is room. Used once, by one thread. */
public final class RowSorter implements AutoCloseable {
    private final List<Key> keys;
    private final ExternalSort<byte[]> sort;
    private long rows;

    /** One of the values to sort by. */
    public record Key(
            Scalar value, boolean descending, @Nullable Boolean unknownLast) {}

    /** @param needed how many rows matter; 0 for all */
    RowSorter(List<Key> keys, long needed, @Nullable SpillSpace space) {
        this.keys = keys;
        this.sort = new ExternalSort<>(OperatorMemory.BYTES_MAX, needed, ExternalSort.BYTES, space);
    }

    /** Takes a row, with the frame that its keys are computed of. */
    void add(Frame frame, N1qlValue row) {
        CollationKey key = new CollationKey();
        for (Key each : keys) {
            key.add(each.value.of(frame), each.descending, each.unknownLast);
        }
        byte[] content = RowBytes.of(new N1qlValue[] {row});
        rows++;
        try {
            sort.add(key.bytes(), content, content.length);
        } catch (MemoryLimitExceeded | SpillException failure) {
            throw OperatorMemory.exceeded();
        }
    }

    /** Gives the rows in order. */
    void finish(Frame frame, RowConsumer taker) {
        frame.execution().sorted(rows);
        Iterator<ExternalSort.Sorted<byte[]>> sorted = sort.finish();
        while (sorted.hasNext()) {
            frame.execution().check();
            N1qlValue row = RowBytes.row(sorted.next().content(), 1)[0];
            if (!RowScope.run(() -> taker.take(row))) {
                return;
            }
        }
    }

    @Override
    public void close() {
        sort.close();
    }
}
