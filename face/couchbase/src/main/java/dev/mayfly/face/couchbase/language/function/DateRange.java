package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.date.DateText;
import dev.mayfly.face.couchbase.language.value.NumberValue;
import dev.mayfly.face.couchbase.language.value.StringValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The dates from one on, in equal steps, before another is reached. */
final class DateRange {
    private static final String CALENDAR_MONTH = "calendar_month";

    private DateRange() {}

    static Value ofMillis(Value[] arguments) {
        ZonedDateTime from = DateFunctions.dateOfMillis(arguments[0]);
        ZonedDateTime until = DateFunctions.dateOfMillis(arguments[1]);
        return from == null || until == null
                ? Values.NULL
                : range("DATE_RANGE_MILLIS", arguments, from, until, DateFunctions::millis);
    }

    static Value ofTexts(Value[] arguments) {
        DateText from = DateFunctions.dateOfText(arguments[0]);
        DateText until = DateFunctions.dateOfText(arguments[1]);
        return from == null || until == null
                ? Values.NULL
                : range(
                        "DATE_RANGE_STR",
                        arguments,
                        from.date(),
                        until.date(),
                        date -> Values.of(from.format().write(date)));
    }

    private static Value range(
            String name,
            Value[] arguments,
            ZonedDateTime from,
            ZonedDateTime until,
            Function<ZonedDateTime, Value> writer) {
        Value given = arguments.length == 4 ? arguments[3] : Values.of(1);
        if (!(given instanceof NumberValue number)
                || !(arguments[2] instanceof StringValue part)
                || number.doubleValue() != Math.rint(number.doubleValue())) {
            return Values.NULL;
        }
        long step = number.longValue();
        if (step == 0) {
            return Values.array(List.of(writer.apply(from)));
        }
        int direction = Long.signum(step);
        if (until.toInstant().compareTo(from.toInstant()) * direction <= 0) {
            return Values.EMPTY_ARRAY;
        }
        long expected = Math.abs(DatePart.difference(from, until, part.stringValue()) / step);
        if (expected > Integer.MAX_VALUE) {
            throw QueryException.outOfRange(name);
        }
        ArrayFunctions.requireShort((double) expected);
        return Values.array(dates(from, until, step, part.stringValue(), writer));
    }

    private static List<Value> dates(
            ZonedDateTime from, ZonedDateTime until, long step, String part, Function<ZonedDateTime, Value> writer) {
        // Calendar months are counted from the first date, since a month's last day is to remain that; the service adds
        // all else to the date before.
        boolean fromStart = part.equals(CALENDAR_MONTH);
        int direction = Long.signum(step);
        List<Value> dates = new ArrayList<>();
        ZonedDateTime at = from;
        while (until.toInstant().compareTo(at.toInstant()) * direction > 0) {
            dates.add(writer.apply(at));
            ArrayFunctions.requireShort(dates.size());
            at = fromStart
                    ? DatePart.add(from, Math.multiplyExact(step, (long) dates.size()), part)
                    : DatePart.add(at, step, part);
        }
        return dates;
    }
}
