package dev.mayfly.app.console.text;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations and instants as people write them. */
public final class Times {
    private static final Pattern DURATION = Pattern.compile("(\\d{1,15})(ms|s|m|h|d|w)?");
    private static final Pattern EPOCH = Pattern.compile("-?\\d{1,15}");
    private static final Map<String, Duration> UNITS = Map.of(
            "ms", Duration.ofMillis(1),
            "s", Duration.ofSeconds(1),
            "m", Duration.ofMinutes(1),
            "h", Duration.ofHours(1),
            "d", Duration.ofDays(1),
            "w", Duration.ofDays(7));

    /** Numbers from here on are milliseconds since the epoch, smaller ones seconds: as seconds it is the year 5138. */
    private static final long FIRST_MILLIS = 100_000_000_000L;

    private Times() {}

    /** Reads {@code 90} (seconds), {@code 250ms}, {@code 90s}, {@code 15m}, {@code 2h}, {@code 7d}, or ISO-8601. */
    public static Duration duration(String text) {
        Matcher matcher = DURATION.matcher(text);
        try {
            if (matcher.matches()) {
                String unit = matcher.group(2) == null ? "s" : matcher.group(2);
                return UNITS.getOrDefault(unit, Duration.ZERO).multipliedBy(Long.parseLong(matcher.group(1)));
            }
            Duration parsed = Duration.parse(text);
            if (!parsed.isNegative()) {
                return parsed;
            }
        } catch (ArithmeticException | DateTimeException _) {
            // Said below in our own words.
        }
        throw new DateTimeException("\"" + text + "\" is not a duration such as 90s, 15m, 7d or PT1H");
    }

    /** Reads ISO-8601 with an offset, or a number of seconds or milliseconds since the epoch. */
    public static Instant instant(String text) {
        if (EPOCH.matcher(text).matches()) {
            long number = Long.parseLong(text);
            return Math.abs(number) < FIRST_MILLIS ? Instant.ofEpochSecond(number) : Instant.ofEpochMilli(number);
        }
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException _) {
            throw new DateTimeException("\"" + text + "\" is not an instant such as 2026-01-01T00:00:00Z");
        }
    }
}
