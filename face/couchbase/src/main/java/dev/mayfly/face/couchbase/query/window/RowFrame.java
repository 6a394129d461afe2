package dev.mayfly.face.couchbase.query.window;

import dev.mayfly.face.couchbase.language.tree.WindowTerm.BoundKind;
import dev.mayfly.face.couchbase.language.tree.WindowTerm.Exclusion;
import dev.mayfly.face.couchbase.language.tree.WindowTerm.Unit;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlNumber;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import org.jspecify.annotations.Nullable;

/**
 * A frame with its offsets known.
 *
 * @param order the columns by which the rows are ordered, from the left; none where they are not
 * @param descending whether the first of those descends
 */
public record RowFrame(Unit unit, Edge start, Edge end, Exclusion exclusion, int[] order, boolean descending) {
    private static final int FAILED = 5340;

    /** More rows than a part can have, twice which is no overflow. */
    private static final int COUNT_MAX = 1 << 30;

    /** All rows of a part. */
    public static RowFrame whole() {
        return new RowFrame(
                Unit.ROWS,
                new Edge(BoundKind.UNBOUNDED_PRECEDING, null),
                new Edge(BoundKind.UNBOUNDED_FOLLOWING, null),
                Exclusion.NO_OTHERS,
                new int[0],
                false);
    }

    /** One end, with how far it is where its kind asks for that. */
    public record Edge(BoundKind kind, @Nullable N1qlNumber offset) {
        /** @throws N1qlException when the offset is no number that the unit allows */
        public static Edge of(BoundKind kind, N1qlValue offset, Unit unit) {
            if (offset instanceof N1qlNumber number
                    && number.doubleValue() >= 0
                    && (unit == Unit.RANGE || number.doubleValue() == Math.rint(number.doubleValue()))) {
                return new Edge(kind, number);
            }
            throw new N1qlException(
                    FAILED,
                    "Error inital setup - cause: value_expr must be a constant or expression and must evaluate to a"
                            + " positive numeric value.");
        }

        /** Returns its distance in rows or groups; a larger one than possible stands for all. */
        int count() {
            return offset == null ? 0 : (int) Math.min(offset.doubleValue(), COUNT_MAX);
        }
    }

    boolean isWhole() {
        return start.kind == BoundKind.UNBOUNDED_PRECEDING
                && end.kind == BoundKind.UNBOUNDED_FOLLOWING
                && exclusion == Exclusion.NO_OTHERS;
    }

    /** Returns whether peers always stand in a frame together. */
    boolean hasWholeGroups() {
        return unit != Unit.ROWS && order.length > 0;
    }

    /** A window function that cannot be computed. */
    static N1qlException failed(String cause) {
        return new N1qlException(FAILED, "Error evaluating Window function. - cause: " + cause);
    }
}
