package dev.mayfly.face.mongo.language.value;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/** Arithmetic on decimal128: 34 digits, half to even, infinities and NaN as IEEE 754 has them. */
public final class Decimals {
    /** A double becomes a decimal of fifteen digits: the value that 0.1 is meant to be. */
    private static final MathContext FIFTEEN = new MathContext(15, RoundingMode.HALF_EVEN);

    /** The scale of the smallest decimals. */
    private static final int SCALE_MAX = 6176;

    private Decimals() {}

    /** Any number as a decimal. */
    public static Decimal128 of(BsonValue number) {
        return switch (number.getBsonType()) {
            case INT32 -> new Decimal128(number.asInt32().getValue());
            case INT64 -> new Decimal128(number.asInt64().getValue());
            case DOUBLE -> of(number.asDouble().getValue());
            case DECIMAL128 -> number.asDecimal128().getValue();
            default -> throw new IllegalArgumentException("not a number: " + number.getBsonType());
        };
    }

    public static Decimal128 of(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return special(value);
        }
        if (value == 0) {
            return 1 / value < 0 ? Decimal128.NEGATIVE_ZERO : Decimal128.POSITIVE_ZERO;
        }
        BigDecimal rounded = new BigDecimal(value).round(FIFTEEN);
        return of(rounded.setScale(rounded.scale() + 15 - rounded.precision(), RoundingMode.UNNECESSARY));
    }

    /** Rounds to 34 digits; a value too large becomes infinite, one too small loses digits. */
    public static Decimal128 of(BigDecimal value) {
        BigDecimal rounded = value.round(MathContext.DECIMAL128);
        try {
            return new Decimal128(rounded);
        } catch (NumberFormatException outOfRange) {
            if (rounded.precision() - rounded.scale() > 0) {
                return rounded.signum() < 0 ? Decimal128.NEGATIVE_INFINITY : Decimal128.POSITIVE_INFINITY;
            }
            return new Decimal128(rounded.setScale(SCALE_MAX, RoundingMode.HALF_EVEN));
        }
    }

    public static boolean isFinite(Decimal128 value) {
        return !value.isNaN() && !value.isInfinite();
    }

    /** The exact value of a finite decimal; a negative zero loses its sign. */
    public static BigDecimal exact(Decimal128 value) {
        return value.isNegative() && value.doubleValue() == 0 && value.equals(Decimal128.NEGATIVE_ZERO)
                ? BigDecimal.ZERO
                : bigDecimal(value);
    }

    private static BigDecimal bigDecimal(Decimal128 value) {
        try {
            return value.bigDecimalValue();
        } catch (ArithmeticException negativeZero) {
            return BigDecimal.ZERO;
        }
    }

    public static Decimal128 add(Decimal128 left, Decimal128 right) {
        return isFinite(left) && isFinite(right)
                ? of(exact(left).add(exact(right)))
                : special(approximate(left) + approximate(right));
    }

    public static Decimal128 subtract(Decimal128 left, Decimal128 right) {
        return isFinite(left) && isFinite(right)
                ? of(exact(left).subtract(exact(right)))
                : special(approximate(left) - approximate(right));
    }

    public static Decimal128 multiply(Decimal128 left, Decimal128 right) {
        return isFinite(left) && isFinite(right)
                ? of(exact(left).multiply(exact(right)))
                : special(approximate(left) * approximate(right));
    }

    /** The caller has ruled out a divisor of zero. */
    public static Decimal128 divide(Decimal128 left, Decimal128 right) {
        if (!isFinite(left) || !isFinite(right)) {
            return special(approximate(left) / approximate(right));
        }
        return of(exact(left).divide(exact(right), MathContext.DECIMAL128));
    }

    /** Returns the remainder with the sign of the dividend, as in C; the caller has ruled out a divisor of zero. */
    public static Decimal128 remainder(Decimal128 left, Decimal128 right) {
        if (!isFinite(left)) {
            return Decimal128.NaN;
        }
        if (!isFinite(right)) {
            return right.isNaN() ? Decimal128.NaN : left;
        }
        Decimal128 remainder = of(exact(left).remainder(exact(right)));
        return left.isNegative() && exact(remainder).signum() == 0
                ? Decimal128.fromIEEE754BIDEncoding(remainder.getHigh() | Long.MIN_VALUE, remainder.getLow())
                : remainder;
    }

    /** Keeps what is finite at a sign, so that infinities combine as doubles do. */
    private static double approximate(Decimal128 value) {
        if (value.isNaN()) {
            return Double.NaN;
        }
        if (value.isInfinite()) {
            return value.isNegative() ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        return exact(value).signum();
    }

    private static Decimal128 special(double value) {
        if (Double.isNaN(value)) {
            return Decimal128.NaN;
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? Decimal128.POSITIVE_INFINITY : Decimal128.NEGATIVE_INFINITY;
        }
        return Decimal128.POSITIVE_ZERO;
    }

    /** The nearest double, infinities and NaN included. */
    public static double toDouble(Decimal128 value) {
        return isFinite(value) ? exact(value).doubleValue() : approximate(value);
    }
}
