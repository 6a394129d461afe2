package dev.mayfly.face.cosmos.language;

import dev.mayfly.face.cosmos.language.function.Bounds;
import dev.mayfly.face.cosmos.language.value.SqlComparison;
import dev.mayfly.face.cosmos.language.value.SqlNumber;
import dev.mayfly.face.cosmos.language.value.SqlString;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;

/**
 * The operators on values; each is undefined where its operands are not of its type. Numbers are computed with as
 * doubles, bits as those of 32-bit integers, both as ECMAScript does it; what is no finite number is undefined.
 */
final class Arithmetic {
    private Arithmetic() {}

    static SqlValue of(BinaryOperator operator, SqlValue a, SqlValue b) {
        return switch (operator) {
            case EQUAL -> SqlComparison.EQUAL.of(a, b);
            case NOT_EQUAL -> SqlComparison.NOT_EQUAL.of(a, b);
            case LESS -> SqlComparison.LESS.of(a, b);
            case LESS_OR_EQUAL -> SqlComparison.LESS_OR_EQUAL.of(a, b);
            case GREATER -> SqlComparison.GREATER.of(a, b);
            case GREATER_OR_EQUAL -> SqlComparison.GREATER_OR_EQUAL.of(a, b);
            case CONCAT ->
                a instanceof SqlString left && b instanceof SqlString right
                        ? concat(left.stringValue(), right.stringValue())
                        : SqlValues.UNDEFINED;
            case MULTIPLY,
                    DIVIDE,
                    MODULO,
                    ADD,
                    SUBTRACT,
                    SHIFT_LEFT,
                    SHIFT_RIGHT,
                    SHIFT_RIGHT_ZERO,
                    BITWISE_AND,
                    BITWISE_XOR,
                    BITWISE_OR ->
                a instanceof SqlNumber left && b instanceof SqlNumber right
                        ? number(compute(operator, left.doubleValue(), right.doubleValue()))
                        : SqlValues.UNDEFINED;
        };
    }

    private static SqlValue concat(String a, String b) {
        Bounds.requireCharacters((long) a.length() + b.length());
        return SqlValues.of(a + b);
    }

    private static double compute(BinaryOperator operator, double a, double b) {
        return switch (operator) {
            case MULTIPLY -> a * b;
            case DIVIDE -> a / b;
            case MODULO -> a % b;
            case ADD -> a + b;
            case SUBTRACT -> a - b;
            case SHIFT_LEFT -> int32(a) << int32(b);
            case SHIFT_RIGHT -> int32(a) >> int32(b);
            case SHIFT_RIGHT_ZERO -> Integer.toUnsignedLong(int32(a) >>> int32(b));
            case BITWISE_AND -> int32(a) & int32(b);
            case BITWISE_XOR -> int32(a) ^ int32(b);
            case BITWISE_OR -> int32(a) | int32(b);
            case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL, EQUAL, NOT_EQUAL, CONCAT ->
                throw new IllegalStateException("no operator on numbers");
        };
    }

    static SqlValue of(UnaryOperator operator, SqlValue operand) {
        if (operator == UnaryOperator.NOT) {
            return SqlComparison.negate(operand);
        }
        if (!(operand instanceof SqlNumber number)) {
            return SqlValues.UNDEFINED;
        }
        return switch (operator) {
            case MINUS -> number(-number.doubleValue());
            case BITWISE_NOT -> number(~int32(number.doubleValue()));
            case PLUS, NOT -> number;
        };
    }

    static SqlValue number(double value) {
        return Double.isFinite(value) ? SqlValues.of(value) : SqlValues.UNDEFINED;
    }

    /** The lowest 32 bits of the whole part. */
    private static int int32(double value) {
        if (Math.abs(value) < 0x1p63) {
            return (int) (long) value;
        }
        // All bits of so large a number stand above the 53 of its precision.
        return Double.isFinite(value) ? (int) (long) (value % 0x1p32) : 0;
    }
}
