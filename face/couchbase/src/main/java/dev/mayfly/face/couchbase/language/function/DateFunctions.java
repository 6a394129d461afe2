package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.face.couchbase.language.date.DateFormat;
import dev.mayfly.face.couchbase.language.date.DateText;
import dev.mayfly.face.couchbase.language.date.DateZones;
import dev.mayfly.face.couchbase.language.value.N1qlNumber;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.TextStyle;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Functions of dates, as texts and as milliseconds since the epoch, NULL of what is no date. All that says now means the
 * instant of the request.
 */
final class DateFunctions {
    private DateFunctions() {}

    static void addTo(N1qlFunctionTable table) {
        now(table, "CLOCK");
        now(table, "NOW");
        table.add("DATE_ADD_MILLIS", 3, 3, checked(DateFunctions::addMillis));
        table.add("DATE_ADD_STR", 3, 3, checked(DateFunctions::addText));
        table.add("DATE_DIFF_MILLIS", 3, 3, checked(arguments -> millisDifference(arguments, false)));
        table.add("DATE_DIFF_STR", 3, 3, checked(arguments -> textDifference(arguments, false)));
        table.add("DATE_DIFF_ABS_MILLIS", 3, 3, checked(arguments -> millisDifference(arguments, true)));
        table.add("DATE_DIFF_ABS_STR", 3, 3, checked(arguments -> textDifference(arguments, true)));
        table.add("DATE_FORMAT_STR", 2, 3, checked(DateFunctions::format));
        table.add("DATE_PART_MILLIS", 2, 3, checked(DateFunctions::partOfMillis));
        table.add("DATE_PART_STR", 2, 2, checked(DateFunctions::partOfText));
        table.add("DATE_RANGE_MILLIS", 3, 4, checked(DateRange::ofMillis));
        table.add("DATE_RANGE_STR", 3, 4, checked(DateRange::ofTexts));
        table.add("DATE_TRUNC_MILLIS", 2, 2, checked(DateFunctions::truncateMillis));
        table.add("DATE_TRUNC_STR", 2, 3, checked(DateFunctions::truncateText));
        table.add("STR_TO_MILLIS", 1, 2, checked(DateFunctions::toMillis));
        table.alias("MILLIS", "STR_TO_MILLIS");
        table.add("MILLIS_TO_STR", 1, 2, checked(arguments -> ofMillis(arguments, DateZones.LOCAL, 1)));
        table.alias("MILLIS_TO_LOCAL", "MILLIS_TO_STR");
        table.add("MILLIS_TO_UTC", 1, 2, checked(arguments -> ofMillis(arguments, DateZones.LOCAL, 1)));
        table.add("MILLIS_TO_ZONE_NAME", 2, 3, checked(arguments -> ofMillis(arguments, zone(arguments[1]), 2)));
        table.alias("MILLIS_TO_TZ", "MILLIS_TO_ZONE_NAME");
        table.add("STR_TO_UTC", 1, 3, checked(arguments -> inZone(arguments, DateZones.LOCAL, 1)));
        table.add("STR_TO_ZONE_NAME", 2, 4, checked(arguments -> inZone(arguments, zone(arguments[1]), 2)));
        table.alias("STR_TO_TZ", "STR_TO_ZONE_NAME");
        table.add("STR_TO_DURATION", 1, 2, DateFunctions::toDuration);
        table.add("DURATION_TO_STR", 1, 2, DateFunctions::ofDuration);
        table.add("WEEKDAY_MILLIS", 1, 2, checked(DateFunctions::weekdayOfMillis));
        table.string("WEEKDAY_STR", DateFunctions::weekdayOfText);
    }

    private static void now(N1qlFunctionTable table, String word) {
        table.addMomentary(word + "_MILLIS", 0, 0, (moment, _) -> N1qlValues.of(moment.nowMillis()));
        table.addMomentary(word + "_STR", 0, 1, (moment, arguments) -> now(moment, DateZones.LOCAL, arguments, 0));
        table.alias(word + "_LOCAL", word + "_STR");
        table.addMomentary(word + "_UTC", 0, 1, (moment, arguments) -> now(moment, DateZones.LOCAL, arguments, 0));
        table.addMomentary(word + "_TZ", 1, 2, (moment, arguments) -> now(moment, zone(arguments[0]), arguments, 1));
    }

    private static N1qlValue now(StatementInstant moment, @Nullable ZoneId zone, N1qlValue[] arguments, int format) {
        N1qlValue unknown = N1qlFunctionTable.firstUnknown(arguments);
        DateFormat form = format(arguments, format);
        if (unknown.isUnknown() || form == null || zone == null) {
            return unknown.isMissing() ? unknown : N1qlValues.NULL;
        }
        return N1qlValues.of(form.write(Instant.ofEpochMilli(moment.nowMillis()).atZone(zone)));
    }

    /** NULL of what no calendar has. */
    private static Function<N1qlValue[], N1qlValue> checked(Function<N1qlValue[], N1qlValue> function) {
        return arguments -> {
            try {
                return function.apply(arguments);
            } catch (DateTimeException | ArithmeticException _) {
                return N1qlValues.NULL;
            }
        };
    }

    private static @Nullable ZoneId zone(N1qlValue name) {
        return name instanceof N1qlString text ? DateZones.of(text.stringValue()) : null;
    }

    /** The format that an optional argument names; null if it is no string. */
    private static @Nullable DateFormat format(N1qlValue[] arguments, int index) {
        if (index >= arguments.length) {
            return DateFormat.DEFAULT;
        }
        return arguments[index] instanceof N1qlString format ? DateFormat.of(format.stringValue()) : null;
    }

    /** The date of milliseconds since the epoch, or null. */
    static @Nullable ZonedDateTime dateOfMillis(N1qlValue value) {
        return value instanceof N1qlNumber number && Double.isFinite(number.doubleValue())
                ? Instant.ofEpochMilli(number.longValue()).atZone(DateZones.LOCAL)
                : null;
    }

    /** The date that a string says, or null. */
    static @Nullable DateText dateOfText(N1qlValue value) {
        return value instanceof N1qlString text ? DateText.parse(text.stringValue()) : null;
    }

    /** The date that a string says in a format, which is recognised where the format is empty. */
    private static @Nullable ZonedDateTime date(String text, String format) {
        if (format.isEmpty()) {
            DateText known = DateText.parse(text);
            return known == null ? null : known.date();
        }
        return DateFormat.of(format).read(text);
    }

    /** The text as an example that no reference time can be taken for. */
    private static String example(String text) {
        return text.replaceAll("[0-9]", "1");
    }

    /** The date's milliseconds since the epoch, rounded. */
    static N1qlValue millis(ZonedDateTime date) {
        return N1qlValues.of(date.toInstant().plusNanos(500_000).toEpochMilli());
    }

    private static N1qlValue addMillis(N1qlValue[] arguments) {
        ZonedDateTime date = dateOfMillis(arguments[0]);
        if (date == null || !N1qlFunctionTable.isLong(arguments[1]) || !(arguments[2] instanceof N1qlString part)) {
            return N1qlValues.NULL;
        }
        return millis(DatePart.add(date, N1qlFunctionTable.longOf(arguments[1]), part.stringValue()));
    }

    private static N1qlValue addText(N1qlValue[] arguments) {
        DateText text = dateOfText(arguments[0]);
        if (text == null || !N1qlFunctionTable.isLong(arguments[1]) || !(arguments[2] instanceof N1qlString part)) {
            return N1qlValues.NULL;
        }
        ZonedDateTime added = DatePart.add(text.date(), N1qlFunctionTable.longOf(arguments[1]), part.stringValue());
        return N1qlValues.of(text.format().write(added));
    }

    private static N1qlValue millisDifference(N1qlValue[] arguments, boolean absolute) {
        return difference(dateOfMillis(arguments[0]), dateOfMillis(arguments[1]), arguments[2], absolute);
    }

    private static N1qlValue textDifference(N1qlValue[] arguments, boolean absolute) {
        DateText a = dateOfText(arguments[0]);
        DateText b = dateOfText(arguments[1]);
        return a == null || b == null ? N1qlValues.NULL : difference(a.date(), b.date(), arguments[2], absolute);
    }

    private static N1qlValue difference(
            @Nullable ZonedDateTime a, @Nullable ZonedDateTime b, N1qlValue part, boolean absolute) {
        if (a == null || b == null || !(part instanceof N1qlString name)) {
            return N1qlValues.NULL;
        }
        long parts = DatePart.difference(a, b, name.stringValue());
        return N1qlValues.of(absolute ? Math.abs(parts) : parts);
    }

    /** The format of the result is the last argument, that of the date the one before it. */
    private static N1qlValue format(N1qlValue[] arguments) {
        int last = arguments.length - 1;
        if (!(arguments[0] instanceof N1qlString text)
                || !(arguments[last] instanceof N1qlString result)
                || !(arguments[1] instanceof N1qlString format)) {
            return N1qlValues.NULL;
        }
        ZonedDateTime date = date(text.stringValue(), last == 2 ? format.stringValue() : "");
        return date == null
                ? N1qlValues.NULL
                : N1qlValues.of(DateFormat.of(result.stringValue()).write(date));
    }

    private static N1qlValue partOfMillis(N1qlValue[] arguments) {
        ZoneId zone = arguments.length == 3 ? zone(arguments[2]) : DateZones.LOCAL;
        ZonedDateTime date = dateOfMillis(arguments[0]);
        return zone == null || date == null || !(arguments[1] instanceof N1qlString part)
                ? N1qlValues.NULL
                : N1qlValues.of(DatePart.of(date.withZoneSameInstant(zone), part.stringValue()));
    }

    private static N1qlValue partOfText(N1qlValue[] arguments) {
        DateText text = dateOfText(arguments[0]);
        return text == null || !(arguments[1] instanceof N1qlString part)
                ? N1qlValues.NULL
                : N1qlValues.of(DatePart.of(text.date(), part.stringValue()));
    }

    private static N1qlValue truncateMillis(N1qlValue[] arguments) {
        ZonedDateTime date = dateOfMillis(arguments[0]);
        return date == null || !(arguments[1] instanceof N1qlString part)
                ? N1qlValues.NULL
                : millis(DatePart.truncate(date, part.stringValue()));
    }

    private static N1qlValue truncateText(N1qlValue[] arguments) {
        if (!(arguments[0] instanceof N1qlString text) || !(arguments[1] instanceof N1qlString part)) {
            return N1qlValues.NULL;
        }
        N1qlValue given = arguments.length == 3 ? arguments[2] : N1qlValues.of(example(text.stringValue()));
        if (!(given instanceof N1qlString format)) {
            return N1qlValues.NULL;
        }
        ZonedDateTime date = date(text.stringValue(), format.stringValue());
        return date == null
                ? N1qlValues.NULL
                : N1qlValues.of(DateFormat.of(format.stringValue()).write(DatePart.truncate(date, part.stringValue())));
    }

    private static N1qlValue toMillis(N1qlValue[] arguments) {
        N1qlValue given = arguments.length == 2 ? arguments[1] : N1qlValues.EMPTY_STRING;
        if (!(arguments[0] instanceof N1qlString text) || !(given instanceof N1qlString format)) {
            return N1qlValues.NULL;
        }
        ZonedDateTime date = date(text.stringValue(), format.stringValue());
        return date == null ? N1qlValues.NULL : millis(date);
    }

    private static N1qlValue ofMillis(N1qlValue[] arguments, @Nullable ZoneId zone, int index) {
        ZonedDateTime date = dateOfMillis(arguments[0]);
        DateFormat format = format(arguments, index);
        if (date == null || zone == null || format == null) {
            return N1qlValues.NULL;
        }
        return N1qlValues.of(format.write(date.withZoneSameInstant(zone)));
    }

    /**
     * The formats of the date and of the result stand from this index on. One stands for both; without any, the result is
     * written as the date is.
     */
    private static N1qlValue inZone(N1qlValue[] arguments, @Nullable ZoneId zone, int index) {
        if (!(arguments[0] instanceof N1qlString text)) {
            return N1qlValues.NULL;
        }
        N1qlValue read = index < arguments.length ? arguments[index] : N1qlValues.EMPTY_STRING;
        N1qlValue written =
                index < arguments.length ? arguments[arguments.length - 1] : N1qlValues.of(example(text.stringValue()));
        if (zone == null || !(read instanceof N1qlString from) || !(written instanceof N1qlString to)) {
            return N1qlValues.NULL;
        }
        ZonedDateTime date = date(text.stringValue(), from.stringValue());
        return date == null
                ? N1qlValues.NULL
                : N1qlValues.of(DateFormat.of(to.stringValue()).write(date.withZoneSameInstant(zone)));
    }

    private static N1qlValue toDuration(N1qlValue[] arguments) {
        DurationStyle style = style(arguments, DurationStyle.DEFAULT);
        if (style == null || !(arguments[0] instanceof N1qlString text)) {
            return N1qlValues.NULL;
        }
        return style.parse(text.stringValue());
    }

    private static N1qlValue ofDuration(N1qlValue[] arguments) {
        DurationStyle style = style(arguments, DurationStyle.LEGACY);
        return style != null && arguments[0] instanceof N1qlNumber nanos
                ? N1qlValues.of(style.text(nanos.longValue()))
                : N1qlValues.NULL;
    }

    private static @Nullable DurationStyle style(N1qlValue[] arguments, DurationStyle otherwise) {
        if (arguments.length < 2) {
            return otherwise;
        }
        if (!(arguments[1] instanceof N1qlString name)) {
            return null;
        }
        return name.stringValue().isEmpty() ? otherwise : DurationStyle.of(name.stringValue());
    }

    private static N1qlValue weekdayOfMillis(N1qlValue[] arguments) {
        ZoneId zone = arguments.length == 2 ? zone(arguments[1]) : DateZones.LOCAL;
        ZonedDateTime date = dateOfMillis(arguments[0]);
        return date == null || zone == null ? N1qlValues.NULL : weekday(date.withZoneSameInstant(zone));
    }

    private static N1qlValue weekdayOfText(String text) {
        DateText known = DateText.parse(text);
        return known == null ? N1qlValues.NULL : weekday(known.date());
    }

    private static N1qlValue weekday(ZonedDateTime date) {
        return N1qlValues.of(date.getDayOfWeek().getDisplayName(TextStyle.FULL, Locale.ENGLISH));
    }
}
