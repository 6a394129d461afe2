package dev.mayfly.face.mongo.language.value;

import java.math.BigDecimal;
import java.math.MathContext;

/** Doubles as C prints them with 16 digits, which is how Mongo makes texts of them. */
public final class DoubleText {
    private static final int DIGITS = 16;
    private static final int PLAIN_EXPONENT_MIN = -4;

    private DoubleText() {}

    public static String of(double value) {
        if (Double.isNaN(value)) {
            return "nan";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "inf" : "-inf";
        }
        if (value == 0) {
            return 1 / value < 0 ? "-0" : "0";
        }
        BigDecimal rounded =
                new BigDecimal(value).round(new MathContext(DIGITS)).stripTrailingZeros();
        int exponent = rounded.precision() - rounded.scale() - 1;
        if (exponent >= PLAIN_EXPONENT_MIN && exponent < DIGITS) {
            return rounded.toPlainString();
        }
        BigDecimal mantissa = rounded.movePointLeft(exponent);
        String sign = exponent < 0 ? "-" : "+";
        return mantissa.toPlainString() + "e" + sign + (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
    }
}
