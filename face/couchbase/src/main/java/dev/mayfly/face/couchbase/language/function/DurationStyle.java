package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.face.couchbase.language.value.NumberValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.Durations;
import java.math.BigDecimal;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How a span of time is written. */
enum DurationStyle {
    /** {@code 1m30s}. */
    LEGACY,
    /** {@code 0:01:30}. */
    INTERVAL,
    /** {@code 90s}. */
    COMPATIBLE,
    /** {@code 90}. */
    SECONDS,
    /** Any of them is read; the first is written. */
    DEFAULT;

    private static final double SECOND_NANOS = 1e9;

    /** The style of this name, or null. */
    static @Nullable DurationStyle of(String name) {
        for (DurationStyle style : values()) {
            if (style.name().equals(name.toUpperCase(Locale.ROOT))) {
                return style;
            }
        }
        return null;
    }

    String text(long nanos) {
        return switch (this) {
            case LEGACY, DEFAULT -> Durations.text(nanos);
            case COMPATIBLE -> seconds(nanos) + "s";
            case SECONDS -> seconds(nanos);
            case INTERVAL -> interval(nanos);
        };
    }

    private static String seconds(long nanos) {
        return withoutZeros(BigDecimal.valueOf(nanos, 9).toPlainString());
    }

    /** Fractions have three, six or nine digits. */
    private static String withoutZeros(String text) {
        int end = text.length() - (text.endsWith("000000") ? 6 : text.endsWith("000") ? 3 : 0);
        return text.substring(0, end);
    }

    private static String interval(long nanos) {
        long rest = Math.abs(nanos) % 60_000_000_000L;
        long minutes = Math.abs(nanos) / 60_000_000_000L;
        String text = String.format(
                Locale.ROOT,
                "%d:%02d:%02d.%09d",
                minutes / 60,
                minutes % 60,
                rest / 1_000_000_000L,
                rest % 1_000_000_000L);
        return (nanos < 0 ? "-" : "") + withoutZeros(text);
    }

    /** The nanoseconds that a text says, or NULL. */
    Value parse(String text) {
        return switch (this) {
            case LEGACY, COMPATIBLE -> units(text);
            case SECONDS -> nanos(Numerals.parse(text), 0);
            case INTERVAL -> parseInterval(text);
            case DEFAULT -> {
                Value found = text.indexOf(':') >= 0 ? parseInterval(text) : nanos(Numerals.parse(text), 0);
                yield found.isNull() ? units(text) : found;
            }
        };
    }

    private static Value units(String text) {
        try {
            return Values.of(Durations.parse(text));
        } catch (IllegalArgumentException _) {
            return Values.NULL;
        }
    }

    private static Value parseInterval(String text) {
        String[] parts = text.split(":", -1);
        if (parts.length > 3) {
            return Values.NULL;
        }
        long minutes = 0;
        for (int i = 0; i < parts.length - 1; i++) {
            Value number = Numerals.parse(parts[i]);
            if (!FunctionTable.isLong(number)) {
                return Values.NULL;
            }
            minutes = minutes * 60 + FunctionTable.longOf(number);
        }
        return nanos(Numerals.parse(parts[parts.length - 1]), minutes);
    }

    private static Value nanos(Value seconds, long minutes) {
        return seconds instanceof NumberValue number
                ? Values.of((long) ((minutes * 60.0 + number.doubleValue()) * SECOND_NANOS))
                : Values.NULL;
    }
}
