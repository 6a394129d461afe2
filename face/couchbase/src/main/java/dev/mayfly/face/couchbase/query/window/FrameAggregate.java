package dev.mayfly.face.couchbase.query.window;

import dev.mayfly.face.couchbase.language.aggregate.Aggregate;
import dev.mayfly.face.couchbase.language.tree.WindowTerm.BoundKind;
import dev.mayfly.face.couchbase.language.tree.WindowTerm.Exclusion;
import dev.mayfly.face.couchbase.language.value.N1qlArray;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.util.function.Supplier;

/** An aggregate of the rows in each row's frame. */
public final class FrameAggregate implements WindowResult {
    /*
     * Where the frame of one row contains that of the one before and begins or ends alike, only new rows are added. So
     * a frame that begins with the part is computed from its first row on, and one that ends with the part from its
     * last row back. All other frames are computed anew for each row.
     */
    private static final long ELEMENT_BYTES = 8;

    private final Supplier<Aggregate> aggregates;
    private final int argument;
    private final int filter;
    private final RowFrame frame;
    private final int result;

    /**
     * An aggregate.
     *
     * @param argument the column of its argument, or -1 where rows are counted
     * @param filter the column of what a row must pass, or -1
     * @param result the column of its result
     */
    public FrameAggregate(Supplier<Aggregate> aggregates, int argument, int filter, RowFrame frame, int result) {
        this.aggregates = aggregates;
        this.argument = argument;
        this.filter = filter;
        this.frame = frame;
        this.result = result;
    }

    @Override
    public void compute(RowPartition partition) {
        Run run = new Run(partition);
        boolean backwards = frame.end().kind() == BoundKind.UNBOUNDED_FOLLOWING;
        int size = partition.size();
        for (int i = 0; i < size; i++) {
            run.row(backwards ? size - 1 - i : i);
        }
    }

    private final class Run {
        private final RowPartition partition;
        private final FrameCursor cursor;
        private Aggregate aggregate = aggregates.get();
        private N1qlValue value = aggregate.result();
        private int from;
        private int until;

        private Run(RowPartition partition) {
            this.partition = partition;
            this.cursor = new FrameCursor(frame, partition);
        }

        private void row(int row) {
            partition.visit();
            cursor.moveTo(row);
            int nextFrom = cursor.from();
            int nextUntil = Math.max(cursor.until(), nextFrom);
            boolean excludes = frame.exclusion() != Exclusion.NO_OTHERS;
            if (excludes || nextFrom != from || nextUntil != until) {
                boolean grows = !excludes && nextFrom <= from && nextUntil >= until && from < until;
                if (grows) {
                    add(nextFrom, from);
                    add(until, nextUntil);
                } else {
                    aggregate = aggregates.get();
                    add(nextFrom, nextUntil);
                }
                from = nextFrom;
                until = nextUntil;
                value = aggregate.result();
                partition.take(value instanceof N1qlArray array ? array.size() * ELEMENT_BYTES : 0);
            }
            partition.set(row, result, value);
        }

        private void add(int first, int beyond) {
            long before = aggregate.bytes();
            for (int row = first; row < beyond; row++) {
                partition.visit();
                if (!cursor.isExcluded(row)
                        && (filter < 0 || partition.at(row, filter).truth())) {
                    aggregate.add(argument < 0 ? N1qlValues.TRUE : partition.at(row, argument));
                }
            }
            partition.take(aggregate.bytes() - before);
        }
    }
}
