package dev.mayfly.base.document;

import java.math.BigDecimal;
import org.bson.types.Decimal128;

/** The order of numbers of all types by their exact values: NaN is below all, negative zero equals zero. */
public final class NumberOrder {
    private static final double TWO_TO_63 = 0x1p63;

    private NumberOrder() {}

    static int compare(View a, View b) {
        ValueType ta = a.type();
        ValueType tb = b.type();
        if (ta == ValueType.DECIMAL128 || tb == ValueType.DECIMAL128) {
            return compareDecimals(a, b);
        }
        if (ta == ValueType.DOUBLE) {
            return tb == ValueType.DOUBLE
                    ? compareDoubles(a.doubleValue(), b.doubleValue())
                    : -compareMixed(b.longValue(), a.doubleValue());
        }
        return tb == ValueType.DOUBLE
                ? compareMixed(a.longValue(), b.doubleValue())
                : Long.compare(a.longValue(), b.longValue());
    }

    public static int compareDoubles(double a, double b) {
        if (a < b) {
            return -1;
        }
        if (a > b) {
            return 1;
        }
        // Equal, or one of them is NaN.
        return Boolean.compare(Double.isNaN(b), Double.isNaN(a));
    }

    /** A whole number with any, without rounding it. */
    public static int compareMixed(long a, double b) {
        if (Double.isNaN(b) || b < -TWO_TO_63) {
            return 1;
        }
        if (b >= TWO_TO_63) {
            return -1;
        }
        long whole = (long) b;
        int order = Long.compare(a, whole);
        return order != 0 ? order : compareDoubles(0, b - whole);
    }

    private static int compareDecimals(View a, View b) {
        int order = Integer.compare(rank(a), rank(b));
        return order != 0 || rank(a) != FINITE ? order : exact(a).compareTo(exact(b));
    }

    private static final int FINITE = 2;

    /** NaN, negative infinity, finite, infinity. */
    private static int rank(View number) {
        if (number.type() == ValueType.DECIMAL128) {
            Decimal128 decimal = number.decimalValue();
            return decimal.isNaN() ? 0 : !decimal.isInfinite() ? FINITE : decimal.isNegative() ? 1 : 3;
        }
        double value = number.doubleValue();
        return Double.isNaN(value) ? 0 : Double.isFinite(value) ? FINITE : value < 0 ? 1 : 3;
    }

    /** The exact value of a finite number. */
    static BigDecimal exact(View number) {
        return switch (number.type()) {
            case DECIMAL128 -> Numbers.exact(number.decimalValue());
            case DOUBLE -> new BigDecimal(number.doubleValue());
            default -> BigDecimal.valueOf(number.longValue());
        };
    }
}
