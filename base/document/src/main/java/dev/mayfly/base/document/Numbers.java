package dev.mayfly.base.document;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import org.bson.types.Decimal128;

/** Casts between the kinds of numbers: towards zero, saturating, never wrapping. */
final class Numbers {
    private static final BigInteger LONG_MAX = BigInteger.valueOf(Long.MAX_VALUE);
    private static final BigInteger LONG_MIN = BigInteger.valueOf(Long.MIN_VALUE);

    /** Digits left of the point beyond which a number is above every int64. */
    private static final int LONG_DIGITS = 20;

    private Numbers() {}

    static int saturatedInt(long value) {
        return Math.clamp(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    static long toLong(Decimal128 value) {
        if (value.isNaN()) {
            return 0;
        }
        if (value.isInfinite()) {
            return value.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        return toLong(exact(value));
    }

    static long toLong(BigDecimal value) {
        if (value.signum() == 0 || (long) value.precision() - value.scale() <= 0) {
            return 0;
        }
        if ((long) value.precision() - value.scale() > LONG_DIGITS) {
            return value.signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        return value.toBigInteger().min(LONG_MAX).max(LONG_MIN).longValue();
    }

    static double toDouble(Decimal128 value) {
        if (value.isNaN()) {
            return Double.NaN;
        }
        if (value.isInfinite()) {
            return value.isNegative() ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        double cast = exact(value).doubleValue();
        return cast == 0 && value.isNegative() ? -0.0 : cast;
    }

    /** The exact value of a finite decimal; negative zero is zero. */
    static BigDecimal exact(Decimal128 value) {
        // Decimal128 refuses to name negative zero, so its coefficient is asked first.
        if (isZero(value)) {
            return BigDecimal.ZERO;
        }
        BigDecimal exact = value.bigDecimalValue();
        // IEEE 754: a coefficient that is no 34 digits reads as zero.
        return exact.precision() > 34 ? BigDecimal.ZERO : exact;
    }

    private static boolean isZero(Decimal128 value) {
        // A coefficient in the large form (combination bits 11) is above what 34 digits hold, which reads as zero.
        boolean largeForm = (value.getHigh() & (3L << 61)) == (3L << 61);
        return largeForm || ((value.getHigh() & 0x1FFFFFFFFFFFFL) == 0 && value.getLow() == 0);
    }

    static Decimal128 toDecimal(double value) {
        if (Double.isNaN(value)) {
            return Decimal128.NaN;
        }
        if (Double.isInfinite(value)) {
            return value < 0 ? Decimal128.NEGATIVE_INFINITY : Decimal128.POSITIVE_INFINITY;
        }
        if (value == 0) {
            return 1 / value < 0 ? Decimal128.NEGATIVE_ZERO : Decimal128.POSITIVE_ZERO;
        }
        return new Decimal128(new BigDecimal(Double.toString(value)));
    }

    /** Rounded to what a decimal holds: 34 digits, and exponents between -6176 and 6111. */
    static Decimal128 toDecimal(BigDecimal value) {
        BigDecimal rounded = value.round(MathContext.DECIMAL128);
        long adjusted = (long) rounded.precision() - rounded.scale() - 1;
        if (rounded.signum() != 0 && adjusted > 6144) {
            return rounded.signum() < 0 ? Decimal128.NEGATIVE_INFINITY : Decimal128.POSITIVE_INFINITY;
        }
        if (rounded.signum() == 0 || adjusted < -6177) {
            return Decimal128.POSITIVE_ZERO;
        }
        if (rounded.scale() > 6176) {
            rounded = rounded.setScale(6176, RoundingMode.HALF_EVEN);
        }
        return rounded.signum() == 0 ? Decimal128.POSITIVE_ZERO : new Decimal128(rounded);
    }
}
