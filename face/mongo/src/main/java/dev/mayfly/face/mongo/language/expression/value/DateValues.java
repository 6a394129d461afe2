package dev.mayfly.face.mongo.language.expression.value;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.failedToParse;
import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.zone.ZoneRulesProvider;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.bson.BsonDateTime;
import org.bson.BsonValue;

/** Operands of date operators: instants, time zones, units, days of the week. */
public final class DateValues {
    private static final Pattern OFFSET = Pattern.compile("[+-]\\d{2}(:?\\d{2})?");

    private DateValues() {}

    public static boolean isDate(BsonValue value) {
        return value.isDateTime() || value.isTimestamp() || value.isObjectId();
    }

    /** Milliseconds of a date, or of the date in a timestamp or an ObjectId. */
    public static long millis(BsonValue value) {
        return switch (value.getBsonType()) {
            case DATE_TIME -> value.asDateTime().getValue();
            case TIMESTAMP -> Integer.toUnsignedLong(value.asTimestamp().getTime()) * 1000;
            case OBJECT_ID ->
                Integer.toUnsignedLong(value.asObjectId().getValue().getTimestamp()) * 1000;
            default -> throw location(16006, "can't convert from BSON type " + TypeNames.of(value) + " to Date");
        };
    }

    public static ZonedDateTime at(long millis, ZoneId zone) {
        return Instant.ofEpochMilli(millis).atZone(zone);
    }

    public static BsonDateTime date(ZonedDateTime time) {
        return new BsonDateTime(millisOf(time));
    }

    public static long millisOf(ZonedDateTime time) {
        try {
            return time.toInstant().toEpochMilli();
        } catch (ArithmeticException _) {
            throw overflow();
        }
    }

    public static BsonDateTime date(LocalDateTime time, ZoneId zone) {
        return date(time.atZone(zone));
    }

    public static QueryException overflow() {
        return new QueryException(159, "DurationOverflow", "date overflow");
    }

    /** UTC if no zone is given. The caller answers null for a zone of null. */
    public static ZoneId zone(BsonValue zone) {
        if (ExpressionValues.isNullish(zone)) {
            return ZoneOffset.UTC;
        }
        if (!zone.isString()) {
            throw location(40517, "timezone must evaluate to a string, found " + TypeNames.of(zone));
        }
        return zone(zone.asString().getValue());
    }

    /** The zone of an operator that says which of its parameters is wrong. */
    public static ZoneId zoneOf(String operator, BsonValue zone) {
        return within(operator, "timezone", () -> zone(zone));
    }

    private static <T> T within(String operator, String parameter, Supplier<T> parsed) {
        try {
            return parsed.get();
        } catch (QueryException fault) {
            throw new QueryException(
                    fault.code(),
                    fault.codeName(),
                    operator + " parameter '" + parameter + "' value parsing failed :: caused by :: "
                            + fault.getMessage());
        }
    }

    public static ZoneId zone(String id) {
        if (OFFSET.matcher(id).matches()) {
            return offset(id);
        }
        return switch (id) {
            case "Z", "UTC", "GMT" -> ZoneOffset.UTC;
            case "EST" -> ZoneOffset.ofHours(-5);
            case "MST" -> ZoneOffset.ofHours(-7);
            case "HST" -> ZoneOffset.ofHours(-10);
            default -> region(id);
        };
    }

    private static ZoneId offset(String id) {
        try {
            return ZoneOffset.of(id.length() == 5 ? id.substring(0, 3) + ":" + id.substring(3) : id);
        } catch (DateTimeException _) {
            throw unknown(id);
        }
    }

    /** Accepts only names in the time zone database: neither Java's abbreviations nor its offsets after a name. */
    private static ZoneId region(String id) {
        if (!ZoneRulesProvider.getAvailableZoneIds().contains(id)) {
            throw unknown(id);
        }
        return ZoneId.of(id);
    }

    private static QueryException unknown(String id) {
        return location(40485, "unrecognized time zone identifier: \"" + id + "\"");
    }

    public static String unit(String name, BsonValue unit) {
        if (!unit.isString()) {
            throw location(5439013, name + " requires 'unit' to be a string, but got " + TypeNames.of(unit));
        }
        return within(name, "unit", () -> unit(unit.asString().getValue()));
    }

    public static String unit(String text) {
        switch (text) {
            case "year", "quarter", "month", "week", "day", "hour", "minute", "second", "millisecond" -> {}
            default -> throw failedToParse("unknown time unit value: " + text);
        }
        return text;
    }

    public static DayOfWeek startOfWeek(String name, BsonValue day) {
        if (!day.isString()) {
            throw location(5439015, name + " requires 'startOfWeek' to be a string, but got " + TypeNames.of(day));
        }
        String text = day.asString().getValue().toLowerCase(Locale.ROOT);
        for (DayOfWeek candidate : DayOfWeek.values()) {
            String full = candidate.name().toLowerCase(Locale.ROOT);
            if (text.equals(full) || text.equals(full.substring(0, 3))) {
                return candidate;
            }
        }
        throw location(
                5439016,
                name + " parameter 'startOfWeek' value cannot be recognized as a day of a week: "
                        + day.asString().getValue());
    }

    /** Sunday is 1. */
    public static int dayOfWeek(ZonedDateTime time) {
        return time.getDayOfWeek().getValue() % 7 + 1;
    }

    /** Weeks begin on Sundays; days before the first Sunday are in week 0. */
    public static int week(ZonedDateTime time) {
        return (time.getDayOfYear() + 7 - dayOfWeek(time)) / 7;
    }
}
