package dev.mayfly.face.cosmos.language;

import dev.mayfly.face.cosmos.language.function.Bounds;
import dev.mayfly.face.cosmos.language.value.Comparison;
import dev.mayfly.face.cosmos.language.value.NumberValue;
import dev.mayfly.face.cosmos.language.value.StringValue;
import dev.mayfly.face.cosmos.language.value.Value;
import dev.mayfly.face.cosmos.language.value.Values;

/**
 * The operators on values; each is undefined where its operands are not of its type. Numbers are computed with as
 * doubles, bits as those of 32-bit integers, both as ECMAScript does it; what is no finite number is undefined.
 */
final class Arithmetic {
    private Arithmetic() {}

    static Value of(BinaryOperator operator, Value a, Value b) {
        return switch (operator) {
            case EQUAL -> Comparison.EQUAL.of(a, b);
            case NOT_EQUAL -> Comparison.NOT_EQUAL.of(a, b);
            case LESS -> Comparison.LESS.of(a, b);
            case LESS_OR_EQUAL -> Comparison.LESS_OR_EQUAL.of(a, b);
            case GREATER -> Comparison.GREATER.of(a, b);
            case GREATER_OR_EQUAL -> Comparison.GREATER_OR_EQUAL.of(a, b);
            case CONCAT ->
                a instanceof StringValue left && b instanceof StringValue right
                        ? concat(left.stringValue(), right.stringValue())
                        : Values.UNDEFINED;
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
                a instanceof NumberValue left && b instanceof NumberValue right
                        ? number(compute(operator, left.doubleValue(), right.doubleValue()))
                        : Values.UNDEFINED;
        };
    }

    private static Value concat(String a, String b) {
        Bounds.requireCharacters((long) a.length() + b.length());
        return Values.of(a + b);
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

    static Value of(UnaryOperator operator, Value operand) {
        if (operator == UnaryOperator.NOT) {
            return Comparison.negate(operand);
        }
        if (!(operand instanceof NumberValue number)) {
            return Values.UNDEFINED;
        }
        return switch (operator) {
            case MINUS -> number(-number.doubleValue());
            case BITWISE_NOT -> number(~int32(number.doubleValue()));
            case PLUS, NOT -> number;
        };
    }

    static Value number(double value) {
        return Double.isFinite(value) ? Values.of(value) : Values.UNDEFINED;
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
