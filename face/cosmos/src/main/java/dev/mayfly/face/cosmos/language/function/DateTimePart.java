package dev.mayfly.face.cosmos.language.function;

import dev.mayfly.face.cosmos.language.value.SqlString;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A part of a date and time, under all names that queries have for it. */
enum DateTimePart {
    YEAR(0, "year", "yyyy", "yy"),
    MONTH(0, "month", "mm", "m"),
    DAY(86_400L * DateTimes.TICKS_PER_SECOND, "day", "dd", "d"),
    HOUR(3_600L * DateTimes.TICKS_PER_SECOND, "hour", "hh"),
    MINUTE(60L * DateTimes.TICKS_PER_SECOND, "minute", "mi", "n"),
    SECOND(DateTimes.TICKS_PER_SECOND, "second", "ss", "s"),
    MILLISECOND(10_000, "millisecond", "ms"),
    MICROSECOND(10, "microsecond", "mcs"),
    NANOSECOND(0, "nanosecond", "ns");

    private final long ticks;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<String> names;

    DateTimePart(long ticks, String... names) {
        this.ticks = ticks;
        this.names = List.of(names);
    }

    static Optional<DateTimePart> of(SqlValue value) {
        if (value instanceof SqlString text) {
            String name = text.stringValue().toLowerCase(Locale.ROOT);
            for (DateTimePart part : values()) {
                if (part.names.contains(name)) {
                    return Optional.of(part);
                }
            }
        }
        return Optional.empty();
    }

    /** Returns its length; 0 if it has no fixed length, or is shorter than a tick. */
    long ticks() {
        return ticks;
    }
}
