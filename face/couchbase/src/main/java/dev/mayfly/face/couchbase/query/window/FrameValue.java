package dev.mayfly.face.couchbase.query.window;

import dev.mayfly.face.couchbase.language.tree.WindowTerm.Exclusion;
import dev.mayfly.face.couchbase.language.tree.WindowTerm.Unit;
import dev.mayfly.face.couchbase.language.value.N1qlOrdering;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** FIRST_VALUE, LAST_VALUE and NTH_VALUE: the value of one row of the frame, NULL where it has no such row. */
public final class FrameValue implements WindowResult {
    /*
     * Peers have no order among themselves, unless the frame is counted in rows. Their values are taken in collation
     * order: the lowest first from the start, the highest first from the end.
     */
    private final int argument;
    private final int position;
    private final boolean fromLast;
    private final boolean ignoreNulls;
    private final RowFrame frame;
    private final int result;

    /**
     * Such a function.
     *
     * @param position the column that says which row is meant, from 1; -1 for the first
     * @param fromLast whether it is counted from the end
     */
    public FrameValue(int argument, int position, boolean fromLast, boolean ignoreNulls, RowFrame frame, int result) {
        this.argument = argument;
        this.position = position;
        this.fromLast = fromLast;
        this.ignoreNulls = ignoreNulls;
        this.frame = frame;
        this.result = result;
    }

    @Override
    public void compute(RowPartition partition) {
        FrameCursor cursor = new FrameCursor(frame, partition);
        boolean shared = frame.exclusion() == Exclusion.NO_OTHERS && (frame.unit() != Unit.ROWS || frame.isWhole());
        N1qlValue value = N1qlValues.NULL;
        int from = -1;
        int until = -1;
        for (int row = 0; row < partition.size(); row++) {
            partition.visit();
            cursor.moveTo(row);
            if (!shared || cursor.from() != from || cursor.until() != until) {
                long wanted = position < 0 ? 1 : RowOffset.positive(partition.at(row, position), "nth_value");
                value = new Search(partition, cursor, wanted).find();
                from = cursor.from();
                until = cursor.until();
            }
            partition.set(row, result, value);
        }
    }

    private final class Search {
        private final RowPartition partition;
        private final FrameCursor cursor;
        private long left;

        private Search(RowPartition partition, FrameCursor cursor, long wanted) {
            this.partition = partition;
            this.cursor = cursor;
            this.left = wanted;
        }

        private N1qlValue find() {
            return frame.hasWholeGroups() ? amongGroups() : amongRows();
        }

        private boolean counts(int row) {
            partition.visit();
            return !cursor.isExcluded(row)
                    && !(ignoreNulls && partition.at(row, argument).isUnknown());
        }

        private N1qlValue amongRows() {
            int first = fromLast ? cursor.until() - 1 : cursor.from();
            for (int row = first; row >= cursor.from() && row < cursor.until(); row += fromLast ? -1 : 1) {
                if (counts(row) && --left == 0) {
                    return partition.at(row, argument);
                }
            }
            return N1qlValues.NULL;
        }

        private N1qlValue amongGroups() {
            int row = fromLast ? cursor.until() - 1 : cursor.from();
            while (row >= cursor.from() && row < cursor.until()) {
                int groupFrom = Math.max(cursor.firstPeer(row), cursor.from());
                int groupUntil = Math.min(cursor.lastPeer(row) + 1, cursor.until());
                List<N1qlValue> values = new ArrayList<>();
                for (int member = groupFrom; member < groupUntil; member++) {
                    if (counts(member)) {
                        values.add(partition.at(member, argument));
                    }
                }
                if (left <= values.size()) {
                    Comparator<N1qlValue> order = N1qlOrdering::compare;
                    values.sort(fromLast ? order.reversed() : order);
                    return values.get((int) left - 1);
                }
                left -= values.size();
                row = fromLast ? groupFrom - 1 : groupUntil;
            }
            return N1qlValues.NULL;
        }
    }
}
