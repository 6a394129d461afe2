package dev.mayfly.face.couchbase.language.value;

import java.util.Iterator;
import java.util.SequencedMap;

/**
 * The comparison operators: MISSING of what is MISSING, else NULL of what is NULL, and equality so of what stands within
 * arrays and objects. Values of different kinds are not equal, and less or greater as they collate.
 */
public enum Comparison {
    EQUAL,
    NOT_EQUAL,
    LESS,
    LESS_OR_EQUAL,
    GREATER,
    GREATER_OR_EQUAL;

    /** True, false, NULL or MISSING. */
    public Value of(Value a, Value b) {
        if (a.isUnknown() || b.isUnknown()) {
            return unknown(a, b);
        }
        return switch (this) {
            case EQUAL -> equal(a, b);
            case NOT_EQUAL -> negate(equal(a, b));
            case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> Values.of(holds(Ordering.compare(a, b)));
        };
    }

    /** Whether the operator says yes of two values that collate so. */
    public boolean holds(int order) {
        return switch (this) {
            case EQUAL -> order == 0;
            case NOT_EQUAL -> order != 0;
            case LESS -> order < 0;
            case LESS_OR_EQUAL -> order <= 0;
            case GREATER -> order > 0;
            case GREATER_OR_EQUAL -> order >= 0;
        };
    }

    /** The operator that says of (b, a) what this says of (a, b). */
    public Comparison turned() {
        return switch (this) {
            case EQUAL -> EQUAL;
            case NOT_EQUAL -> NOT_EQUAL;
            case LESS -> GREATER;
            case LESS_OR_EQUAL -> GREATER_OR_EQUAL;
            case GREATER -> LESS;
            case GREATER_OR_EQUAL -> LESS_OR_EQUAL;
        };
    }

    /** MISSING when one of them is, else NULL. */
    public static Value unknown(Value a, Value b) {
        return a.isMissing() || b.isMissing() ? Values.MISSING : Values.NULL;
    }

    /** True, false, NULL or MISSING. */
    public static Value equal(Value a, Value b) {
        if (a.isUnknown() || b.isUnknown()) {
            return unknown(a, b);
        }
        if (a instanceof ArrayValue left && b instanceof ArrayValue right) {
            return equalArrays(left, right);
        }
        if (a instanceof ObjectValue left && b instanceof ObjectValue right) {
            return equalObjects(left, right);
        }
        return Values.of(a.equals(b));
    }

    @SuppressWarnings("ReferenceEquality") // There is one value that is false.
    private static Value equalArrays(ArrayValue a, ArrayValue b) {
        if (a.size() != b.size()) {
            return Values.FALSE;
        }
        Value result = Values.TRUE;
        Iterator<Value> right = b.iterator();
        for (Value left : a) {
            Value same = equal(left, right.next());
            if (same == Values.FALSE) {
                return same;
            }
            result = lesser(result, same);
        }
        return result;
    }

    @SuppressWarnings("ReferenceEquality") // There is one value that is false.
    private static Value equalObjects(ObjectValue a, ObjectValue b) {
        SequencedMap<String, Value> left = a.toMap();
        SequencedMap<String, Value> right = b.toMap();
        if (!left.keySet().equals(right.keySet())) {
            return Values.FALSE;
        }
        Value result = Values.TRUE;
        for (String name : left.keySet()) {
            Value same = equal(left.getOrDefault(name, Values.MISSING), right.getOrDefault(name, Values.MISSING));
            if (same == Values.FALSE) {
                return same;
            }
            result = lesser(result, same);
        }
        return result;
    }

    /** MISSING over NULL over true. */
    private static Value lesser(Value a, Value b) {
        return a.kind().compareTo(b.kind()) <= 0 ? a : b;
    }

    /** NOT: of what is unknown it is that itself, of all else the opposite of its truth. */
    public static Value negate(Value value) {
        return value.isUnknown() ? value : Values.of(!value.truth());
    }
}
