package dev.mayfly.face.couchbase.query.window;

import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.tree.WindowTerm.BoundKind;
import dev.mayfly.face.couchbase.language.tree.WindowTerm.Exclusion;
import dev.mayfly.face.couchbase.language.tree.WindowTerm.Unit;
import dev.mayfly.face.couchbase.language.value.NumberValue;
import dev.mayfly.face.couchbase.language.value.Value;
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
    public record Edge(BoundKind kind, @Nullable NumberValue offset) {
        /** @throws QueryException when the offset is no number that the unit allows */
        public static Edge of(BoundKind kind, Value offset, Unit unit) {
            if (offset instanceof NumberValue number
                    && number.doubleValue() >= 0
                    && (unit == Unit.RANGE || number.doubleValue() == Math.rint(number.doubleValue()))) {
                return new Edge(kind, number);
            }
            throw new QueryException(
                    FAILED,
                    "Error inital setup - cause: value_expr must be a constant or expression and must evaluate to a"
                            + " positive numeric value.");
        }

        /** How many rows or groups it is away; more than there can be stands for all. */
        int count() {
            return offset == null ? 0 : (int) Math.min(offset.doubleValue(), COUNT_MAX);
        }
    }

    boolean isWhole() {
        return start.kind == BoundKind.UNBOUNDED_PRECEDING
                && end.kind == BoundKind.UNBOUNDED_FOLLOWING
                && exclusion == Exclusion.NO_OTHERS;
    }

    /** Whether rows that are alike in the order always stand in a frame together. */
    boolean hasWholeGroups() {
        return unit != Unit.ROWS && order.length > 0;
    }

    /** A window function that cannot be computed. */
    static QueryException failed(String cause) {
        return new QueryException(FAILED, "Error evaluating Window function. - cause: " + cause);
    }
}
