package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.face.couchbase.language.date.Durations;
import dev.mayfly.face.couchbase.language.value.N1qlNumber;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.math.BigDecimal;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The notations of a span of time. */
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
    N1qlValue parse(String text) {
        return switch (this) {
            case LEGACY, COMPATIBLE -> units(text);
            case SECONDS -> nanos(Numerals.parse(text), 0);
            case INTERVAL -> parseInterval(text);
            case DEFAULT -> {
                N1qlValue found = text.indexOf(':') >= 0 ? parseInterval(text) : nanos(Numerals.parse(text), 0);
                yield found.isNull() ? units(text) : found;
            }
        };
    }

    private static N1qlValue units(String text) {
        try {
            return N1qlValues.of(Durations.parse(text));
        } catch (IllegalArgumentException _) {
            return N1qlValues.NULL;
        }
    }

    private static N1qlValue parseInterval(String text) {
        String[] parts = text.split(":", -1);
        if (parts.length > 3) {
            return N1qlValues.NULL;
        }
        long minutes = 0;
        for (int i = 0; i < parts.length - 1; i++) {
            N1qlValue number = Numerals.parse(parts[i]);
            if (!N1qlFunctionTable.isLong(number)) {
                return N1qlValues.NULL;
            }
            minutes = minutes * 60 + N1qlFunctionTable.longOf(number);
        }
        return nanos(Numerals.parse(parts[parts.length - 1]), minutes);
    }

    private static N1qlValue nanos(N1qlValue seconds, long minutes) {
        return seconds instanceof N1qlNumber number
                ? N1qlValues.of((long) ((minutes * 60.0 + number.doubleValue()) * SECOND_NANOS))
                : N1qlValues.NULL;
    }
}
