package dev.mayfly.face.mongo.language.expression;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.face.mongo.language.expression.value.DateValues;
import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import dev.mayfly.face.mongo.language.value.BsonText;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;

/** One field of a date: {@code {$year: date}} or {@code {$year: {date: ..., timezone: ...}}}. */
final class DateFieldOperators {
    private static final NamedArguments.Codes CODES =
            new NamedArguments.Codes(ArgumentWording.DATE_FIELD, 40535, 40535, 40539);

    private DateFieldOperators() {}

    static void register(Map<String, Operator> table) {
        table.put("$year", field(ZonedDateTime::getYear));
        table.put("$month", field(ZonedDateTime::getMonthValue));
        table.put("$dayOfMonth", field(ZonedDateTime::getDayOfMonth));
        table.put("$hour", field(ZonedDateTime::getHour));
        table.put("$minute", field(ZonedDateTime::getMinute));
        table.put("$second", field(ZonedDateTime::getSecond));
        table.put("$millisecond", field(time -> time.get(ChronoField.MILLI_OF_SECOND)));
        table.put("$tsSecond", part(5687301, timestamp -> Integer.toUnsignedLong(timestamp.getTime())));
        table.put("$tsIncrement", part(5687302, timestamp -> Integer.toUnsignedLong(timestamp.getInc())));
        table.put("$dayOfYear", field(ZonedDateTime::getDayOfYear));
        table.put("$dayOfWeek", field(DateValues::dayOfWeek));
        table.put("$week", field(DateValues::week));
        table.put("$isoDayOfWeek", field(time -> time.getDayOfWeek().getValue()));
        table.put("$isoWeek", field(time -> time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR)));
        table.put("$isoWeekYear", operator(time -> new BsonInt64(time.get(IsoFields.WEEK_BASED_YEAR))));
    }

    /** A part of a timestamp, as a long; of nothing, nothing. */
    private static Operator part(int code, ToLongFunction<BsonTimestamp> part) {
        return (name, argument, scope) -> Nary.one(value -> {
                    if (ExpressionValues.isNullish(value)) {
                        return ExpressionValues.NULL;
                    }
                    if (!value.isTimestamp()) {
                        throw location(
                                code, " Argument to " + name + " must be a timestamp, but is " + TypeNames.of(value));
                    }
                    return new BsonInt64(part.applyAsLong(value.asTimestamp()));
                })
                .compile(name, argument, scope);
    }

    private static Operator field(ToIntFunction<ZonedDateTime> field) {
        return operator(time -> new BsonInt32(field.applyAsInt(time)));
    }

    private static Operator operator(Function<ZonedDateTime, BsonValue> field) {
        return (name, argument, scope) -> {
            Expression date;
            Expression zone;
            if (isNamed(argument)) {
                NamedArguments named = NamedArguments.of(name, argument, scope, CODES, "date", "timezone");
                date = named.required("date");
                zone = named.optional("timezone");
            } else {
                var operands = Nary.operands(argument, scope);
                if (operands.size() != 1) {
                    throw location(
                            40536,
                            name + " accepts exactly one argument if given an array, but was given " + operands.size());
                }
                date = operands.getFirst();
                zone = new Literal(ExpressionValues.MISSING);
            }
            boolean hasZone = isNamed(argument) && argument.asDocument().containsKey("timezone");
            return (root, variables) -> {
                BsonValue instant = date.evaluate(root, variables);
                BsonValue zoneName = zone.evaluate(root, variables);
                if (ExpressionValues.isNullish(instant) || (hasZone && ExpressionValues.isNullish(zoneName))) {
                    return ExpressionValues.NULL;
                }
                return field.apply(DateValues.at(DateValues.millis(instant), zone(name, zoneName)));
            };
        };
    }

    private static ZoneId zone(String name, BsonValue zone) {
        if (!ExpressionValues.isNullish(zone) && !zone.isString()) {
            throw location(
                    40533,
                    name + " requires a string for the timezone argument, but was given a " + TypeNames.of(zone) + " ("
                            + BsonText.of(zone) + ")");
        }
        return DateValues.zone(zone);
    }

    private static boolean isNamed(BsonValue argument) {
        return argument.isDocument()
                && (argument.asDocument().isEmpty()
                        || !argument.asDocument().getFirstKey().startsWith("$"));
    }
}
