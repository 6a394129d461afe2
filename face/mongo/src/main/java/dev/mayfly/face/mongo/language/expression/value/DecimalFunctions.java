package dev.mayfly.face.mongo.language.expression.value;

import ch.obermuhlner.math.big.BigDecimalMath;
import dev.mayfly.face.mongo.language.value.Decimals;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import org.bson.types.Decimal128;

/** Logarithms, powers and angles of finite decimals, right to the 34 digits of a decimal128. */
public final class DecimalFunctions {
    /*
     * The library computes to a relative precision that its caller names. Where a result is a small difference of
     * larger numbers (a logarithm near 1, an arc near its end), the precision is twice 34 digits plus some guard
     * digits, and an argument so near to zero that the next term of the series is beyond 34 digits is its own result.
     * Exponential functions are bounded before they are computed: a decimal128 ends at 10 to the 6145, which is e to
     * the 14150.
     */
    private static final MathContext WIDE = new MathContext(80, RoundingMode.HALF_EVEN);

    private static final int LARGEST_EXPONENT = 14_150;
    private static final int SMALLEST_EXPONENT = -14_250;
    private static final int DECADES_MAX = 6_200;

    /** The exponent of ten below which x is its own sine, and the like. */
    private static final int SMALL = -18;

    private static final int EXACT_POWER_MAX = 999_999_999;
    private static final BigDecimal TWO = BigDecimal.TWO;
    private static final BigDecimal FOUR = BigDecimal.valueOf(4);

    private DecimalFunctions() {}

    /** A function of a finite number. */
    @FunctionalInterface
    public interface Function {
        Decimal128 apply(BigDecimal x);
    }

    public static Decimal128 sin(BigDecimal x) {
        return rounded(BigDecimalMath.sin(withinOneTurn(x), WIDE));
    }

    public static Decimal128 cos(BigDecimal x) {
        return rounded(BigDecimalMath.cos(withinOneTurn(x), WIDE));
    }

    public static Decimal128 tan(BigDecimal x) {
        BigDecimal angle = withinOneTurn(x);
        return rounded(BigDecimalMath.sin(angle, WIDE).divide(BigDecimalMath.cos(angle, WIDE), WIDE));
    }

    /** The same angle without its whole turns, which takes pi to as many more digits as they have. */
    private static BigDecimal withinOneTurn(BigDecimal x) {
        int digits = Math.max(0, x.precision() - x.scale());
        if (digits <= 1) {
            return x;
        }
        MathContext exact = new MathContext(WIDE.getPrecision() + digits, RoundingMode.HALF_EVEN);
        return x.remainder(BigDecimalMath.pi(exact).multiply(TWO)).round(WIDE);
    }

    public static Decimal128 asin(BigDecimal x) {
        return rounded(isSmall(x) ? x : BigDecimalMath.asin(x, WIDE));
    }

    public static Decimal128 acos(BigDecimal x) {
        return rounded(BigDecimalMath.acos(x, WIDE));
    }

    /** The angle of a point that is not the origin. */
    public static Decimal128 atan2(BigDecimal y, BigDecimal x) {
        return rounded(BigDecimalMath.atan2(y, x, WIDE));
    }

    /** Fourths of pi. */
    public static Decimal128 quartersOfPi(int quarters) {
        return rounded(
                BigDecimalMath.pi(WIDE).multiply(BigDecimal.valueOf(quarters)).divide(FOUR, WIDE));
    }

    public static Decimal128 sinh(BigDecimal x) {
        if (x.abs().compareTo(BigDecimal.ONE) < 0) {
            return rounded(isSmall(x) ? x : BigDecimalMath.sinh(x, WIDE));
        }
        if (isBeyondExponents(x)) {
            return x.signum() < 0 ? Decimal128.NEGATIVE_INFINITY : Decimal128.POSITIVE_INFINITY;
        }
        BigDecimal grown = BigDecimalMath.exp(x, WIDE);
        return rounded(grown.subtract(BigDecimal.ONE.divide(grown, WIDE)).divide(TWO, WIDE));
    }

    public static Decimal128 cosh(BigDecimal x) {
        if (isBeyondExponents(x)) {
            return Decimal128.POSITIVE_INFINITY;
        }
        BigDecimal grown = BigDecimalMath.exp(x, WIDE);
        return rounded(grown.add(BigDecimal.ONE.divide(grown, WIDE)).divide(TWO, WIDE));
    }

    public static Decimal128 tanh(BigDecimal x) {
        if (isSmall(x)) {
            return rounded(x);
        }
        if (x.abs().compareTo(BigDecimal.valueOf(100)) > 0) {
            return new Decimal128(x.signum());
        }
        BigDecimal square = BigDecimalMath.exp(x.multiply(TWO), WIDE);
        return rounded(square.subtract(BigDecimal.ONE).divide(square.add(BigDecimal.ONE), WIDE));
    }

    public static Decimal128 asinh(BigDecimal x) {
        if (isSmall(x)) {
            return rounded(x);
        }
        BigDecimal size = x.abs();
        BigDecimal root = size.multiply(size).add(BigDecimal.ONE).sqrt(WIDE);
        BigDecimal result = BigDecimalMath.log(size.add(root), WIDE);
        return rounded(x.signum() < 0 ? result.negate() : result);
    }

    public static Decimal128 acosh(BigDecimal x) {
        BigDecimal root = x.multiply(x).subtract(BigDecimal.ONE).sqrt(WIDE);
        return rounded(BigDecimalMath.log(x.add(root), WIDE));
    }

    public static Decimal128 atanh(BigDecimal x) {
        if (isSmall(x)) {
            return rounded(x);
        }
        if (x.abs().compareTo(BigDecimal.ONE) == 0) {
            return x.signum() < 0 ? Decimal128.NEGATIVE_INFINITY : Decimal128.POSITIVE_INFINITY;
        }
        BigDecimal ratio = BigDecimal.ONE.add(x).divide(BigDecimal.ONE.subtract(x), WIDE);
        return rounded(BigDecimalMath.log(ratio, WIDE).divide(TWO, WIDE));
    }

    public static Decimal128 exp(BigDecimal x) {
        if (x.compareTo(BigDecimal.valueOf(LARGEST_EXPONENT)) > 0) {
            return Decimal128.POSITIVE_INFINITY;
        }
        return x.compareTo(BigDecimal.valueOf(SMALLEST_EXPONENT)) < 0
                ? Decimal128.POSITIVE_ZERO
                : rounded(BigDecimalMath.exp(x, WIDE));
    }

    /** The natural logarithm of a positive number. */
    public static Decimal128 ln(BigDecimal x) {
        return rounded(BigDecimalMath.log(x, WIDE));
    }

    /** The logarithm to base 10 of a positive number. */
    public static Decimal128 log10(BigDecimal x) {
        return rounded(BigDecimalMath.log10(x, WIDE));
    }

    /** The logarithm of a positive number to a positive base other than 1. */
    public static Decimal128 log(BigDecimal x, BigDecimal base) {
        return rounded(BigDecimalMath.log(x, WIDE).divide(BigDecimalMath.log(base, WIDE), WIDE));
    }

    /** A power; the caller has ruled out zero to a negative exponent. */
    public static Decimal128 pow(BigDecimal base, BigDecimal exponent) {
        if (exponent.signum() == 0 || base.compareTo(BigDecimal.ONE) == 0) {
            return new Decimal128(1);
        }
        if (base.signum() == 0) {
            return Decimal128.POSITIVE_ZERO;
        }
        boolean isWhole = exponent.stripTrailingZeros().scale() <= 0;
        if (base.signum() < 0 && !isWhole) {
            return Decimal128.NaN;
        }
        boolean isNegative = base.signum() < 0 && isOdd(exponent);
        Decimal128 size = sizeOfPower(base.abs(), exponent, isWhole);
        return isNegative ? negated(size) : size;
    }

    private static Decimal128 sizeOfPower(BigDecimal base, BigDecimal exponent, boolean isWhole) {
        if (base.compareTo(BigDecimal.ONE) == 0) {
            return new Decimal128(1);
        }
        BigDecimal logarithm = BigDecimalMath.log10(base, WIDE).multiply(exponent);
        if (logarithm.abs().compareTo(BigDecimal.valueOf(DECADES_MAX)) > 0) {
            return logarithm.signum() > 0 ? Decimal128.POSITIVE_INFINITY : Decimal128.POSITIVE_ZERO;
        }
        return isWhole && exponent.abs().compareTo(BigDecimal.valueOf(EXACT_POWER_MAX)) <= 0
                ? rounded(base.pow(exponent.intValueExact(), WIDE))
                : rounded(BigDecimalMath.exp(BigDecimalMath.log(base, WIDE).multiply(exponent), WIDE));
    }

    private static boolean isOdd(BigDecimal whole) {
        return whole.stripTrailingZeros().scale() == 0 && whole.toBigInteger().testBit(0);
    }

    private static Decimal128 negated(Decimal128 value) {
        return Decimal128.fromIEEE754BIDEncoding(value.getHigh() ^ Long.MIN_VALUE, value.getLow());
    }

    private static boolean isBeyondExponents(BigDecimal x) {
        return x.abs().compareTo(BigDecimal.valueOf(LARGEST_EXPONENT)) > 0;
    }

    private static boolean isSmall(BigDecimal x) {
        return x.signum() == 0 || x.precision() - x.scale() < SMALL;
    }

    /** Whole results lose the zeros behind their point. */
    private static Decimal128 rounded(BigDecimal value) {
        BigDecimal result = value.round(MathContext.DECIMAL128);
        if (result.scale() > 0 && result.stripTrailingZeros().scale() <= 0) {
            BigInteger whole = result.toBigInteger();
            return Decimals.of(new BigDecimal(whole));
        }
        return Decimals.of(result);
    }
}
