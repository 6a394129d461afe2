package dev.mayfly.face.couchbase.query.expression;

import dev.mayfly.face.couchbase.language.value.N1qlNumber;
import dev.mayfly.face.couchbase.language.value.N1qlValue;

/**
 * A division, of whatever kind: NULL and a warning where it is one by zero.
 *
 * @param whole whether what stands behind the points counts for nothing
 */
record Division(Scalar dividend, Scalar divisor, boolean whole, Quotient quotient) implements Scalar {
    private static final int BY_ZERO = 5036;

    /** The division of two values, NULL where there is no result. */
    @FunctionalInterface
    interface Quotient {
        N1qlValue of(Frame frame, N1qlValue dividend, N1qlValue divisor);
    }

    @Override
    public N1qlValue of(Frame frame) {
        N1qlValue over = dividend.of(frame);
        N1qlValue by = divisor.of(frame);
        if (isByZero(over, by)) {
            frame.execution().warn(BY_ZERO, "Division by 0.");
        }
        return quotient.of(frame, over, by);
    }

    private boolean isByZero(N1qlValue over, N1qlValue by) {
        boolean isMeant = whole ? over instanceof N1qlNumber : !over.isMissing();
        if (!isMeant || !(by instanceof N1qlNumber number)) {
            return false;
        }
        double value = number.doubleValue();
        return value == 0 || whole && Math.abs(value) < 1;
    }

    /** Returns whether a function divides its first argument by its second. */
    static boolean isCall(String function) {
        return function.equalsIgnoreCase("DIV") || isWhole(function);
    }

    static boolean isWhole(String function) {
        return function.equalsIgnoreCase("IDIV");
    }
}
