package dev.mayfly.face.cosmos.language.function;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Dates and times as ticks, of 100 nanoseconds since 1970, and as the text that queries have for them, such as
 * {@code 2026-11-20T08:30:00.1234567Z}. They are all UTC.
 */
final class DateTimes {
    static final long TICKS_PER_SECOND = 10_000_000;
    static final long TICKS_PER_MILLI = 10_000;

    /** A date, or a date with all of hours, minutes and seconds; every part of it has a fixed width but the last. */
    private static final Pattern TEXT =
            Pattern.compile("(\\d{4})-(\\d\\d)-(\\d\\d)(?:[T ](\\d\\d):(\\d\\d):(\\d\\d)(?:\\.(\\d{1,7}))?)?Z?");

    private static final long LEAST = secondsOf(LocalDateTime.of(1, 1, 1, 0, 0)) * TICKS_PER_SECOND;
    private static final long END = secondsOf(LocalDateTime.of(10_000, 1, 1, 0, 0)) * TICKS_PER_SECOND;

    private DateTimes() {}

    private static long secondsOf(LocalDateTime time) {
        return time.toEpochSecond(ZoneOffset.UTC);
    }

    /** The ticks of a text, or nothing when it is no date. */
    static OptionalLong parse(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            return OptionalLong.empty();
        }
        return ofParts(
                number(parts, 1),
                number(parts, 2),
                number(parts, 3),
                number(parts, 4),
                number(parts, 5),
                number(parts, 6),
                fraction(parts.group(7)));
    }

    private static int number(Matcher parts, int group) {
        String digits = parts.group(group);
        return digits == null ? 0 : Integer.parseInt(digits);
    }

    private static long fraction(@Nullable String digits) {
        return digits == null ? 0 : Long.parseLong(digits + "0".repeat(7 - digits.length()));
    }

    /** The ticks of these parts, the last in ticks, or nothing when there is no such time. */
    static OptionalLong ofParts(long year, long month, long day, long hour, long minute, long second, long fraction) {
        if (year < 1 || year > 9999 || fraction < 0 || fraction >= TICKS_PER_SECOND) {
            return OptionalLong.empty();
        }
        try {
            LocalDateTime time = LocalDateTime.of(
                    (int) year,
                    Math.toIntExact(month),
                    Math.toIntExact(day),
                    Math.toIntExact(hour),
                    Math.toIntExact(minute),
                    Math.toIntExact(second));
            return OptionalLong.of(secondsOf(time) * TICKS_PER_SECOND + fraction);
        } catch (DateTimeException | ArithmeticException _) {
            return OptionalLong.empty();
        }
    }

    /** The ticks of a time that has a tick, or nothing when no text has its year. */
    static OptionalLong of(LocalDateTime time) {
        return ofParts(
                time.getYear(),
                time.getMonthValue(),
                time.getDayOfMonth(),
                time.getHour(),
                time.getMinute(),
                time.getSecond(),
                time.getNano() / 100);
    }

    /** Returns true if the text has a year for these ticks. */
    static boolean isInRange(long ticks) {
        return ticks >= LEAST && ticks < END;
    }

    static LocalDateTime time(long ticks) {
        return LocalDateTime.ofEpochSecond(
                Math.floorDiv(ticks, TICKS_PER_SECOND),
                (int) Math.floorMod(ticks, TICKS_PER_SECOND) * 100,
                ZoneOffset.UTC);
    }

    /** The text of ticks in range, always with seven digits of a second. */
    static String text(long ticks) {
        LocalDateTime time = time(ticks);
        StringBuilder out = new StringBuilder(28);
        digits(out, time.getYear(), 4).append('-');
        digits(out, time.getMonthValue(), 2).append('-');
        digits(out, time.getDayOfMonth(), 2).append('T');
        digits(out, time.getHour(), 2).append(':');
        digits(out, time.getMinute(), 2).append(':');
        digits(out, time.getSecond(), 2).append('.');
        return digits(out, time.getNano() / 100, 7).append('Z').toString();
    }

    static StringBuilder digits(StringBuilder out, int number, int width) {
        String digits = Integer.toString(number);
        return out.repeat('0', Math.max(0, width - digits.length())).append(digits);
    }
}
