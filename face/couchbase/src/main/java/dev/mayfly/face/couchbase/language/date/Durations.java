package dev.mayfly.face.couchbase.language.date;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Spans of time as the query service writes them, such as {@code 1h30m} and {@code 1.25ms}. */
public final class Durations {
    private static final long MICRO = 1_000;
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;

    private Durations() {}

    /** The shortest text: minutes and hours apart, else one unit with a fraction. */
    public static String text(long nanos) {
        if (nanos == 0) {
            return "0s";
        }
        if (nanos < MICRO) {
            return nanos + "ns";
        }
        if (nanos < MILLI) {
            return fraction(nanos, MICRO) + "µs";
        }
        if (nanos < SECOND) {
            return fraction(nanos, MILLI) + "ms";
        }
        long minutes = nanos / (60 * SECOND);
        String seconds = fraction(nanos % (60 * SECOND), SECOND) + "s";
        if (minutes == 0) {
            return seconds;
        }
        return (minutes >= 60 ? minutes / 60 + "h" : "") + minutes % 60 + "m" + seconds;
    }

    private static String fraction(long nanos, long unit) {
        BigDecimal value = BigDecimal.valueOf(nanos).divide(BigDecimal.valueOf(unit), 9, RoundingMode.HALF_EVEN);
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }

    /**
     * The nanoseconds of a text, one number with a unit after the other; saturating, negative for a minus.
     *
     * @throws IllegalArgumentException when it is none
     */
    public static long parse(String text) {
        boolean negative = text.startsWith("-");
        int at = negative || text.startsWith("+") ? 1 : 0;
        if (text.substring(at).equals("0")) {
            return 0;
        }
        if (at == text.length() || text.length() > 100) {
            throw new IllegalArgumentException("no duration");
        }
        BigDecimal nanos = BigDecimal.ZERO;
        while (at < text.length()) {
            int unit = at;
            while (unit < text.length() && isDigit(text.charAt(unit))) {
                unit++;
            }
            int end = unit;
            while (end < text.length() && !isDigit(text.charAt(end))) {
                end++;
            }
            nanos = nanos.add(new BigDecimal(text.substring(at, unit))
                    .multiply(BigDecimal.valueOf(unitNanos(text.substring(unit, end)))));
            at = end;
        }
        long whole = nanos.min(BigDecimal.valueOf(Long.MAX_VALUE)).longValue();
        return negative ? -whole : whole;
    }

    private static boolean isDigit(char c) {
        return c == '.' || (c >= '0' && c <= '9');
    }

    private static long unitNanos(String unit) {
        return switch (unit) {
            case "ns" -> 1;
            case "us", "µs", "μs" -> MICRO;
            case "ms" -> MILLI;
            case "s" -> SECOND;
            case "m" -> 60 * SECOND;
            case "h" -> 3600 * SECOND;
            default -> throw new IllegalArgumentException("no unit of time");
        };
    }
}
