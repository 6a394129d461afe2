package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.face.couchbase.language.value.NumberValue;
import dev.mayfly.face.couchbase.language.value.StringValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.Durations;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Functions of dates, as texts and as milliseconds since the epoch. The server's own zone is UTC. All that says now means
 * the instant of the request.
 */
final class DateFunctions {
    private static final ZoneId LOCAL = ZoneOffset.UTC;
    private static final int RANGE_MAX = 100_000;
    private static final long MILLIS_MAX = 253_402_300_799_999L;

    private DateFunctions() {}

    static void addTo(FunctionTable table) {
        now(table, "CLOCK");
        now(table, "NOW");
        table.add("DATE_ADD_MILLIS", 3, 3, checked(DateFunctions::addMillis));
        table.add("DATE_ADD_STR", 3, 3, checked(DateFunctions::addText));
        table.add("DATE_DIFF_MILLIS", 3, 3, checked(arguments -> difference(arguments, false)));
        table.add("DATE_DIFF_STR", 3, 3, checked(arguments -> difference(arguments, false)));
        table.add("DATE_DIFF_ABS_MILLIS", 3, 3, checked(arguments -> difference(arguments, true)));
        table.add("DATE_DIFF_ABS_STR", 3, 3, checked(arguments -> difference(arguments, true)));
        table.add("DATE_FORMAT_STR", 2, 3, checked(DateFunctions::format));
        table.add("DATE_PART_MILLIS", 2, 3, checked(DateFunctions::partOfMillis));
        table.add("DATE_PART_STR", 2, 2, checked(DateFunctions::partOfText));
        table.add("DATE_RANGE_MILLIS", 3, 4, checked(DateFunctions::range));
        table.add("DATE_RANGE_STR", 3, 4, checked(DateFunctions::range));
        table.add("DATE_TRUNC_MILLIS", 2, 2, checked(DateFunctions::truncate));
        table.add("DATE_TRUNC_STR", 2, 3, checked(DateFunctions::truncate));
        table.add("STR_TO_MILLIS", 1, 2, checked(DateFunctions::toMillis));
        table.alias("MILLIS", "STR_TO_MILLIS");
        table.add("MILLIS_TO_STR", 1, 2, checked(arguments -> ofMillis(arguments, LOCAL, 1)));
        table.alias("MILLIS_TO_LOCAL", "MILLIS_TO_STR");
        table.add("MILLIS_TO_UTC", 1, 2, checked(arguments -> ofMillis(arguments, ZoneOffset.UTC, 1)));
        table.add("MILLIS_TO_ZONE_NAME", 2, 3, checked(arguments -> ofMillis(arguments, zone(arguments[1]), 2)));
        table.alias("MILLIS_TO_TZ", "MILLIS_TO_ZONE_NAME");
        table.add("STR_TO_UTC", 1, 2, checked(arguments -> inZone(arguments, ZoneOffset.UTC, 1)));
        table.add("STR_TO_ZONE_NAME", 2, 3, checked(arguments -> inZone(arguments, zone(arguments[1]), 2)));
        table.alias("STR_TO_TZ", "STR_TO_ZONE_NAME");
        table.add("STR_TO_DURATION", 1, 1, checked(DateFunctions::toDuration));
        table.add("DURATION_TO_STR", 1, 2, checked(DateFunctions::ofDuration));
        table.add("WEEKDAY_MILLIS", 1, 2, checked(DateFunctions::weekday));
        table.add("WEEKDAY_STR", 1, 1, checked(DateFunctions::weekday));
    }

    private static void now(FunctionTable table, String word) {
        table.addMomentary(word + "_MILLIS", 0, 0, (moment, _) -> Values.of(moment.nowMillis()));
        table.addMomentary(word + "_STR", 0, 1, (moment, arguments) -> now(moment, LOCAL, arguments, 0));
        table.alias(word + "_LOCAL", word + "_STR");
        table.addMomentary(word + "_UTC", 0, 1, (moment, arguments) -> now(moment, ZoneOffset.UTC, arguments, 0));
        table.addMomentary(word + "_TZ", 1, 2, (moment, arguments) -> now(moment, zone(arguments[0]), arguments, 1));
    }

    private static Value now(Moment moment, @Nullable ZoneId zone, Value[] arguments, int format) {
        Value unknown = FunctionTable.firstUnknown(arguments);
        DateText shape = shape(arguments, format);
        if (unknown.isUnknown() || shape == null || zone == null) {
            return unknown.isMissing() ? unknown : Values.NULL;
        }
        return Values.of(shape.at(date(moment.nowMillis(), zone)).text());
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

    private static ZonedDateTime date(long millis, ZoneId zone) {
        return ZonedDateTime.ofInstant(Instant.ofEpochMilli(millis), zone);
    }

    private static @Nullable ZoneId zone(Value name) {
        try {
            return name instanceof StringValue text ? ZoneId.of(text.stringValue()) : null;
        } catch (DateTimeException _) {
            return null;
        }
    }

    /** The shape that an optional argument asks for. */
    private static @Nullable DateText shape(Value[] arguments, int index) {
        if (index >= arguments.length) {
            return DateText.DEFAULT;
        }
        return arguments[index] instanceof StringValue format ? DateText.shape(format.stringValue()) : null;
    }

    /** A date of milliseconds or a text. */
    private static @Nullable DateText read(Value value) {
        if (value instanceof StringValue text) {
            return DateText.parse(text.stringValue(), LOCAL);
        }
        return value instanceof NumberValue number && Math.abs(number.doubleValue()) <= MILLIS_MAX
                ? DateText.DEFAULT.at(date(number.longValue(), LOCAL))
                : null;
    }

    private static String part(Value value) {
        return value instanceof StringValue text ? text.stringValue() : "";
    }

    private static Value millis(ZonedDateTime date) {
        return Values.of(date.toInstant().toEpochMilli());
    }

    private static Value addMillis(Value[] arguments) {
        ZonedDateTime added = added(arguments);
        return added == null ? Values.NULL : millis(added);
    }

    private static Value addText(Value[] arguments) {
        DateText read = read(arguments[0]);
        ZonedDateTime added = added(arguments);
        return read == null || added == null
                ? Values.NULL
                : Values.of(read.at(added).text());
    }

    private static @Nullable ZonedDateTime added(Value[] arguments) {
        DateText read = read(arguments[0]);
        if (read == null || !FunctionTable.isLong(arguments[1])) {
            return null;
        }
        return DatePart.add(read.instant(), FunctionTable.longOf(arguments[1]), part(arguments[2]));
    }

    private static Value difference(Value[] arguments, boolean absolute) {
        DateText a = read(arguments[0]);
        DateText b = read(arguments[1]);
        if (a == null || b == null) {
            return Values.NULL;
        }
        OptionalLong parts = DatePart.difference(a.instant(), b.instant(), part(arguments[2]));
        if (parts.isEmpty()) {
            return Values.NULL;
        }
        return Values.of(absolute ? Math.abs(parts.getAsLong()) : parts.getAsLong());
    }

    private static Value format(Value[] arguments) {
        DateText read = read(arguments[0]);
        DateText shape = shape(arguments, arguments.length - 1);
        return read == null || shape == null
                ? Values.NULL
                : Values.of(shape.at(read.instant()).text());
    }

    private static Value partOfMillis(Value[] arguments) {
        ZoneId zone = arguments.length == 3 ? zone(arguments[2]) : LOCAL;
        DateText read = read(arguments[0]);
        if (zone == null || read == null) {
            return Values.NULL;
        }
        return number(DatePart.of(read.instant().withZoneSameInstant(zone), part(arguments[1])));
    }

    private static Value partOfText(Value[] arguments) {
        DateText read = read(arguments[0]);
        return read == null ? Values.NULL : number(DatePart.of(read.instant(), part(arguments[1])));
    }

    private static Value number(OptionalLong number) {
        return number.isEmpty() ? Values.NULL : Values.of(number.getAsLong());
    }

    /** From the first date on, each a part later, as long as the second is not reached. */
    private static Value range(Value[] arguments) {
        DateText from = read(arguments[0]);
        DateText until = read(arguments[1]);
        Value step = arguments.length == 4 ? arguments[3] : Values.of(1);
        if (from == null || until == null || !FunctionTable.isLong(step) || FunctionTable.longOf(step) == 0) {
            return Values.NULL;
        }
        List<Value> dates = new ArrayList<>();
        boolean up = FunctionTable.longOf(step) > 0;
        ZonedDateTime at = from.instant();
        for (long i = 1; up ? at.isBefore(until.instant()) : at.isAfter(until.instant()); i++) {
            dates.add(
                    arguments[0] instanceof NumberValue
                            ? millis(at)
                            : Values.of(from.at(at).text()));
            at = DatePart.add(from.instant(), Math.multiplyExact(i, FunctionTable.longOf(step)), part(arguments[2]));
            if (at == null || dates.size() > RANGE_MAX) {
                return Values.NULL;
            }
        }
        return Values.array(dates);
    }

    private static Value truncate(Value[] arguments) {
        DateText read = read(arguments[0]);
        ZonedDateTime cut = read == null ? null : DatePart.truncate(read.instant(), part(arguments[1]));
        if (read == null || cut == null) {
            return Values.NULL;
        }
        DateText shape = arguments.length == 3 ? shape(arguments, 2) : read;
        if (shape == null) {
            return Values.NULL;
        }
        return arguments[0] instanceof NumberValue
                ? millis(cut)
                : Values.of(shape.at(cut).text());
    }

    private static Value toMillis(Value[] arguments) {
        DateText read = arguments[0] instanceof StringValue ? read(arguments[0]) : null;
        return read == null || shape(arguments, 1) == null ? Values.NULL : millis(read.instant());
    }

    private static Value ofMillis(Value[] arguments, @Nullable ZoneId zone, int format) {
        DateText read = arguments[0] instanceof NumberValue ? read(arguments[0]) : null;
        DateText shape = shape(arguments, format);
        if (read == null || zone == null || shape == null) {
            return Values.NULL;
        }
        return Values.of(shape.at(read.instant().withZoneSameInstant(zone)).text());
    }

    private static Value inZone(Value[] arguments, @Nullable ZoneId zone, int format) {
        DateText read = arguments[0] instanceof StringValue ? read(arguments[0]) : null;
        DateText shape = format < arguments.length ? shape(arguments, format) : read;
        if (read == null || zone == null || shape == null) {
            return Values.NULL;
        }
        return Values.of(shape.at(read.instant().withZoneSameInstant(zone)).text());
    }

    private static Value toDuration(Value[] arguments) {
        try {
            return arguments[0] instanceof StringValue text
                    ? Values.of(Durations.parse(text.stringValue()))
                    : Values.NULL;
        } catch (IllegalArgumentException _) {
            return Values.NULL;
        }
    }

    private static Value ofDuration(Value[] arguments) {
        return arguments[0] instanceof NumberValue nanos ? Values.of(Durations.text(nanos.longValue())) : Values.NULL;
    }

    private static Value weekday(Value[] arguments) {
        ZoneId zone = arguments.length == 2 ? zone(arguments[1]) : null;
        DateText read = read(arguments[0]);
        if (read == null || arguments.length == 2 && zone == null) {
            return Values.NULL;
        }
        ZonedDateTime date = zone == null ? read.instant() : read.instant().withZoneSameInstant(zone);
        return Values.of(date.getDayOfWeek().getDisplayName(TextStyle.FULL, Locale.ENGLISH));
    }
}
