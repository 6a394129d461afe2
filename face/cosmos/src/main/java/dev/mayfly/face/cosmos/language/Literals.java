package dev.mayfly.face.cosmos.language;

import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import java.math.BigInteger;

/** The values of literals. */
final class Literals {
    /** Beyond it, a double does not tell whole numbers apart. */
    private static final long EXACT_MAX = 1L << 53;

    private static final int LONG_DIGITS_MAX = 19;
    private static final BigInteger NO_LONG = BigInteger.ONE.shiftLeft(Long.SIZE);

    private Literals() {}

    /** A whole number that an int64 holds is kept exactly, as long as nothing is computed with it. */
    static SqlValue number(String text) {
        if (text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            BigInteger whole = text.length() <= LONG_DIGITS_MAX ? new BigInteger(text) : NO_LONG;
            if (whole.bitLength() < Long.SIZE) {
                return SqlValues.of(whole.longValue());
            }
        }
        double value = Double.parseDouble(text);
        return value == Math.rint(value) && Math.abs(value) <= EXACT_MAX
                ? SqlValues.of((long) value)
                : SqlValues.of(value);
    }

    static SqlValue hexNumber(String text) {
        BigInteger value = new BigInteger(text.substring(2), 16);
        return value.bitLength() < 53 ? SqlValues.of(value.longValueExact()) : SqlValues.of(value.doubleValue());
    }
}
