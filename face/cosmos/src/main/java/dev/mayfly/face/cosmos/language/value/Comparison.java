package dev.mayfly.face.cosmos.language.value;

/**
 * The comparison operators, undefined of what is undefined. Values of different types are not equal, which is what
 * makes {@code c.x != null} a test for all else; but neither of them is less than the other: that is undefined. So it
 * is of objects and arrays; two nulls, and two booleans, are ordered.
 */
public enum Comparison {
    EQUAL,
    NOT_EQUAL,
    LESS,
    LESS_OR_EQUAL,
    GREATER,
    GREATER_OR_EQUAL;

    /** True, false or undefined. */
    public Value of(Value a, Value b) {
        return switch (this) {
            case EQUAL -> equal(a, b);
            case NOT_EQUAL -> negate(equal(a, b));
            case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> ordered(a, b);
        };
    }

    /** True, false, or undefined when one of them is. */
    public static Value equal(Value a, Value b) {
        if (a.isUndefined() || b.isUndefined()) {
            return Values.UNDEFINED;
        }
        return Values.of(
                a instanceof NumberValue left && b instanceof NumberValue right
                        ? left.doubleValue() == right.doubleValue()
                        : a.equals(b));
    }

    /** NOT: undefined of everything but a boolean. */
    public static Value negate(Value value) {
        return value instanceof BooleanValue known ? Values.of(!known.booleanValue()) : Values.UNDEFINED;
    }

    private Value ordered(Value a, Value b) {
        Kind kind = a.kind();
        if (kind != b.kind() || kind == Kind.UNDEFINED || kind == Kind.ARRAY || kind == Kind.OBJECT) {
            return Values.UNDEFINED;
        }
        if (a instanceof NumberValue left && b instanceof NumberValue right) {
            return Values.of(holds(left.doubleValue(), right.doubleValue()));
        }
        return Values.of(holds(Ordering.compare(a, b), 0));
    }

    /** As IEEE 754 has it: nothing holds of NaN. */
    private boolean holds(double a, double b) {
        return switch (this) {
            case EQUAL -> a == b;
            case NOT_EQUAL -> a != b;
            case LESS -> a < b;
            case LESS_OR_EQUAL -> a <= b;
            case GREATER -> a > b;
            case GREATER_OR_EQUAL -> a >= b;
        };
    }
}
