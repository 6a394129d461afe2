package dev.mayfly.face.mongo.language.expression;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.expression.value.DateValues;
import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import dev.mayfly.face.mongo.language.value.BsonText;
import dev.mayfly.face.mongo.language.value.Trees;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/** Dates taken into their parts and put together from them. */
final class DatePartsOperators {
    private static final NamedArguments.Codes TO =
            new NamedArguments.Codes(ArgumentWording.ARGUMENT, 40524, 40520, 40522);
    private static final NamedArguments.Codes FROM =
            new NamedArguments.Codes(ArgumentWording.ARGUMENT, 40519, 40518, 40516);
    private static final List<String> NATURAL = List.of("year", "month", "day");
    private static final List<String> ISO = List.of("isoWeekYear", "isoWeek", "isoDayOfWeek");
    private static final List<String> CLOCK = List.of("hour", "minute", "second", "millisecond");
    private static final int PART_MAX = 32_767;
    private static final int PART_MIN = -32_768;

    private DatePartsOperators() {}

    static void register(Map<String, Operator> table) {
        table.put("$dateToParts", DatePartsOperators::toParts);
        table.put("$dateFromParts", DatePartsOperators::fromParts);
    }

    private static Expression toParts(String name, BsonValue argument, Scope scope) {
        NamedArguments named = NamedArguments.of(name, argument, scope, TO, "date", "timezone", "iso8601");
        Expression date = named.required("date");
        Expression zone = named.optional("timezone");
        Expression iso = named.optional("iso8601");
        boolean hasZone = named.has("timezone");
        boolean hasIso = named.has("iso8601");
        return (root, variables) -> {
            BsonValue instant = date.evaluate(root, variables);
            BsonValue zoneName = zone.evaluate(root, variables);
            BsonValue isIso = iso.evaluate(root, variables);
            ZoneId at = DateValues.zone(zoneName);
            if ((hasZone && ExpressionValues.isNullish(zoneName)) || (hasIso && ExpressionValues.isNullish(isIso))) {
                return ExpressionValues.NULL;
            }
            if (hasIso && !isIso.isBoolean()) {
                throw location(40521, "iso8601 must evaluate to a bool, found " + TypeNames.of(isIso));
            }
            if (ExpressionValues.isNullish(instant)) {
                return ExpressionValues.NULL;
            }
            return parts(DateValues.at(DateValues.millis(instant), at), ExpressionValues.isTrue(isIso));
        };
    }

    private static BsonDocument parts(ZonedDateTime time, boolean iso) {
        BsonDocument parts = new BsonDocument();
        if (iso) {
            put(parts, "isoWeekYear", time.get(IsoFields.WEEK_BASED_YEAR));
            put(parts, "isoWeek", time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
            put(parts, "isoDayOfWeek", time.getDayOfWeek().getValue());
        } else {
            put(parts, "year", time.getYear());
            put(parts, "month", time.getMonthValue());
            put(parts, "day", time.getDayOfMonth());
        }
        put(parts, "hour", time.getHour());
        put(parts, "minute", time.getMinute());
        put(parts, "second", time.getSecond());
        put(parts, "millisecond", time.get(ChronoField.MILLI_OF_SECOND));
        return parts;
    }

    private static void put(BsonDocument parts, String name, int value) {
        parts.put(name, new BsonInt32(value));
    }

    private static Expression fromParts(String name, BsonValue argument, Scope scope) {
        List<String> numbers =
                Stream.of(NATURAL, ISO, CLOCK).flatMap(List::stream).toList();
        String[] allowed =
                Stream.concat(numbers.stream(), Stream.of("timezone")).toArray(String[]::new);
        NamedArguments named = NamedArguments.of(name, argument, scope, FROM, allowed);
        boolean iso = named.has("isoWeekYear");
        requireOneKind(named, iso);
        Map<String, Expression> parts = new LinkedHashMap<>();
        numbers.stream().filter(named::has).forEach(part -> parts.put(part, named.required(part)));
        Expression zone = named.optional("timezone");
        boolean hasZone = named.has("timezone");
        return (root, variables) -> {
            BsonValue zoneName = zone.evaluate(root, variables);
            ZoneId at = DateValues.zone(zoneName);
            if (hasZone && ExpressionValues.isNullish(zoneName)) {
                return ExpressionValues.NULL;
            }
            Map<String, Long> values = new LinkedHashMap<>();
            for (Map.Entry<String, Expression> part : parts.entrySet()) {
                BsonValue value = part.getValue().evaluate(root, variables);
                if (ExpressionValues.isNullish(value)) {
                    return ExpressionValues.NULL;
                }
                values.put(part.getKey(), number(part.getKey(), value));
            }
            return DateValues.date(time(values, iso), at);
        };
    }

    private static void requireOneKind(NamedArguments named, boolean iso) {
        if (!iso && !named.has("year")) {
            throw location(40516, "$dateFromParts requires either 'year' or 'isoWeekYear' to be present");
        }
        if (named.has("year") && ISO.stream().anyMatch(named::has)) {
            throw location(40489, "$dateFromParts does not allow mixing natural dates with ISO dates");
        }
        if (iso && NATURAL.stream().anyMatch(named::has)) {
            throw location(40525, "$dateFromParts does not allow mixing ISO dates with natural dates");
        }
    }

    /** Years have a range of their own, seconds and milliseconds none: they may count from any beginning. */
    private static long number(String part, BsonValue value) {
        Long whole = ExpressionValues.isNumber(value) ? Trees.wholeOf(value) : null;
        if (whole == null) {
            throw location(
                    40515,
                    "'" + part + "' must evaluate to an integer, found " + TypeNames.of(value) + " with value "
                            + BsonText.of(value));
        }
        switch (part) {
            case "year", "isoWeekYear" -> {
                if (whole < 1 || whole > 9999) {
                    int code = part.equals("year") ? 40523 : 31095;
                    throw location(
                            code, "'" + part + "' must evaluate to an integer in the range 1 to 9999, found " + whole);
                }
            }
            case "second", "millisecond" -> {}
            default -> {
                if (whole < PART_MIN || whole > PART_MAX) {
                    throw location(
                            31034,
                            "'" + part + "' must evaluate to a value in the range [" + PART_MIN + ", " + PART_MAX
                                    + "]; value " + whole + " is not in range");
                }
            }
        }
        return whole;
    }

    /** Parts out of range carry over: month 13 is January of the next year. MongoDB counts in microseconds. */
    private static LocalDateTime time(Map<String, Long> numbers, boolean iso) {
        try {
            return day(numbers, iso)
                    .atStartOfDay()
                    .plusHours(numbers.getOrDefault("hour", 0L))
                    .plusMinutes(numbers.getOrDefault("minute", 0L))
                    .plusSeconds(numbers.getOrDefault("second", 0L))
                    .plus(Math.multiplyExact(numbers.getOrDefault("millisecond", 0L), 1000L), ChronoUnit.MICROS);
        } catch (DateTimeException | ArithmeticException _) {
            throw new QueryException(
                    159,
                    "DurationOverflow",
                    "Overflow casting from a lower-precision duration to a higher-precision duration");
        }
    }

    private static LocalDate day(Map<String, Long> numbers, boolean iso) {
        if (iso) {
            return LocalDate.of((int) (long) numbers.getOrDefault("isoWeekYear", 1970L), 1, 4)
                    .with(IsoFields.WEEK_OF_WEEK_BASED_YEAR, 1)
                    .with(ChronoField.DAY_OF_WEEK, 1)
                    .plusWeeks(numbers.getOrDefault("isoWeek", 1L) - 1)
                    .plusDays(numbers.getOrDefault("isoDayOfWeek", 1L) - 1);
        }
        return LocalDate.of((int) (long) numbers.getOrDefault("year", 1970L), 1, 1)
                .plusMonths(numbers.getOrDefault("month", 1L) - 1)
                .plusDays(numbers.getOrDefault("day", 1L) - 1);
    }
}
