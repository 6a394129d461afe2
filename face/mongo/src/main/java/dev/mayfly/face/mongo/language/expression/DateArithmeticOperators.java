package dev.mayfly.face.mongo.language.expression;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.face.mongo.language.expression.value.CalendarUnits;
import dev.mayfly.face.mongo.language.expression.value.DateValues;
import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import dev.mayfly.face.mongo.language.value.BsonText;
import dev.mayfly.face.mongo.language.value.Numbers;
import dev.mayfly.face.mongo.language.value.Trees;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Map;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Dates moved, compared and cut off by calendar units, as they are counted in a time zone. */
final class DateArithmeticOperators {
    private static final NamedArguments.Codes ADD =
            new NamedArguments.Codes(ArgumentWording.MOVE_DATE, 5166400, 5166401, 5166402);
    private static final NamedArguments.Codes DIFF = new NamedArguments.Codes(
            ArgumentWording.ARGUMENT,
            5166301,
            5166302,
            Map.of("startDate", 5166303, "endDate", 5166304, "unit", 5166305));
    private static final NamedArguments.Codes TRUNC = new NamedArguments.Codes(
            ArgumentWording.TRUNCATE_DATE, 5439007, 5439008, Map.of("date", 5439009, "unit", 5439010));

    private static final BsonString SUNDAY = new BsonString("sunday");

    private DateArithmeticOperators() {}

    static void register(Map<String, Operator> table) {
        table.put("$dateAdd", (name, argument, scope) -> shift(name, argument, scope, 1));
        table.put("$dateSubtract", (name, argument, scope) -> shift(name, argument, scope, -1));
        table.put("$dateDiff", DateArithmeticOperators::difference);
        table.put("$dateTrunc", DateArithmeticOperators::truncate);
    }

    private static Expression shift(String name, BsonValue argument, Scope scope, int sign) {
        NamedArguments named = NamedArguments.of(name, argument, scope, ADD, "startDate", "unit", "amount", "timezone");
        Expression start = named.required("startDate");
        Expression unit = named.required("unit");
        Expression amount = named.required("amount");
        Expression zone = named.optional("timezone");
        boolean hasZone = named.has("timezone");
        return (root, variables) -> {
            BsonValue date = start.evaluate(root, variables);
            BsonValue unitName = unit.evaluate(root, variables);
            BsonValue count = amount.evaluate(root, variables);
            BsonValue zoneName = zone.evaluate(root, variables);
            if (ExpressionValues.isNullish(date)
                    || ExpressionValues.isNullish(unitName)
                    || ExpressionValues.isNullish(count)
                    || (hasZone && ExpressionValues.isNullish(zoneName))) {
                return ExpressionValues.NULL;
            }
            ZoneId at = DateValues.zone(zoneName);
            if (!DateValues.isDate(date)) {
                throw location(5166403, name + " requires startDate to be convertible to a date");
            }
            if (!unitName.isString()) {
                throw location(5166404, name + " expects string defining the time unit");
            }
            String unitOf = DateValues.unit(unitName.asString().getValue());
            Long whole = ExpressionValues.isNumber(count) ? Trees.wholeOf(count) : null;
            if (whole == null) {
                throw location(5166405, name + " expects integer amount of time units");
            }
            if (sign < 0 && whole == Long.MIN_VALUE) {
                throw location(6045000, "invalid $dateSubtract 'amount' parameter value: " + whole);
            }
            ZonedDateTime time = DateValues.at(DateValues.millis(date), at);
            return DateValues.date(moved(name, time, unitOf, sign, whole));
        };
    }

    private static ZonedDateTime moved(String name, ZonedDateTime time, String unit, int sign, long amount) {
        try {
            return CalendarUnits.plus(time, unit, Math.multiplyExact(sign, amount));
        } catch (ArithmeticException | DateTimeException _) {
            throw location(5166406, name + " overflowed");
        }
    }

    private static void requireDate(String name, String argument, int code, BsonValue value) {
        if (!DateValues.isDate(value)) {
            throw location(code, name + " requires '" + argument + "' to be a date, but got " + TypeNames.of(value));
        }
    }

    private static Expression difference(String name, BsonValue argument, Scope scope) {
        NamedArguments named = NamedArguments.of(
                name, argument, scope, DIFF, "startDate", "endDate", "unit", "timezone", "startOfWeek");
        Expression start = named.required("startDate");
        Expression end = named.required("endDate");
        Expression unit = named.required("unit");
        Expression zone = named.optional("timezone");
        Expression weekStart = weekStart(named);
        boolean hasZone = named.has("timezone");
        return (root, variables) -> {
            BsonValue from = start.evaluate(root, variables);
            BsonValue until = end.evaluate(root, variables);
            BsonValue unitName = unit.evaluate(root, variables);
            BsonValue zoneName = zone.evaluate(root, variables);
            BsonValue firstDay = isWeek(unitName) ? weekStart.evaluate(root, variables) : SUNDAY;
            if (ExpressionValues.isNullish(from)
                    || ExpressionValues.isNullish(until)
                    || ExpressionValues.isNullish(unitName)
                    || ExpressionValues.isNullish(firstDay)
                    || (hasZone && ExpressionValues.isNullish(zoneName))) {
                return ExpressionValues.NULL;
            }
            requireDate(name, "startDate", 5166307, from);
            requireDate(name, "endDate", 5166307, until);
            ZoneId at = DateValues.zoneOf(name, zoneName);
            return new BsonInt64(CalendarUnits.between(
                    DateValues.at(DateValues.millis(from), at),
                    DateValues.at(DateValues.millis(until), at),
                    DateValues.unit(name, unitName),
                    DateValues.startOfWeek(name, firstDay)));
        };
    }

    private static Expression weekStart(NamedArguments named) {
        return named.has("startOfWeek") ? named.required("startOfWeek") : new Literal(SUNDAY);
    }

    /** Weeks alone have a first day: for other units it is not looked at. */
    private static boolean isWeek(BsonValue unit) {
        return unit.isString() && unit.asString().getValue().equals("week");
    }

    private static Expression truncate(String name, BsonValue argument, Scope scope) {
        NamedArguments named =
                NamedArguments.of(name, argument, scope, TRUNC, "date", "unit", "binSize", "timezone", "startOfWeek");
        Expression date = named.required("date");
        Expression unit = named.required("unit");
        Expression bin = named.optional("binSize");
        Expression zone = named.optional("timezone");
        Expression weekStart = weekStart(named);
        boolean hasZone = named.has("timezone");
        boolean hasBin = named.has("binSize");
        return (root, variables) -> {
            BsonValue instant = date.evaluate(root, variables);
            BsonValue unitName = unit.evaluate(root, variables);
            BsonValue size = bin.evaluate(root, variables);
            BsonValue zoneName = zone.evaluate(root, variables);
            BsonValue firstDay = isWeek(unitName) ? weekStart.evaluate(root, variables) : SUNDAY;
            if (ExpressionValues.isNullish(instant)
                    || ExpressionValues.isNullish(unitName)
                    || ExpressionValues.isNullish(firstDay)
                    || (hasBin && ExpressionValues.isNullish(size))
                    || (hasZone && ExpressionValues.isNullish(zoneName))) {
                return ExpressionValues.NULL;
            }
            requireDate(name, "date", 5439012, instant);
            return DateValues.date(CalendarUnits.truncate(
                    DateValues.at(DateValues.millis(instant), DateValues.zoneOf(name, zoneName)),
                    DateValues.unit(name, unitName),
                    hasBin ? binSize(name, size) : 1,
                    DateValues.startOfWeek(name, firstDay)));
        };
    }

    private static long binSize(String name, BsonValue size) {
        Long whole = ExpressionValues.isNumber(size) ? Trees.wholeOf(size) : null;
        if (whole == null) {
            throw location(
                    5439017,
                    name + " requires 'binSize' to be a 64-bit integer, but got value '"
                            + BsonText.of(size) + "' of type "
                            + TypeNames.of(size));
        }
        if (whole <= 0 || Numbers.longOf(size) > 100_000_000_000L) {
            throw location(5439018, name + " requires 'binSize' to be greater than 0, but got value " + whole);
        }
        return whole;
    }
}
