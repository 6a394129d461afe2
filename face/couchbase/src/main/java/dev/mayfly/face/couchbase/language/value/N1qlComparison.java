package dev.mayfly.face.couchbase.language.value;

import dev.mayfly.base.query.RequestGuard;
import java.util.Iterator;
import java.util.SequencedMap;

/**
 * The comparison operators: MISSING of what is MISSING, else NULL of what is NULL, and equality so of what stands within
 * arrays and objects. Values of different kinds are not equal, and less or greater as they collate.
 */
public enum N1qlComparison {
    EQUAL,
    NOT_EQUAL,
    LESS,
    LESS_OR_EQUAL,
    GREATER,
    GREATER_OR_EQUAL;

    /** True, false, NULL or MISSING. */
    public N1qlValue of(N1qlValue a, N1qlValue b) {
        if (a.isUnknown() || b.isUnknown()) {
            return unknown(a, b);
        }
        return switch (this) {
            case EQUAL -> equal(a, b);
            case NOT_EQUAL -> negate(equal(a, b));
            case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> N1qlValues.of(holds(N1qlOrdering.compare(a, b)));
        };
    }

    /** Returns whether the operator is true of two values with this order. */
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
    public N1qlComparison turned() {
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
    public static N1qlValue unknown(N1qlValue a, N1qlValue b) {
        return a.isMissing() || b.isMissing() ? N1qlValues.MISSING : N1qlValues.NULL;
    }

    /** True, false, NULL or MISSING. */
    public static N1qlValue equal(N1qlValue a, N1qlValue b) {
        RequestGuard.current().step();
        if (a.isUnknown() || b.isUnknown()) {
            return unknown(a, b);
        }
        if (a instanceof N1qlArray left && b instanceof N1qlArray right) {
            return equalArrays(left, right);
        }
        if (a instanceof N1qlObject left && b instanceof N1qlObject right) {
            return equalObjects(left, right);
        }
        return N1qlValues.of(a.equals(b));
    }

    @SuppressWarnings("ReferenceEquality") // There is one value that is false.
    private static N1qlValue equalArrays(N1qlArray a, N1qlArray b) {
        if (a.size() != b.size()) {
            return N1qlValues.FALSE;
        }
        N1qlValue result = N1qlValues.TRUE;
        Iterator<N1qlValue> right = b.iterator();
        for (N1qlValue left : a) {
            N1qlValue same = equal(left, right.next());
            if (same == N1qlValues.FALSE) {
                return same;
            }
            result = lesser(result, same);
        }
        return result;
    }

    @SuppressWarnings("ReferenceEquality") // There is one value that is false.
    private static N1qlValue equalObjects(N1qlObject a, N1qlObject b) {
        SequencedMap<String, N1qlValue> left = a.toMap();
        SequencedMap<String, N1qlValue> right = b.toMap();
        if (!left.keySet().equals(right.keySet())) {
            return N1qlValues.FALSE;
        }
        N1qlValue result = N1qlValues.TRUE;
        for (String name : left.keySet()) {
            N1qlValue same =
                    equal(left.getOrDefault(name, N1qlValues.MISSING), right.getOrDefault(name, N1qlValues.MISSING));
            if (same == N1qlValues.FALSE) {
                return same;
            }
            result = lesser(result, same);
        }
        return result;
    }

    /** MISSING over NULL over true. */
    private static N1qlValue lesser(N1qlValue a, N1qlValue b) {
        return a.kind().compareTo(b.kind()) <= 0 ? a : b;
    }

    /** NOT: of what is unknown it is that itself, of all else the opposite of its truth. */
    public static N1qlValue negate(N1qlValue value) {
        return value.isUnknown() ? value : N1qlValues.of(!value.truth());
    }
}
