package dev.mayfly.face.cosmos.language.value;

import dev.mayfly.base.document.NumberOrder;
import dev.mayfly.base.query.RequestGuard;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * The orders of values: the one of ORDER BY, which is total, and the one of {@code <}, which knows one type at a time.
 */
public final class SqlOrdering {
    private SqlOrdering() {}

    /**
     * Orders any two values: by their types as {@link SqlKind} lists them, then by what they say; false before true,
     * arrays by their elements, objects by their properties in the order of names. 0 exactly for equal values.
     */
    public static int compare(SqlValue a, SqlValue b) {
        RequestGuard.current().step();
        return switch (a) {
            case SqlNumber na when b instanceof SqlNumber nb -> compareNumbers(na, nb);
            case SqlString sa when b instanceof SqlString sb -> sa.compareText(sb);
            case SqlBoolean ba when b instanceof SqlBoolean bb -> Boolean.compare(ba.isTrue(), bb.isTrue());
            case SqlArray aa when b instanceof SqlArray ab -> compareArrays(aa, ab);
            case SqlObject oa when b instanceof SqlObject ob -> compareObjects(oa, ob);
            case SqlUndefined _, SqlNull _, SqlNumber _, SqlString _, SqlBoolean _, SqlArray _, SqlObject _ ->
                a.kind().compareTo(b.kind());
        };
    }

    /** Compares as doubles; NaN is below all numbers and equal to itself; negative zero equals zero. */
    static int compareNumbers(SqlNumber a, SqlNumber b) {
        return NumberOrder.compareDoubles(a.doubleValue(), b.doubleValue());
    }

    private static int compareArrays(SqlArray a, SqlArray b) {
        Iterator<SqlValue> left = a.iterator();
        Iterator<SqlValue> right = b.iterator();
        while (left.hasNext() && right.hasNext()) {
            int order = compare(left.next(), right.next());
            if (order != 0) {
                return order;
            }
        }
        return Boolean.compare(left.hasNext(), right.hasNext());
    }

    private static int compareObjects(SqlObject a, SqlObject b) {
        RequestGuard guard = RequestGuard.current();
        long mark = guard.mark();
        int order = compareProperties(a, b);
        guard.settle(mark, 0);
        return order;
    }

    private static int compareProperties(SqlObject a, SqlObject b) {
        Map<String, SqlValue> left = a.toMap();
        Map<String, SqlValue> right = b.toMap();
        List<String> leftNames = sorted(left);
        List<String> rightNames = sorted(right);
        for (int i = 0; i < Math.min(leftNames.size(), rightNames.size()); i++) {
            String leftName = leftNames.get(i);
            String rightName = rightNames.get(i);
            int order = leftName.compareTo(rightName);
            if (order == 0) {
                order = compare(
                        left.getOrDefault(leftName, SqlValues.UNDEFINED),
                        right.getOrDefault(rightName, SqlValues.UNDEFINED));
            }
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(leftNames.size(), rightNames.size());
    }

    private static List<String> sorted(Map<String, SqlValue> properties) {
        List<String> names = new ArrayList<>(properties.keySet());
        Collections.sort(names);
        return names;
    }
}
