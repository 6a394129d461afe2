package dev.mayfly.face.couchbase.query.expression;

import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.value.ArrayValue;
import dev.mayfly.face.couchbase.language.value.Comparison;
import dev.mayfly.face.couchbase.language.value.MissingValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;

/** The operators whose values are true, false, NULL or MISSING. */
final class Logic {
    private Logic() {}

    /** False if one is false, else MISSING over NULL over true. */
    static Scalar and(Scalar[] terms) {
        return frame -> {
            Value result = Values.TRUE;
            for (Scalar term : terms) {
                Value value = term.of(frame);
                if (value.isMissing()) {
                    result = Values.MISSING;
                } else if (value.isNull()) {
                    result = result.isMissing() ? result : Values.NULL;
                } else if (!value.truth()) {
                    return Values.FALSE;
                }
            }
            return result;
        };
    }

    /** True if one is true, else NULL over MISSING over false. */
    static Scalar or(Scalar[] terms) {
        return frame -> {
            Value result = Values.FALSE;
            for (Scalar term : terms) {
                Value value = term.of(frame);
                if (value.isNull()) {
                    result = Values.NULL;
                } else if (value.isMissing()) {
                    result = result.isNull() ? result : Values.MISSING;
                } else if (value.truth()) {
                    return Values.TRUE;
                }
            }
            return result;
        };
    }

    static Value between(Value value, Value low, Value high) {
        Value above = Comparison.GREATER_OR_EQUAL.of(value, low);
        Value below = Comparison.LESS_OR_EQUAL.of(value, high);
        if (above.isMissing() || below.isMissing()) {
            return Values.MISSING;
        }
        if (above.isNull() || below.isNull()) {
            return Values.NULL;
        }
        return Values.of(above.truth() && below.truth());
    }

    /** Membership; what is NULL in the list makes NULL of what would be false. */
    static Value in(Value value, Value list) {
        if (value.isMissing() || list.isMissing()) {
            return Values.MISSING;
        }
        if (!(list instanceof ArrayValue array)) {
            return Values.NULL;
        }
        if (value.isNull()) {
            return array.iterator().hasNext() ? Values.NULL : Values.FALSE;
        }
        boolean unknown = false;
        for (Value element : array) {
            Value same = Comparison.equal(value, element);
            if (same.truth()) {
                return Values.TRUE;
            }
            unknown |= element.isNull();
        }
        return unknown ? Values.NULL : Values.FALSE;
    }

    /** Membership in all that is inside of a value, at any depth. */
    static Value within(Value value, Value tree) {
        if (value.isMissing() || tree.isMissing()) {
            return Values.MISSING;
        }
        if (value.isNull() || !Descendants.isTree(tree)) {
            return Values.NULL;
        }
        for (Value element : Descendants.of(tree)) {
            if (Comparison.equal(value, element).truth()) {
                return Values.TRUE;
            }
        }
        return Values.FALSE;
    }

    static Value is(Value value, Expression.Test test) {
        return switch (test) {
            case NULL -> value.isMissing() ? value : Values.of(value.isNull());
            case NOT_NULL -> value.isMissing() ? value : Values.of(!value.isNull());
            case MISSING -> Values.of(value.isMissing());
            case NOT_MISSING -> Values.of(!value.isMissing());
            case VALUED -> Values.of(!value.isUnknown());
            case NOT_VALUED -> Values.of(value.isUnknown());
        };
    }

    static Value distinct(Value left, Value right) {
        if (left.isUnknown() || right.isUnknown()) {
            return Values.of(left.kind() != right.kind());
        }
        return Values.of(!left.equals(right));
    }

    static Value exists(Value value) {
        return switch (value) {
            case ArrayValue array -> Values.of(array.iterator().hasNext());
            case MissingValue missing -> missing;
            default -> value.isNull() ? Values.NULL : Values.FALSE;
        };
    }
}
