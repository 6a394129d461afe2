package dev.mayfly.face.couchbase.query.window;

import dev.mayfly.face.couchbase.language.tree.WindowTerm.BoundKind;
import dev.mayfly.face.couchbase.language.tree.WindowTerm.Exclusion;
import dev.mayfly.face.couchbase.language.tree.WindowTerm.Unit;
import dev.mayfly.face.couchbase.language.value.N1qlArithmetic;
import dev.mayfly.face.couchbase.language.value.N1qlNumber;
import dev.mayfly.face.couchbase.language.value.N1qlOrdering;
import dev.mayfly.face.couchbase.language.value.N1qlValue;

/** The rows of a partition that are in the frame of one row after the other. Used by one thread. */
final class FrameCursor {
    /*
     * A bound by value in RANGE is looked for from the row outwards, and the search ends where a row has the value or is
     * beyond it as values collate. So NULL and MISSING have bounds among themselves, a row whose value is neither a number
     * nor one of these has an empty frame, and where NULLS LAST puts what collates low behind the numbers, those rows are
     * never beyond a bound that follows. This is what the service does.
     */
    private final RowFrame frame;
    private final RowPartition partition;
    private final RowPartition.Peers peers;
    private int from;
    private int until;
    private int excludedFrom;
    private int excludedUntil;
    private int kept;

    FrameCursor(RowFrame frame, RowPartition partition) {
        this.frame = frame;
        this.partition = partition;
        this.peers = partition.peers(frame.order());
    }

    /** The first row of the frame. */
    int from() {
        return from;
    }

    /** The row behind its last; not behind {@link #from} where it is empty. */
    int until() {
        return until;
    }

    /** Returns whether a row of the frame is excluded. */
    boolean isExcluded(int row) {
        return row >= excludedFrom && row < excludedUntil && row != kept;
    }

    int lastPeer(int row) {
        return peers.last()[row];
    }

    int firstPeer(int row) {
        return peers.first()[row];
    }

    void moveTo(int row) {
        int size = partition.size();
        from = 0;
        until = 0;
        if (!hasNoFrame(row)) {
            from = Math.clamp(start(row), 0, size);
            until = Math.clamp(end(row) + 1L, 0, size);
        }
        exclude(row);
    }

    private void exclude(int row) {
        kept = -1;
        excludedFrom = row;
        excludedUntil = row;
        switch (frame.exclusion()) {
            case NO_OTHERS -> {}
            case CURRENT_ROW -> excludedUntil = row + 1;
            case GROUP, TIES -> {
                excludedFrom = firstPeer(row);
                excludedUntil = lastPeer(row) + 1;
                kept = frame.exclusion() == Exclusion.TIES ? row : -1;
            }
        }
    }

    /** Returns whether the row has no value from which bounds by value could be counted. */
    private boolean hasNoFrame(int row) {
        if (frame.unit() != Unit.RANGE
                || (frame.start().offset() == null && frame.end().offset() == null)) {
            return false;
        }
        N1qlValue value = partition.at(row, frame.order()[0]);
        return !(value instanceof N1qlNumber) && !value.isUnknown();
    }

    private int start(int row) {
        RowFrame.Edge edge = frame.start();
        return switch (edge.kind()) {
            case UNBOUNDED_PRECEDING -> 0;
            case UNBOUNDED_FOLLOWING -> partition.size();
            case CURRENT_ROW -> frame.unit() == Unit.ROWS ? row : firstPeer(row);
            case PRECEDING, FOLLOWING ->
                switch (frame.unit()) {
                    case ROWS -> row + step(edge) * edge.count();
                    case GROUPS -> groupStart(row, edge);
                    case RANGE -> rangeStart(row, step(edge), wanted(row, edge));
                };
        };
    }

    /** The last row itself. */
    private int end(int row) {
        RowFrame.Edge edge = frame.end();
        return switch (edge.kind()) {
            case UNBOUNDED_PRECEDING -> -1;
            case UNBOUNDED_FOLLOWING -> partition.size() - 1;
            case CURRENT_ROW -> frame.unit() == Unit.ROWS ? row : lastPeer(row);
            case PRECEDING, FOLLOWING ->
                switch (frame.unit()) {
                    case ROWS -> row + step(edge) * edge.count();
                    case GROUPS -> groupEnd(row, edge);
                    case RANGE -> rangeEnd(row, step(edge), wanted(row, edge));
                };
        };
    }

    private static int step(RowFrame.Edge edge) {
        return edge.kind() == BoundKind.PRECEDING ? -1 : 1;
    }

    private int groupStart(int row, RowFrame.Edge edge) {
        int found = inGroup(row, edge);
        return found < 0 || found >= partition.size() ? found : firstPeer(found);
    }

    private int groupEnd(int row, RowFrame.Edge edge) {
        int found = inGroup(row, edge);
        return found < 0 || found >= partition.size() ? found : lastPeer(found);
    }

    /** Returns a row of the group at the edge's distance, or one beyond all rows. */
    private int inGroup(int row, RowFrame.Edge edge) {
        int found = row;
        for (int group = 0; group < edge.count() && found >= 0 && found < partition.size(); group++) {
            partition.visit();
            found = edge.kind() == BoundKind.PRECEDING ? firstPeer(found) - 1 : lastPeer(found) + 1;
        }
        return found;
    }

    /** The value at which a bound is. */
    private N1qlValue wanted(int row, RowFrame.Edge edge) {
        N1qlValue value = partition.at(row, frame.order()[0]);
        if (!(value instanceof N1qlNumber) || edge.offset() == null) {
            return value;
        }
        boolean down = (edge.kind() == BoundKind.PRECEDING) != frame.descending();
        return (down ? N1qlArithmetic.SUBTRACT : N1qlArithmetic.ADD).of(value, edge.offset());
    }

    private int rangeStart(int row, int step, N1qlValue wanted) {
        int at = row;
        while (at >= 0 && at < partition.size()) {
            partition.visit();
            int order = N1qlOrdering.compare(partition.at(at, frame.order()[0]), wanted);
            if (order == 0) {
                return firstPeer(at);
            }
            if (isBeyond(order, step)) {
                return step < 0 ? at + 1 : at;
            }
            at = step < 0 ? firstPeer(at) - 1 : lastPeer(at) + 1;
        }
        return at;
    }

    private int rangeEnd(int row, int step, N1qlValue wanted) {
        int at = row;
        while (at >= 0 && at < partition.size()) {
            partition.visit();
            int order = N1qlOrdering.compare(partition.at(at, frame.order()[0]), wanted);
            if (order == 0) {
                return lastPeer(at);
            }
            if (isBeyond(order, step)) {
                return step > 0 ? at - 1 : at;
            }
            at = step < 0 ? firstPeer(at) - 1 : lastPeer(at) + 1;
        }
        return at;
    }

    private boolean isBeyond(int order, int step) {
        return (frame.descending() ? -order : order) * step > 0;
    }
}
