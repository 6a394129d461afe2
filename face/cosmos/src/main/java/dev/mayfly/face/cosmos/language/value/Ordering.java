package dev.mayfly.face.cosmos.language.value;

import dev.mayfly.base.document.NumberOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * The orders of values: the one of ORDER BY, which is total, and the one of {@code <}, which knows one type at a time.
 */
public final class Ordering {
    private Ordering() {}

    /**
     * Orders any two values: by their types as {@link Kind} lists them, then by what they say; false before true,
     * arrays by their elements, objects by their properties in the order of names. 0 exactly for equal values.
     */
    public static int compare(Value a, Value b) {
        return switch (a) {
            case NumberValue na when b instanceof NumberValue nb -> compareNumbers(na, nb);
            case StringValue sa when b instanceof StringValue sb -> sa.compareText(sb);
            case BooleanValue ba when b instanceof BooleanValue bb -> Boolean.compare(ba.isTrue(), bb.isTrue());
            case ArrayValue aa when b instanceof ArrayValue ab -> compareArrays(aa, ab);
            case ObjectValue oa when b instanceof ObjectValue ob -> compareObjects(oa, ob);
            case UndefinedValue _,
                    NullValue _,
                    NumberValue _,
                    StringValue _,
                    BooleanValue _,
                    ArrayValue _,
                    ObjectValue _ -> a.kind().compareTo(b.kind());
        };
    }

    /** As doubles; NaN is below all numbers and equal to itself; negative zero is zero. */
    static int compareNumbers(NumberValue a, NumberValue b) {
        return NumberOrder.compareDoubles(a.doubleValue(), b.doubleValue());
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
        Map<String, Value> left = a.toMap();
        Map<String, Value> right = b.toMap();
        List<String> leftNames = sorted(left);
        List<String> rightNames = sorted(right);
        for (int i = 0; i < Math.min(leftNames.size(), rightNames.size()); i++) {
            String leftName = leftNames.get(i);
            String rightName = rightNames.get(i);
            int order = leftName.compareTo(rightName);
            if (order == 0) {
                order = compare(
                        left.getOrDefault(leftName, Values.UNDEFINED), right.getOrDefault(rightName, Values.UNDEFINED));
            }
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(leftNames.size(), rightNames.size());
    }

    private static List<String> sorted(Map<String, Value> properties) {
        List<String> names = new ArrayList<>(properties.keySet());
        Collections.sort(names);
        return names;
    }
}
