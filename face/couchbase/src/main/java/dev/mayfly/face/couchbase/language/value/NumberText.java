package dev.mayfly.face.couchbase.language.value;

import java.math.BigDecimal;

/**
 * The text of a double: the shortest that reads back as it, with an exponent from 1e21 on and below 1e-6. What JSON
 * cannot say stands as a string.
 */
final class NumberText {
    private static final int PLAIN_DIGITS_MAX = 21;
    private static final int PLAIN_ZEROS_MAX = 6;

    private NumberText() {}

    /** Not yet between quotes when it is NaN or infinite. */
    static String of(double value) {
        if (Double.isNaN(value)) {
            return "NaN";
        }
        if (Double.isInfinite(value)) {
            return value < 0 ? "-Infinity" : "+Infinity";
        }
        if (value == 0) {
            return 1 / value < 0 ? "-0" : "0";
        }
        BigDecimal exact = new BigDecimal(Double.toString(Math.abs(value))).stripTrailingZeros();
        String digits = exact.unscaledValue().toString();
        // The value is 0.digits times ten to the power of point.
        int point = digits.length() - exact.scale();
        return (value < 0 ? "-" : "") + layOut(digits, point);
    }

    private static String layOut(String digits, int point) {
        int count = digits.length();
        if (count <= point && point <= PLAIN_DIGITS_MAX) {
            return digits + "0".repeat(point - count);
        }
        if (0 < point && point <= PLAIN_DIGITS_MAX) {
            return digits.substring(0, point) + "." + digits.substring(point);
        }
        if (-PLAIN_ZEROS_MAX < point && point <= 0) {
            return "0." + "0".repeat(-point) + digits;
        }
        int exponent = point - 1;
        String mantissa = count == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
        // An exponent has two digits at least.
        String pad = Math.abs(exponent) < 10 ? "0" : "";
        return mantissa + "e" + (exponent < 0 ? "-" : "+") + pad + Math.abs(exponent);
    }
}
