package dev.mayfly.face.couchbase.query.expression;

import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.value.N1qlArray;
import dev.mayfly.face.couchbase.language.value.N1qlComparison;
import dev.mayfly.face.couchbase.language.value.N1qlMissing;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;

/** The operators whose values are true, false, NULL or MISSING. */
final class Logic {
    private Logic() {}

    /** False if one is false, else MISSING over NULL over true. */
    static Scalar and(Scalar[] terms) {
        return frame -> {
            N1qlValue result = N1qlValues.TRUE;
            for (Scalar term : terms) {
                N1qlValue value = term.of(frame);
                if (value.isMissing()) {
                    result = N1qlValues.MISSING;
                } else if (value.isNull()) {
                    result = result.isMissing() ? result : N1qlValues.NULL;
                } else if (!value.truth()) {
                    return N1qlValues.FALSE;
                }
            }
            return result;
        };
    }

    /** True if one is true, else NULL over MISSING over false. */
    static Scalar or(Scalar[] terms) {
        return frame -> {
            N1qlValue result = N1qlValues.FALSE;
            for (Scalar term : terms) {
                N1qlValue value = term.of(frame);
                if (value.isNull()) {
                    result = N1qlValues.NULL;
                } else if (value.isMissing()) {
                    result = result.isNull() ? result : N1qlValues.MISSING;
                } else if (value.truth()) {
                    return N1qlValues.TRUE;
                }
            }
            return result;
        };
    }

    static N1qlValue between(N1qlValue value, N1qlValue low, N1qlValue high) {
        N1qlValue above = N1qlComparison.GREATER_OR_EQUAL.of(value, low);
        N1qlValue below = N1qlComparison.LESS_OR_EQUAL.of(value, high);
        if (above.isMissing() || below.isMissing()) {
            return N1qlValues.MISSING;
        }
        if (above.isNull() || below.isNull()) {
            return N1qlValues.NULL;
        }
        return N1qlValues.of(above.truth() && below.truth());
    }

    /** Membership; NULL in the list makes NULL of what would be false, and MISSING in it makes that MISSING. */
    static N1qlValue in(N1qlValue value, N1qlValue list) {
        if (value.isMissing() || list.isMissing()) {
            return N1qlValues.MISSING;
        }
        if (!(list instanceof N1qlArray array)) {
            return N1qlValues.NULL;
        }
        if (value.isNull()) {
            return array.iterator().hasNext() ? N1qlValues.NULL : N1qlValues.FALSE;
        }
        N1qlValue absent = N1qlValues.FALSE;
        for (N1qlValue element : array) {
            N1qlValue same = N1qlComparison.equal(value, element);
            if (same.truth()) {
                return N1qlValues.TRUE;
            }
            if (element.isNull() || element.isMissing() && !absent.isNull()) {
                absent = element;
            }
        }
        return absent;
    }

    /** Membership in all that is inside of a value, at any depth. */
    static N1qlValue within(N1qlValue value, N1qlValue tree) {
        if (value.isMissing() || tree.isMissing()) {
            return N1qlValues.MISSING;
        }
        if (value.isNull() || !Descendants.isTree(tree)) {
            return N1qlValues.NULL;
        }
        for (N1qlValue element : Descendants.of(tree)) {
            if (N1qlComparison.equal(value, element).truth()) {
                return N1qlValues.TRUE;
            }
        }
        return N1qlValues.FALSE;
    }

    static N1qlValue is(N1qlValue value, N1qlExpression.Test test) {
        return switch (test) {
            case NULL -> value.isMissing() ? value : N1qlValues.of(value.isNull());
            case NOT_NULL -> value.isMissing() ? value : N1qlValues.of(!value.isNull());
            case MISSING -> N1qlValues.of(value.isMissing());
            case NOT_MISSING -> N1qlValues.of(!value.isMissing());
            case VALUED -> N1qlValues.of(!value.isUnknown());
            case NOT_VALUED -> N1qlValues.of(value.isUnknown());
        };
    }

    static N1qlValue distinct(N1qlValue left, N1qlValue right) {
        if (left.isUnknown() || right.isUnknown()) {
            return N1qlValues.of(left.kind() != right.kind());
        }
        return N1qlValues.of(!left.equals(right));
    }

    static N1qlValue exists(N1qlValue value) {
        return switch (value) {
            case N1qlArray array -> N1qlValues.of(array.iterator().hasNext());
            case N1qlMissing missing -> missing;
            default -> value.isNull() ? N1qlValues.NULL : N1qlValues.FALSE;
        };
    }
}
