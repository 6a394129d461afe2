package dev.mayfly.face.couchbase.language.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The window of a window function: how rows are parted, in which order they stand in a part, and which rows around one
 * count for it. Windows with names have been written out.
 *
 * @param frame null where none is given
 */
public record WindowTerm(
        List<N1qlExpression> partitionBy,
        List<N1qlQuery.Sort> orderBy,
        @Nullable Frame frame) {
    public WindowTerm {
        partitionBy = List.copyOf(partitionBy);
        orderBy = List.copyOf(orderBy);
    }

    /**
     * The rows of a partition that count for one of them.
     *
     * @param end null where only the start is given, and the frame ends with the row itself
     */
    public record Frame(Unit unit, Bound start, @Nullable Bound end, Exclusion exclusion) {}

    /** The units of frame bounds. */
    public enum Unit {
        ROWS,
        RANGE,
        GROUPS
    }

    /**
     * One end of a frame.
     *
     * @param offset how far from the row it is; null but for the two kinds that say so
     */
    public record Bound(BoundKind kind, @Nullable N1qlExpression offset) {}

    /** The kinds of frame bound. */
    public enum BoundKind {
        UNBOUNDED_PRECEDING,
        PRECEDING,
        CURRENT_ROW,
        FOLLOWING,
        UNBOUNDED_FOLLOWING
    }

    /** The rows of a frame that are excluded from it. */
    public enum Exclusion {
        NO_OTHERS,
        CURRENT_ROW,
        GROUP,
        TIES
    }
}
