package dev.mayfly.face.mongo.language.expression;

import static dev.mayfly.face.mongo.language.value.Refusals.location;

import dev.mayfly.face.mongo.language.value.BsonText;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/** Dates taken into their parts and put together from them. */
final class DatePartsOperators {
    private static final NamedArguments.Codes TO = new NamedArguments.Codes(40524, 40520, 40522);
    private static final NamedArguments.Codes FROM = new NamedArguments.Codes(40519, 40518, 40516);
    private static final List<String> NUMBERS = List.of(
            "year",
            "month",
            "day",
            "isoWeekYear",
            "isoWeek",
            "isoDayOfWeek",
            "hour",
            "minute",
            "second",
            "millisecond");

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
        return (root, variables) -> {
            BsonValue instant = date.evaluate(root, variables);
            BsonValue zoneName = zone.evaluate(root, variables);
            BsonValue isIso = iso.evaluate(root, variables);
            if (Values.isNullish(instant) || (hasZone && Values.isNullish(zoneName))) {
                return Values.NULL;
            }
            if (!isIso.isBoolean() && !Values.isNullish(isIso)) {
                throw location(40521, "iso8601 must evaluate to a bool, found " + TypeNames.of(isIso));
            }
            ZonedDateTime time = DateValues.at(DateValues.millis(instant), DateValues.zone(name, zoneName));
            return parts(time, Values.isTrue(isIso));
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
        String[] allowed = new String[NUMBERS.size() + 1];
        NUMBERS.toArray(allowed);
        allowed[NUMBERS.size()] = "timezone";
        NamedArguments named = NamedArguments.of(name, argument, scope, FROM, allowed);
        boolean iso = named.has("isoWeekYear");
        if (!iso && !named.has("year")) {
            throw location(40516, "$dateFromParts requires either 'year' or 'isoWeekYear' to be present");
        }
        Map<String, Expression> parts = new LinkedHashMap<>();
        NUMBERS.stream().filter(named::has).forEach(part -> parts.put(part, named.required(part)));
        Expression zone = named.optional("timezone");
        boolean hasZone = named.has("timezone");
        return (root, variables) -> {
            Map<String, Integer> numbers = new LinkedHashMap<>();
            for (Map.Entry<String, Expression> part : parts.entrySet()) {
                BsonValue value = part.getValue().evaluate(root, variables);
                if (Values.isNullish(value)) {
                    return Values.NULL;
                }
                numbers.put(part.getKey(), number(part.getKey(), value));
            }
            BsonValue zoneName = zone.evaluate(root, variables);
            if (hasZone && Values.isNullish(zoneName)) {
                return Values.NULL;
            }
            return DateValues.date(time(numbers, iso), DateValues.zone(name, zoneName));
        };
    }

    private static int number(String part, BsonValue value) {
        Integer whole = Values.isNumber(value) ? Values.intOf(value) : null;
        if (whole == null) {
            throw location(
                    40515,
                    "'" + part + "' must evaluate to an integer, found " + TypeNames.of(value) + " with value "
                            + BsonText.of(value));
        }
        boolean isYear = part.equals("year") || part.equals("isoWeekYear");
        if (isYear && (whole < 1 || whole > 9999)) {
            throw location(40523, "'" + part + "' must evaluate to an integer in the range 1 to 9999, found " + whole);
        }
        return whole;
    }

    /** Parts out of range carry over: month 13 is January of the next year. */
    private static LocalDateTime time(Map<String, Integer> numbers, boolean iso) {
        try {
            return day(numbers, iso)
                    .atStartOfDay()
                    .plusHours(numbers.getOrDefault("hour", 0))
                    .plusMinutes(numbers.getOrDefault("minute", 0))
                    .plusSeconds(numbers.getOrDefault("second", 0))
                    .plusNanos(numbers.getOrDefault("millisecond", 0) * 1_000_000L);
        } catch (DateTimeException _) {
            throw DateValues.overflow();
        }
    }

    private static LocalDate day(Map<String, Integer> numbers, boolean iso) {
        if (iso) {
            return LocalDate.of(numbers.getOrDefault("isoWeekYear", 1970), 1, 4)
                    .with(IsoFields.WEEK_OF_WEEK_BASED_YEAR, 1)
                    .with(ChronoField.DAY_OF_WEEK, 1)
                    .plusWeeks(numbers.getOrDefault("isoWeek", 1) - 1L)
                    .plusDays(numbers.getOrDefault("isoDayOfWeek", 1) - 1L);
        }
        return LocalDate.of(numbers.getOrDefault("year", 1970), 1, 1)
                .plusMonths(numbers.getOrDefault("month", 1) - 1L)
                .plusDays(numbers.getOrDefault("day", 1) - 1L);
    }
}
