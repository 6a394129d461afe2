package dev.mayfly.face.cosmos.language.value;

/**
 * The comparison operators, which return undefined for undefined. Values of different types are not equal, so {@code
 * c.x != null} is true for all other defined values; but their order is undefined. The same holds for objects and
 * arrays; nulls, and booleans, are ordered among themselves.
 */
public enum SqlComparison {
    EQUAL,
    NOT_EQUAL,
    LESS,
    LESS_OR_EQUAL,
    GREATER,
    GREATER_OR_EQUAL;

    /** True, false or undefined. */
    public SqlValue of(SqlValue a, SqlValue b) {
        return switch (this) {
            case EQUAL -> equal(a, b);
            case NOT_EQUAL -> negate(equal(a, b));
            case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> ordered(a, b);
        };
    }

    /** True, false, or undefined when one of them is. */
    public static SqlValue equal(SqlValue a, SqlValue b) {
        if (a.isUndefined() || b.isUndefined()) {
            return SqlValues.UNDEFINED;
        }
        return SqlValues.of(
                a instanceof SqlNumber left && b instanceof SqlNumber right
                        ? left.doubleValue() == right.doubleValue()
                        : a.equals(b));
    }

    /** NOT: undefined of everything but a boolean. */
    public static SqlValue negate(SqlValue value) {
        return value instanceof SqlBoolean known ? SqlValues.of(!known.booleanValue()) : SqlValues.UNDEFINED;
    }

    private SqlValue ordered(SqlValue a, SqlValue b) {
        SqlKind kind = a.kind();
        if (kind != b.kind() || kind == SqlKind.UNDEFINED || kind == SqlKind.ARRAY || kind == SqlKind.OBJECT) {
            return SqlValues.UNDEFINED;
        }
        if (a instanceof SqlNumber left && b instanceof SqlNumber right) {
            return SqlValues.of(holds(left.doubleValue(), right.doubleValue()));
        }
        return SqlValues.of(holds(SqlOrdering.compare(a, b), 0));
    }

    /** Compares as IEEE 754 does: no comparison holds for NaN. */
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
