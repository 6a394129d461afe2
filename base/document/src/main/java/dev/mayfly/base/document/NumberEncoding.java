package dev.mayfly.base.document;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.bson.types.Decimal128;

/** Numbers of every type as bytes in the order of their exact values. Hot for int32, int64 and double. */
final class NumberEncoding {
    /*
     * A tag says NaN, negative, zero or positive. For the two in the middle that is all. Otherwise the magnitude
     * follows, complemented when negative:
     *
     * 8 bytes: the bits of the greatest double that is not above the magnitude, shifted left by one (its sign bit is
     * free); the lowest bit says that the magnitude is not this double itself, and a tail follows. So every int32,
     * every double and most int64 take 9 bytes in all, whatever type they have.
     *
     * The tail tells apart what lies between that double and the next. Only int64 and decimals do, so at most 34 digits
     * are needed. Between 2^53 and 2^63, where neighbours are at most 1024 apart: the whole part of the difference in
     * two bytes, shifted left by one, the lowest bit saying that digits follow for the fraction. Elsewhere: two bytes
     * for the exponent of the first digit, then the digits of the magnitude.
     *
     * Digits are pairs; a pair p is the byte 2p + 1 when more follow and 2p when it is the last. Zeros at the end are
     * cut, so equal values have equal digits.
     */
    static final int TAG_NAN = 0x10;
    static final int TAG_NEGATIVE = 0x11;
    static final int TAG_ZERO = 0x12;
    static final int TAG_POSITIVE = 0x13;

    private static final long TWO_TO_53 = 1L << 53;
    static final int EXPONENT_BIAS = 1 << 14;

    private NumberEncoding() {}

    static void append(KeyBuffer out, View number) {
        switch (number.type()) {
            case DOUBLE -> appendDouble(out, number.doubleValue());
            case DECIMAL128 -> appendDecimal(out, number.decimalValue());
            default -> appendLong(out, number.longValue());
        }
    }

    static void appendDouble(KeyBuffer out, double value) {
        if (value == 0) {
            out.putByte(TAG_ZERO);
        } else if (Double.isNaN(value)) {
            out.putByte(TAG_NAN);
        } else {
            int from = begin(out, value < 0);
            putHead(out, Math.abs(value), false);
            end(out, from, value < 0);
        }
    }

    static void appendLong(KeyBuffer out, long value) {
        // The least int64 has no positive twin: its magnitude stays negative and goes the first way, being a double.
        long magnitude = Math.abs(value);
        if (magnitude <= TWO_TO_53) {
            appendDouble(out, (double) value);
            return;
        }
        int from = begin(out, value < 0);
        long step = 1L << (Long.SIZE - 53 - Long.numberOfLeadingZeros(magnitude));
        long rest = magnitude & (step - 1);
        putHead(out, (double) (magnitude - rest), rest != 0);
        if (rest != 0) {
            putRest(out, (int) rest, false);
        }
        end(out, from, value < 0);
    }

    private static void appendDecimal(KeyBuffer out, Decimal128 value) {
        if (value.isNaN() || value.isInfinite()) {
            appendDouble(out, Numbers.toDouble(value));
            return;
        }
        BigDecimal exact = Numbers.exact(value);
        if (exact.signum() == 0) {
            out.putByte(TAG_ZERO);
            return;
        }
        int from = begin(out, exact.signum() < 0);
        putMagnitude(out, exact.abs());
        end(out, from, exact.signum() < 0);
    }

    private static void putMagnitude(KeyBuffer out, BigDecimal magnitude) {
        double head = magnitude.doubleValue();
        int order = Double.isInfinite(head) ? 1 : new BigDecimal(head).compareTo(magnitude);
        if (order == 0) {
            putHead(out, head, false);
            return;
        }
        double below = order > 0 ? Math.nextDown(head) : head;
        putHead(out, below, true);
        if (below >= 0x1p53 && below < 0x1p63) {
            putDifference(out, magnitude.subtract(new BigDecimal(below)));
        } else {
            long exponent = (long) magnitude.precision() - magnitude.scale() + EXPONENT_BIAS;
            out.putByte((int) (exponent >> 8));
            out.putByte((int) exponent);
            putDigits(out, magnitude.unscaledValue().toString());
        }
    }

    private static void putDifference(KeyBuffer out, BigDecimal difference) {
        BigInteger whole = difference.toBigInteger();
        BigDecimal fraction = difference.subtract(new BigDecimal(whole));
        putRest(out, whole.intValue(), fraction.signum() != 0);
        if (fraction.signum() != 0) {
            putDigits(out, fraction.toPlainString().substring("0.".length()));
        }
    }

    private static void putHead(KeyBuffer out, double magnitude, boolean tail) {
        out.putLong(Double.doubleToRawLongBits(magnitude) << 1 | (tail ? 1 : 0));
    }

    private static void putRest(KeyBuffer out, int rest, boolean fraction) {
        int bits = rest << 1 | (fraction ? 1 : 0);
        out.putByte(bits >> 8);
        out.putByte(bits);
    }

    private static void putDigits(KeyBuffer out, String digits) {
        int until = digits.length();
        while (digits.charAt(until - 1) == '0') {
            until--;
        }
        for (int at = 0; at < until; at += 2) {
            int pair = (digits.charAt(at) - '0') * 10 + (at + 1 < until ? digits.charAt(at + 1) - '0' : 0);
            out.putByte(pair << 1 | (at + 2 < until ? 1 : 0));
        }
    }

    private static int begin(KeyBuffer out, boolean negative) {
        out.putByte(negative ? TAG_NEGATIVE : TAG_POSITIVE);
        return out.size();
    }

    private static void end(KeyBuffer out, int from, boolean negative) {
        if (negative) {
            out.complement(from);
        }
    }
}
