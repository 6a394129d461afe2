package dev.mayfly.face.couchbase.language.value;

import dev.mayfly.base.document.NumberOrder;
import java.util.Arrays;
import java.util.Iterator;
import java.util.SequencedMap;

/** The collation of values: total, and what ORDER BY, DISTINCT, GROUP BY, MIN, MAX and indexes follow. */
public final class Ordering {
    private Ordering() {}

    /**
     * Orders any two values: by their kinds as {@link Kind} lists them, then by what they say; false before true, arrays
     * by their elements, objects by how many fields they have and then by these in the order of names. 0 exactly for
     * equal values.
     */
    public static int compare(Value a, Value b) {
        return switch (a) {
            case NumberValue na when b instanceof NumberValue nb -> compareNumbers(na, nb);
            case StringValue sa when b instanceof StringValue sb -> sa.compareText(sb);
            case BooleanValue ba when b instanceof BooleanValue bb -> ba.compareTo(bb);
            case ArrayValue aa when b instanceof ArrayValue ab -> compareArrays(aa, ab);
            case ObjectValue oa when b instanceof ObjectValue ob -> compareObjects(oa, ob);
            case BinaryValue ba when b instanceof BinaryValue bb -> Arrays.compareUnsigned(ba.bytes(), bb.bytes());
            case MissingValue _,
                    NullValue _,
                    NumberValue _,
                    StringValue _,
                    BooleanValue _,
                    ArrayValue _,
                    ObjectValue _,
                    BinaryValue _ -> a.kind().compareTo(b.kind());
        };
    }

    /** By their exact values; NaN is below all numbers and equal to itself; negative zero is zero. */
    static int compareNumbers(NumberValue a, NumberValue b) {
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

    private static int compareArrays(ArrayValue a, ArrayValue b) {
        Iterator<Value> left = a.iterator();
        Iterator<Value> right = b.iterator();
        while (left.hasNext() && right.hasNext()) {
            int order = compare(left.next(), right.next());
            if (order != 0) {
                return order;
            }
        }
        return Boolean.compare(left.hasNext(), right.hasNext());
    }

    private static int compareObjects(ObjectValue a, ObjectValue b) {
        SequencedMap<String, Value> left = a.toMap();
        SequencedMap<String, Value> right = b.toMap();
        if (left.size() != right.size()) {
            return Integer.compare(left.size(), right.size());
        }
        for (String name : Values.namesOf(left, right)) {
            Value ours = left.getOrDefault(name, Values.MISSING);
            Value theirs = right.getOrDefault(name, Values.MISSING);
            // The one that has the lesser name is the lesser object.
            int order = ours.isMissing() ? 1 : theirs.isMissing() ? -1 : compare(ours, theirs);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }
}
