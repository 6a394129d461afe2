package dev.mayfly.face.mongo.language.aggregation;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.badValue;
import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.face.mongo.language.expression.value.CalendarUnits;
import dev.mayfly.face.mongo.language.expression.value.Sum;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.language.value.Decimals;
import dev.mayfly.face.mongo.language.value.Numbers;
import dev.mayfly.face.mongo.language.value.Trees;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.jspecify.annotations.Nullable;

/**
 * The values that {@code $densify} wants to be there: so far from one to the next, between bounds.
 *
 * @param unit of time, or null for numbers
 * @param lower the first value if the bounds are given, else null
 * @param upper the value that is not reached any more if the bounds are given, else null
 */
record DensifyRange(
        Extent extent,
        BsonValue step,
        @Nullable String unit,
        @Nullable BsonValue lower,
        @Nullable BsonValue upper) {
    private static final Set<String> UNITS =
            Set.of("year", "quarter", "month", "week", "day", "hour", "minute", "second", "millisecond");

    /** The values that the bounds are taken from. */
    enum Extent {
        /** From the least value of all to the greatest, in every partition. */
        FULL,
        /** From the least value of a partition to its greatest. */
        PARTITION,
        /** From one value to another that are given. */
        GIVEN
    }

    static DensifyRange of(BsonValue argument, boolean partitioned) {
        if (!argument.isDocument()) {
            throw DensifyStage.wrongType("$densify.range", argument, "object");
        }
        BsonDocument range = argument.asDocument();
        for (String field : range.keySet()) {
            if (!Set.of("step", "unit", "bounds").contains(field)) {
                throw DensifyStage.unknown("$densify.range." + field);
            }
        }
        BsonValue step = DensifyStage.required(range, "step", "$densify.range.step");
        BsonValue bounds = DensifyStage.required(range, "bounds", "$densify.range.bounds");
        if (!Trees.isNumber(step) || !(Numbers.doubleOf(step) > 0)) {
            throw location(
                    5733401, "the step parameter in a range statement must be a strictly positive numeric value");
        }
        String unit = unit(range.get("unit", BsonNull.VALUE), step);
        return bounds.isString() ? named(bounds.asString(), step, unit, partitioned) : given(bounds, step, unit);
    }

    private static @Nullable String unit(BsonValue unit, BsonValue step) {
        if (unit.isNull()) {
            return null;
        }
        if (!unit.isString() || !UNITS.contains(unit.asString().getValue())) {
            throw badValue("unknown time unit value: "
                    + (unit.isString() ? unit.asString().getValue() : unit));
        }
        if (Trees.wholeOf(step) == null) {
            throw location(
                    6586405,
                    "The step parameter in a range statement must be a whole number when densifying a date range");
        }
        return unit.asString().getValue();
    }

    private static DensifyRange named(BsonString bounds, BsonValue step, @Nullable String unit, boolean partitioned) {
        return switch (bounds.getValue()) {
            case "full" -> new DensifyRange(Extent.FULL, step, unit, null, null);
            case "partition" -> {
                if (!partitioned) {
                    throw location(
                            5733408,
                            "one may not specify the bounds as 'partition' without specifying a non-empty array of"
                                    + " partitionByFields. You may have meant to specify 'full' bounds.");
                }
                yield new DensifyRange(Extent.PARTITION, step, unit, null, null);
            }
            default ->
                throw location(
                        5733402,
                        "the bounds in a range statement must be the string 'full', 'partition', or an ascending array of"
                                + " two numbers or two dates");
        };
    }

    private static DensifyRange given(BsonValue bounds, BsonValue step, @Nullable String unit) {
        BsonArray both = bounds.isArray() ? bounds.asArray() : new BsonArray();
        if (both.size() != 2) {
            throw location(
                    5733403, "a bounding array in a range statement must have exactly two elements, numbers or dates");
        }
        for (BsonValue bound : both) {
            boolean fits = unit == null ? Trees.isNumber(bound) : bound.isDateTime();
            if (!fits) {
                throw location(
                        unit == null ? 5733406 : 5733405,
                        "a bounding array must be of numbers, or of dates together with a unit");
            }
        }
        if (Collation.SIMPLE.compare(both.get(0), both.get(1)) > 0) {
            throw location(5733404, "the bounds in a range statement must be in ascending order");
        }
        return new DensifyRange(Extent.GIVEN, step, unit, both.get(0), both.get(1));
    }

    /** @throws dev.mayfly.face.mongo.language.error.QueryException for a value that the steps cannot lead to */
    void check(BsonValue value) {
        if (!Trees.isNumber(value) && !value.isDateTime()) {
            throw location(
                    5733201,
                    "Densify field type must be numeric or a date, but found value of type " + TypeNames.of(value));
        }
        if (value.isDateTime() && unit == null) {
            throw location(
                    6586400, "Encountered date densify value in collection when step does not have a date unit.");
        }
        if (!value.isDateTime() && unit != null) {
            throw location(6053600, "Encountered numeric densify value in collection when step has a date unit.");
        }
    }

    /** Returns the value the given number of steps after the first. */
    BsonValue at(BsonValue first, long steps) {
        if (steps == 0) {
            return first;
        }
        if (unit == null) {
            Sum sum = new Sum();
            sum.add(first);
            sum.add(times(steps));
            return sum.value();
        }
        try {
            long amount = Math.multiplyExact(Numbers.longOf(step), steps);
            var time = Instant.ofEpochMilli(first.asDateTime().getValue()).atZone(ZoneOffset.UTC);
            return new BsonDateTime(
                    CalendarUnits.plus(time, unit, amount).toInstant().toEpochMilli());
        } catch (ArithmeticException | DateTimeException _) {
            throw location(6586402, "the dates of $densify run out of range");
        }
    }

    private BsonValue times(long steps) {
        return switch (step.getBsonType()) {
            case DOUBLE -> new BsonDouble(step.asDouble().getValue() * steps);
            case DECIMAL128 -> new BsonDecimal128(Decimals.multiply(Decimals.of(step), new Decimal128(steps)));
            case INT32 -> narrowed(Numbers.longOf(step) * steps);
            default -> new BsonInt64(Numbers.longOf(step) * steps);
        };
    }

    /** Returns the value as an int if it fits, and as a long otherwise. */
    private static BsonValue narrowed(long value) {
        return value == (int) value ? new BsonInt32((int) value) : new BsonInt64(value);
    }

    /** Returns whether a value between two documents, or after the last, is still in the range. */
    boolean reaches(BsonValue value, BsonValue last) {
        return extent == Extent.GIVEN
                ? Collation.SIMPLE.compare(value, last) < 0
                : Collation.SIMPLE.compare(value, last) <= 0;
    }

    static boolean isNothing(BsonValue value) {
        return value.isNull() || value.getBsonType() == BsonType.UNDEFINED;
    }
}
