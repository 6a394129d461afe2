package dev.mayfly.face.couchbase.language.value;

import dev.mayfly.base.document.NumberOrder;
import dev.mayfly.base.query.RequestGuard;
import java.util.Arrays;
import java.util.Iterator;
import java.util.SequencedMap;

/** The collation of values: total, and what ORDER BY, DISTINCT, GROUP BY, MIN, MAX and indexes follow. */
public final class N1qlOrdering {
    private N1qlOrdering() {}

    /**
     * Orders any two values: by their kinds as {@link N1qlKind} lists them, then by what they say; false before true, arrays
     * by their elements, objects by how many fields they have and then by these in the order of names. 0 exactly for
     * equal values.
     */
    public static int compare(N1qlValue a, N1qlValue b) {
        RequestGuard.current().step();
        return switch (a) {
            case N1qlNumber na when b instanceof N1qlNumber nb -> compareNumbers(na, nb);
            case N1qlString sa when b instanceof N1qlString sb -> sa.compareText(sb);
            case N1qlBoolean ba when b instanceof N1qlBoolean bb -> ba.compareTo(bb);
            case N1qlArray aa when b instanceof N1qlArray ab -> compareArrays(aa, ab);
            case N1qlObject oa when b instanceof N1qlObject ob -> compareObjects(oa, ob);
            case N1qlBinary ba when b instanceof N1qlBinary bb -> Arrays.compareUnsigned(ba.bytes(), bb.bytes());
            case N1qlMissing _,
                    N1qlNull _,
                    N1qlNumber _,
                    N1qlString _,
                    N1qlBoolean _,
                    N1qlArray _,
                    N1qlObject _,
                    N1qlBinary _ -> a.kind().compareTo(b.kind());
        };
    }

    /** Compares exact values; NaN is below all numbers and equal to itself; negative zero is zero. */
    static int compareNumbers(N1qlNumber a, N1qlNumber b) {
        boolean longA = a.isLong();
        boolean longB = b.isLong();
        if (longA && longB) {
            return Long.compare(a.longValue(), b.longValue());
        }
        if (longA) {
            return NumberOrder.compareMixed(a.longValue(), b.doubleValue());
        }
        return longB
                ? -NumberOrder.compareMixed(b.longValue(), a.doubleValue())
                : NumberOrder.compareDoubles(a.doubleValue(), b.doubleValue());
    }

    private static int compareArrays(N1qlArray a, N1qlArray b) {
        Iterator<N1qlValue> left = a.iterator();
        Iterator<N1qlValue> right = b.iterator();
        while (left.hasNext() && right.hasNext()) {
            int order = compare(left.next(), right.next());
            if (order != 0) {
                return order;
            }
        }
        return Boolean.compare(left.hasNext(), right.hasNext());
    }

    private static int compareObjects(N1qlObject a, N1qlObject b) {
        RequestGuard guard = RequestGuard.current();
        long mark = guard.mark();
        int order = compareFields(a, b);
        guard.settle(mark, 0);
        return order;
    }

    private static int compareFields(N1qlObject a, N1qlObject b) {
        SequencedMap<String, N1qlValue> left = a.toMap();
        SequencedMap<String, N1qlValue> right = b.toMap();
        if (left.size() != right.size()) {
            return Integer.compare(left.size(), right.size());
        }
        for (String name : N1qlValues.namesOf(left, right)) {
            N1qlValue ours = left.getOrDefault(name, N1qlValues.MISSING);
            N1qlValue theirs = right.getOrDefault(name, N1qlValues.MISSING);
            // The one that has the lesser name is the lesser object.
            int order = ours.isMissing() ? 1 : theirs.isMissing() ? -1 : compare(ours, theirs);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }
}
