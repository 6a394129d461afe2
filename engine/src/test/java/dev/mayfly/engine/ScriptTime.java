package dev.mayfly.engine;

import dev.mayfly.engine.expiry.Deadlines;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Spans as scripts write them, {@code 90s} or {@code 12h}, and instants, {@code @90s}, counted from the first line. */
final class ScriptTime {
    private static final Map<String, Long> MILLIS =
            Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L, "d", 86_400_000L, "y", 31_536_000_000L);
    private static final Pattern SPAN = Pattern.compile("(-?\\d+)(ms|s|m|h|d|y)");
    private static final Pattern INSTANT = Pattern.compile("@(-?\\d+)(ms|s|m|h|d|y)");

    private ScriptTime() {}

    static Duration span(String text) {
        Matcher matcher = SPAN.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("no span of time: " + text);
        }
        return Duration.ofMillis(millis(matcher));
    }

    static long instant(String text) {
        return EngineFixture.START + span(text.substring(1)).toMillis();
    }

    private static long millis(MatchResult span) {
        return Long.parseLong(span.group(1)) * Objects.requireNonNull(MILLIS.get(span.group(2)));
    }

    /** The document with a date wherever the script has an instant. */
    static String withDates(String json) {
        return INSTANT.matcher(json)
                .replaceAll(match -> "{\\$date: {\\$numberLong: '" + (EngineFixture.START + millis(match)) + "'}}");
    }

    /** An instant as scripts write it. */
    static String show(long instant) {
        if (instant == Deadlines.NO_DEADLINE) {
            return "never";
        }
        long millis = instant - EngineFixture.START;
        return millis % 1000 == 0 ? "@" + millis / 1000 + "s" : "@" + millis + "ms";
    }
}
