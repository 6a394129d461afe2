package dev.mayfly.base.query.value;

import java.math.BigDecimal;

/**
 * The text of a double: the shortest that reads back as it, with an exponent from 1e21 on and below 1e-6, as JavaScript
 * has it (ECMA-262, Number::toString).
 *
 * @param infinity what stands for it, the negative one having a minus
 * @param exponentDigits how many digits an exponent has at least
 */
public record NumberText(String infinity, String negativeZero, int exponentDigits) {
    /** From this number of digits on, and below 1e-6, the exponent is written. */
    private static final int PLAIN_DIGITS_MAX = 21;

    private static final int PLAIN_ZEROS_MAX = 6;
    private static final double WHOLE_MAX = 0x1p53;

    /** Returns the text, not yet between quotes if the value is NaN or infinite, which JSON cannot express. */
    public String of(double value) {
        if (Double.isNaN(value)) {
            return "NaN";
        }
        if (Double.isInfinite(value)) {
            return value < 0 ? "-Infinity" : infinity;
        }
        if (value == 0 && 1 / value < 0) {
            return negativeZero;
        }
        if (Math.abs(value) < WHOLE_MAX && value == Math.rint(value)) {
            return Long.toString((long) value);
        }
        BigDecimal exact = new BigDecimal(Double.toString(Math.abs(value))).stripTrailingZeros();
        String digits = exact.unscaledValue().toString();
        // The value is 0.digits times ten to the power of point.
        int point = digits.length() - exact.scale();
        return (value < 0 ? "-" : "") + layOut(digits, point);
    }

    private String layOut(String digits, int point) {
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
        String power = Integer.toString(Math.abs(exponent));
        String pad = "0".repeat(Math.max(0, exponentDigits - power.length()));
        return mantissa + "e" + (exponent < 0 ? "-" : "+") + pad + power;
    }
}
