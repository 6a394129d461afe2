package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.face.couchbase.language.date.DateFormat;
import dev.mayfly.face.couchbase.language.date.DateText;
import dev.mayfly.face.couchbase.language.date.DateZones;
import dev.mayfly.face.couchbase.language.value.NumberValue;
import dev.mayfly.face.couchbase.language.value.StringValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
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

    static void addTo(FunctionTable table) {
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

    private static void now(FunctionTable table, String word) {
        table.addMomentary(word + "_MILLIS", 0, 0, (moment, _) -> Values.of(moment.nowMillis()));
        table.addMomentary(word + "_STR", 0, 1, (moment, arguments) -> now(moment, DateZones.LOCAL, arguments, 0));
        table.alias(word + "_LOCAL", word + "_STR");
        table.addMomentary(word + "_UTC", 0, 1, (moment, arguments) -> now(moment, DateZones.LOCAL, arguments, 0));
        table.addMomentary(word + "_TZ", 1, 2, (moment, arguments) -> now(moment, zone(arguments[0]), arguments, 1));
    }

    private static Value now(Moment moment, @Nullable ZoneId zone, Value[] arguments, int format) {
        Value unknown = FunctionTable.firstUnknown(arguments);
        DateFormat form = format(arguments, format);
        if (unknown.isUnknown() || form == null || zone == null) {
            return unknown.isMissing() ? unknown : Values.NULL;
        }
        return Values.of(form.write(Instant.ofEpochMilli(moment.nowMillis()).atZone(zone)));
    }

    /** NULL of what no calendar has. */
    private static Function<Value[], Value> checked(Function<Value[], Value> function) {
        return arguments -> {
            try {
                return function.apply(arguments);
            } catch (DateTimeException | ArithmeticException _) {
                return Values.NULL;
            }
        };
    }

    private static @Nullable ZoneId zone(Value name) {
        return name instanceof StringValue text ? DateZones.of(text.stringValue()) : null;
    }

    /** The format that an optional argument names; null if it is no string. */
    private static @Nullable DateFormat format(Value[] arguments, int index) {
        if (index >= arguments.length) {
            return DateFormat.DEFAULT;
        }
        return arguments[index] instanceof StringValue format ? DateFormat.of(format.stringValue()) : null;
    }

    /** The date of milliseconds since the epoch, or null. */
    static @Nullable ZonedDateTime dateOfMillis(Value value) {
        return value instanceof NumberValue number && Double.isFinite(number.doubleValue())
                ? Instant.ofEpochMilli(number.longValue()).atZone(DateZones.LOCAL)
                : null;
    }

    /** The date that a string says, or null. */
    static @Nullable DateText dateOfText(Value value) {
        return value instanceof StringValue text ? DateText.parse(text.stringValue()) : null;
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
    static Value millis(ZonedDateTime date) {
        return Values.of(date.toInstant().plusNanos(500_000).toEpochMilli());
    }

    private static Value addMillis(Value[] arguments) {
        ZonedDateTime date = dateOfMillis(arguments[0]);
        if (date == null || !FunctionTable.isLong(arguments[1]) || !(arguments[2] instanceof StringValue part)) {
            return Values.NULL;
        }
        return millis(DatePart.add(date, FunctionTable.longOf(arguments[1]), part.stringValue()));
    }

    private static Value addText(Value[] arguments) {
        DateText text = dateOfText(arguments[0]);
        if (text == null || !FunctionTable.isLong(arguments[1]) || !(arguments[2] instanceof StringValue part)) {
            return Values.NULL;
        }
        ZonedDateTime added = DatePart.add(text.date(), FunctionTable.longOf(arguments[1]), part.stringValue());
        return Values.of(text.format().write(added));
    }

    private static Value millisDifference(Value[] arguments, boolean absolute) {
        return difference(dateOfMillis(arguments[0]), dateOfMillis(arguments[1]), arguments[2], absolute);
    }

    private static Value textDifference(Value[] arguments, boolean absolute) {
        DateText a = dateOfText(arguments[0]);
        DateText b = dateOfText(arguments[1]);
        return a == null || b == null ? Values.NULL : difference(a.date(), b.date(), arguments[2], absolute);
    }

    private static Value difference(
            @Nullable ZonedDateTime a, @Nullable ZonedDateTime b, Value part, boolean absolute) {
        if (a == null || b == null || !(part instanceof StringValue name)) {
            return Values.NULL;
        }
        long parts = DatePart.difference(a, b, name.stringValue());
        return Values.of(absolute ? Math.abs(parts) : parts);
    }

    /** The format of the result is the last argument, that of the date the one before it. */
    private static Value format(Value[] arguments) {
        int last = arguments.length - 1;
        if (!(arguments[0] instanceof StringValue text)
                || !(arguments[last] instanceof StringValue result)
                || !(arguments[1] instanceof StringValue format)) {
            return Values.NULL;
        }
        ZonedDateTime date = date(text.stringValue(), last == 2 ? format.stringValue() : "");
        return date == null
                ? Values.NULL
                : Values.of(DateFormat.of(result.stringValue()).write(date));
    }

    private static Value partOfMillis(Value[] arguments) {
        ZoneId zone = arguments.length == 3 ? zone(arguments[2]) : DateZones.LOCAL;
        ZonedDateTime date = dateOfMillis(arguments[0]);
        return zone == null || date == null || !(arguments[1] instanceof StringValue part)
                ? Values.NULL
                : Values.of(DatePart.of(date.withZoneSameInstant(zone), part.stringValue()));
    }

    private static Value partOfText(Value[] arguments) {
        DateText text = dateOfText(arguments[0]);
        return text == null || !(arguments[1] instanceof StringValue part)
                ? Values.NULL
                : Values.of(DatePart.of(text.date(), part.stringValue()));
    }

    private static Value truncateMillis(Value[] arguments) {
        ZonedDateTime date = dateOfMillis(arguments[0]);
        return date == null || !(arguments[1] instanceof StringValue part)
                ? Values.NULL
                : millis(DatePart.truncate(date, part.stringValue()));
    }

    private static Value truncateText(Value[] arguments) {
        if (!(arguments[0] instanceof StringValue text) || !(arguments[1] instanceof StringValue part)) {
            return Values.NULL;
        }
        Value given = arguments.length == 3 ? arguments[2] : Values.of(example(text.stringValue()));
        if (!(given instanceof StringValue format)) {
            return Values.NULL;
        }
        ZonedDateTime date = date(text.stringValue(), format.stringValue());
        return date == null
                ? Values.NULL
                : Values.of(DateFormat.of(format.stringValue()).write(DatePart.truncate(date, part.stringValue())));
    }

    private static Value toMillis(Value[] arguments) {
        Value given = arguments.length == 2 ? arguments[1] : Values.EMPTY_STRING;
        if (!(arguments[0] instanceof StringValue text) || !(given instanceof StringValue format)) {
            return Values.NULL;
        }
        ZonedDateTime date = date(text.stringValue(), format.stringValue());
        return date == null ? Values.NULL : millis(date);
    }

    private static Value ofMillis(Value[] arguments, @Nullable ZoneId zone, int index) {
        ZonedDateTime date = dateOfMillis(arguments[0]);
        DateFormat format = format(arguments, index);
        if (date == null || zone == null || format == null) {
            return Values.NULL;
        }
        return Values.of(format.write(date.withZoneSameInstant(zone)));
    }

    /**
     * The formats of the date and of the result stand from this index on. One stands for both; without any, the result is
     * written as the date is.
     */
    private static Value inZone(Value[] arguments, @Nullable ZoneId zone, int index) {
        if (!(arguments[0] instanceof StringValue text)) {
            return Values.NULL;
        }
        Value read = index < arguments.length ? arguments[index] : Values.EMPTY_STRING;
        Value written =
                index < arguments.length ? arguments[arguments.length - 1] : Values.of(example(text.stringValue()));
        if (zone == null || !(read instanceof StringValue from) || !(written instanceof StringValue to)) {
            return Values.NULL;
        }
        ZonedDateTime date = date(text.stringValue(), from.stringValue());
        return date == null
                ? Values.NULL
                : Values.of(DateFormat.of(to.stringValue()).write(date.withZoneSameInstant(zone)));
    }

    private static Value toDuration(Value[] arguments) {
        DurationStyle style = style(arguments, DurationStyle.DEFAULT);
        if (style == null || !(arguments[0] instanceof StringValue text)) {
            return Values.NULL;
        }
        return style.parse(text.stringValue());
    }

    private static Value ofDuration(Value[] arguments) {
        DurationStyle style = style(arguments, DurationStyle.LEGACY);
        return style != null && arguments[0] instanceof NumberValue nanos
                ? Values.of(style.text(nanos.longValue()))
                : Values.NULL;
    }

    private static @Nullable DurationStyle style(Value[] arguments, DurationStyle otherwise) {
        if (arguments.length < 2) {
            return otherwise;
        }
        if (!(arguments[1] instanceof StringValue name)) {
            return null;
        }
        return name.stringValue().isEmpty() ? otherwise : DurationStyle.of(name.stringValue());
    }

    private static Value weekdayOfMillis(Value[] arguments) {
        ZoneId zone = arguments.length == 2 ? zone(arguments[1]) : DateZones.LOCAL;
        ZonedDateTime date = dateOfMillis(arguments[0]);
        return date == null || zone == null ? Values.NULL : weekday(date.withZoneSameInstant(zone));
    }

    private static Value weekdayOfText(String text) {
        DateText known = DateText.parse(text);
        return known == null ? Values.NULL : weekday(known.date());
    }

    private static Value weekday(ZonedDateTime date) {
        return Values.of(date.getDayOfWeek().getDisplayName(TextStyle.FULL, Locale.ENGLISH));
    }
}
