package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.face.couchbase.language.date.DateText;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlNumber;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The dates from one on, in equal steps, before another is reached. */
final class DateRange {
    private static final String CALENDAR_MONTH = "calendar_month";

    private DateRange() {}

    static N1qlValue ofMillis(N1qlValue[] arguments) {
        ZonedDateTime from = DateFunctions.dateOfMillis(arguments[0]);
        ZonedDateTime until = DateFunctions.dateOfMillis(arguments[1]);
        return from == null || until == null
                ? N1qlValues.NULL
                : range("DATE_RANGE_MILLIS", arguments, from, until, DateFunctions::millis);
    }

    static N1qlValue ofTexts(N1qlValue[] arguments) {
        DateText from = DateFunctions.dateOfText(arguments[0]);
        DateText until = DateFunctions.dateOfText(arguments[1]);
        return from == null || until == null
                ? N1qlValues.NULL
                : range(
                        "DATE_RANGE_STR",
                        arguments,
                        from.date(),
                        until.date(),
                        date -> N1qlValues.of(from.format().write(date)));
    }

    private static N1qlValue range(
            String name,
            N1qlValue[] arguments,
            ZonedDateTime from,
            ZonedDateTime until,
            Function<ZonedDateTime, N1qlValue> writer) {
        N1qlValue given = arguments.length == 4 ? arguments[3] : N1qlValues.of(1);
        if (!(given instanceof N1qlNumber number)
                || !(arguments[2] instanceof N1qlString part)
                || number.doubleValue() != Math.rint(number.doubleValue())) {
            return N1qlValues.NULL;
        }
        long step = number.longValue();
        if (step == 0) {
            return N1qlValues.array(List.of(writer.apply(from)));
        }
        int direction = Long.signum(step);
        if (until.toInstant().compareTo(from.toInstant()) * direction <= 0) {
            return N1qlValues.EMPTY_ARRAY;
        }
        long expected = Math.abs(DatePart.difference(from, until, part.stringValue()) / step);
        if (expected > Integer.MAX_VALUE) {
            throw N1qlException.outOfRange(name);
        }
        ArrayFunctions.requireShort((double) expected);
        return N1qlValues.array(dates(from, until, step, part.stringValue(), writer));
    }

    private static List<N1qlValue> dates(
            ZonedDateTime from,
            ZonedDateTime until,
            long step,
            String part,
            Function<ZonedDateTime, N1qlValue> writer) {
        // Calendar months are counted from the first date, since a month's last day is to remain that; the service adds
        // all else to the date before.
        boolean fromStart = part.equals(CALENDAR_MONTH);
        int direction = Long.signum(step);
        List<N1qlValue> dates = new ArrayList<>();
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
