package dev.mayfly.face.couchbase.query.expression;

import dev.mayfly.face.couchbase.language.function.StringFunctions;
import dev.mayfly.face.couchbase.language.tree.Operator;
import dev.mayfly.face.couchbase.language.value.N1qlArithmetic;
import dev.mayfly.face.couchbase.language.value.N1qlComparison;
import dev.mayfly.face.couchbase.language.value.N1qlNumber;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.util.Objects;

/** Operators over the values of compiled operands; constants are computed at once. */
final class OperatorScalars {
    private OperatorScalars() {}

    /** A function of one value. */
    @FunctionalInterface
    interface Unary {
        N1qlValue of(N1qlValue operand);
    }

    /** A function of two values. */
    @FunctionalInterface
    interface Binary {
        N1qlValue of(N1qlValue left, N1qlValue right);
    }

    static Scalar unary(Scalar operand, Unary operator) {
        return operand instanceof ConstantScalar(N1qlValue value)
                ? new ConstantScalar(operator.of(value))
                : frame -> operator.of(operand.of(frame));
    }

    static Scalar binary(Scalar left, Scalar right, Binary operator) {
        return left instanceof ConstantScalar(N1qlValue a) && right instanceof ConstantScalar(N1qlValue b)
                ? new ConstantScalar(operator.of(a, b))
                : frame -> operator.of(left.of(frame), right.of(frame));
    }

    static Scalar operation(Operator operator, Scalar left, Scalar right) {
        if (operator == Operator.DIVIDE && !isDivisible(left, right)) {
            return new Division(left, right, false, (_, a, b) -> N1qlArithmetic.DIVIDE.of(a, b));
        }
        return binary(
                left,
                right,
                switch (operator) {
                    case ADD -> N1qlArithmetic.ADD::of;
                    case SUBTRACT -> N1qlArithmetic.SUBTRACT::of;
                    case MULTIPLY -> N1qlArithmetic.MULTIPLY::of;
                    case DIVIDE -> N1qlArithmetic.DIVIDE::of;
                    case REMAINDER -> N1qlArithmetic.REMAINDER::of;
                    case POWER -> OperatorScalars::power;
                    case CONCATENATE -> OperatorScalars::concatenate;
                    case EQUAL, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL ->
                        Objects.requireNonNull(operator.comparison())::of;
                    case IN -> Logic::in;
                    case WITHIN -> Logic::within;
                });
    }

    /** Returns whether both are constants, and one can be divided by the other. */
    private static boolean isDivisible(Scalar left, Scalar right) {
        return left instanceof ConstantScalar
                && right instanceof ConstantScalar(N1qlNumber divisor)
                && divisor.doubleValue() != 0;
    }

    private static N1qlValue power(N1qlValue base, N1qlValue exponent) {
        return base instanceof N1qlNumber a && exponent instanceof N1qlNumber b
                ? N1qlValues.of(Math.pow(a.doubleValue(), b.doubleValue()))
                : N1qlComparison.unknown(base, exponent);
    }

    private static N1qlValue concatenate(N1qlValue left, N1qlValue right) {
        return left instanceof N1qlString a && right instanceof N1qlString b
                ? StringFunctions.concatenated(a, b)
                : N1qlComparison.unknown(left, right);
    }
}
