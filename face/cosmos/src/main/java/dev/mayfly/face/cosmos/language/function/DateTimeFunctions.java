package dev.mayfly.face.cosmos.language.function;

import static dev.mayfly.face.cosmos.language.function.SqlFunctionTable.isLong;
import static dev.mayfly.face.cosmos.language.function.SqlFunctionTable.longOf;
import static dev.mayfly.face.cosmos.language.function.SqlFunctionTable.omits;

import dev.mayfly.face.cosmos.language.value.SqlString;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.util.Optional;
import java.util.OptionalLong;

/** Functions of dates and times. The current one is the instant of the request, so all its rows see the same. */
final class DateTimeFunctions {
    /** The first year that bins may begin in. */
    private static final int BIN_START_YEAR = 1601;

    private DateTimeFunctions() {}

    static void addTo(SqlFunctionTable table) {
        for (String suffix : new String[] {"", "Static"}) {
            table.addMomentary("GetCurrentDateTime" + suffix, 0, 0, (moment, _) -> text(ticksOf(moment)));
            table.addMomentary("GetCurrentTicks" + suffix, 0, 0, (moment, _) -> SqlValues.of(ticksOf(moment)));
            table.addMomentary("GetCurrentTimestamp" + suffix, 0, 0, (moment, _) -> SqlValues.of(moment.nowMillis()));
        }
        table.addMomentary("Now", 0, 0, (moment, _) -> text(ticksOf(moment)));
        table.addMomentary("Ago", 2, 2, (moment, arguments) -> ago(ticksOf(moment), arguments));
        table.add("DateTimeAdd", 3, 3, DateTimeFunctions::add);
        table.add("DateTimeBin", 2, 4, DateTimeFunctions::bin);
        table.add("DateTimeDiff", 3, 3, DateTimeFunctions::difference);
        table.two("DateTimeFormat", DateTimeFunctions::format);
        table.add("DateTimeFromParts", 3, 7, DateTimeFunctions::fromParts);
        table.two("DateTimePart", (part, time) -> part(DateTimePart.of(part), time));
        table.one("Year", time -> part(Optional.of(DateTimePart.YEAR), time));
        table.one("Month", time -> part(Optional.of(DateTimePart.MONTH), time));
        table.one("Day", time -> part(Optional.of(DateTimePart.DAY), time));
        table.one("DateTimeToTicks", value -> {
            OptionalLong ticks = ticksOf(value);
            return ticks.isPresent() ? SqlValues.of(ticks.getAsLong()) : SqlValues.UNDEFINED;
        });
        table.one("DateTimeToTimestamp", value -> {
            OptionalLong ticks = ticksOf(value);
            return ticks.isPresent()
                    ? SqlValues.of(Math.floorDiv(ticks.getAsLong(), DateTimes.TICKS_PER_MILLI))
                    : SqlValues.UNDEFINED;
        });
        table.one("TicksToDateTime", value -> isLong(value) ? text(longOf(value)) : SqlValues.UNDEFINED);
        table.one("TimestampToDateTime", DateTimeFunctions::fromMillis);
    }

    private static long ticksOf(QueryInstant moment) {
        return moment.nowMillis() * DateTimes.TICKS_PER_MILLI;
    }

    private static OptionalLong ticksOf(SqlValue value) {
        return value instanceof SqlString text ? DateTimes.parse(text.stringValue()) : OptionalLong.empty();
    }

    private static SqlValue text(long ticks) {
        return DateTimes.isInRange(ticks) ? SqlValues.of(DateTimes.text(ticks)) : SqlValues.UNDEFINED;
    }

    private static SqlValue text(OptionalLong ticks) {
        return ticks.isPresent() ? text(ticks.getAsLong()) : SqlValues.UNDEFINED;
    }

    private static SqlValue fromMillis(SqlValue value) {
        // The comparison also keeps the product from overflowing.
        return isLong(value) && Math.abs(longOf(value)) < Long.MAX_VALUE / DateTimes.TICKS_PER_MILLI
                ? text(longOf(value) * DateTimes.TICKS_PER_MILLI)
                : SqlValues.UNDEFINED;
    }

    private static SqlValue ago(long now, SqlValue[] arguments) {
        Optional<DateTimePart> part = DateTimePart.of(arguments[0]);
        if (part.isEmpty() || !isLong(arguments[1]) || longOf(arguments[1]) == Long.MIN_VALUE) {
            return SqlValues.UNDEFINED;
        }
        return text(moved(now, part.get(), -longOf(arguments[1])));
    }

    private static SqlValue add(SqlValue[] arguments) {
        Optional<DateTimePart> part = DateTimePart.of(arguments[0]);
        OptionalLong time = ticksOf(arguments[2]);
        if (part.isEmpty() || !isLong(arguments[1]) || time.isEmpty()) {
            return SqlValues.UNDEFINED;
        }
        return text(moved(time.getAsLong(), part.get(), longOf(arguments[1])));
    }

    /** Moves a time; empty if the result is out of range. */
    private static OptionalLong moved(long ticks, DateTimePart part, long count) {
        try {
            return switch (part) {
                case YEAR -> DateTimes.of(DateTimes.time(ticks).plusYears(count));
                case MONTH -> DateTimes.of(DateTimes.time(ticks).plusMonths(count));
                case NANOSECOND -> OptionalLong.of(Math.addExact(ticks, Math.floorDiv(count, 100)));
                case DAY, HOUR, MINUTE, SECOND, MILLISECOND, MICROSECOND ->
                    OptionalLong.of(Math.addExact(ticks, Math.multiplyExact(count, part.ticks())));
            };
        } catch (DateTimeException | ArithmeticException _) {
            return OptionalLong.empty();
        }
    }

    /** The start of the bin that the time lies in, where bins of one size follow each other from a start. */
    private static SqlValue bin(SqlValue[] arguments) {
        OptionalLong time = ticksOf(arguments[0]);
        Optional<DateTimePart> part = DateTimePart.of(arguments[1]);
        SqlValue size = omits(arguments, 2) ? SqlValues.of(1) : arguments[2];
        OptionalLong start = omits(arguments, 3) ? OptionalLong.of(0) : ticksOf(arguments[3]);
        if (time.isEmpty() || part.isEmpty() || !isLong(size) || longOf(size) <= 0 || start.isEmpty()) {
            return SqlValues.UNDEFINED;
        }
        if (DateTimes.time(start.getAsLong()).getYear() < BIN_START_YEAR) {
            return SqlValues.UNDEFINED;
        }
        return switch (part.get()) {
            case YEAR, MONTH -> SqlValues.UNDEFINED;
            case DAY, HOUR, MINUTE, SECOND, MILLISECOND, MICROSECOND, NANOSECOND ->
                text(binStart(time.getAsLong(), start.getAsLong(), part.get(), longOf(size)));
        };
    }

    /** Reckons in nanoseconds, for which int64 is too short; what is beyond all times stays so. */
    private static long binStart(long time, long start, DateTimePart part, long size) {
        BigInteger hundred = BigInteger.valueOf(100);
        BigInteger width = BigInteger.valueOf(size);
        if (part != DateTimePart.NANOSECOND) {
            width = width.multiply(BigInteger.valueOf(part.ticks())).multiply(hundred);
        }
        BigInteger passed = BigInteger.valueOf(time - start).multiply(hundred);
        BigInteger binned = passed.subtract(passed.mod(width));
        BigInteger ticks = binned.divide(hundred).add(BigInteger.valueOf(start));
        return ticks.bitLength() < Long.SIZE ? ticks.longValue() : Long.MIN_VALUE;
    }

    /** Returns the number of ends of the part between two times. */
    private static SqlValue difference(SqlValue[] arguments) {
        Optional<DateTimePart> part = DateTimePart.of(arguments[0]);
        OptionalLong from = ticksOf(arguments[1]);
        OptionalLong until = ticksOf(arguments[2]);
        if (part.isEmpty() || from.isEmpty() || until.isEmpty()) {
            return SqlValues.UNDEFINED;
        }
        long start = from.getAsLong();
        long end = until.getAsLong();
        LocalDateTime first = DateTimes.time(start);
        LocalDateTime last = DateTimes.time(end);
        int years = last.getYear() - first.getYear();
        return switch (part.get()) {
            case YEAR -> SqlValues.of(years);
            case MONTH -> SqlValues.of(years * 12L + last.getMonthValue() - first.getMonthValue());
            case NANOSECOND ->
                Math.abs(end - start) < Long.MAX_VALUE / 100 ? SqlValues.of((end - start) * 100) : SqlValues.UNDEFINED;
            case DAY, HOUR, MINUTE, SECOND, MILLISECOND, MICROSECOND -> {
                long ticks = part.get().ticks();
                yield SqlValues.of(Math.floorDiv(end, ticks) - Math.floorDiv(start, ticks));
            }
        };
    }

    private static SqlValue format(SqlValue time, SqlValue format) {
        OptionalLong ticks = ticksOf(time);
        return ticks.isPresent() && format instanceof SqlString text
                ? SqlValues.of(DateTimeFormat.format(DateTimes.time(ticks.getAsLong()), text.stringValue()))
                : SqlValues.UNDEFINED;
    }

    private static SqlValue fromParts(SqlValue[] arguments) {
        long[] parts = new long[7];
        for (int i = 0; i < arguments.length; i++) {
            if (!isLong(arguments[i])) {
                return SqlValues.UNDEFINED;
            }
            parts[i] = longOf(arguments[i]);
        }
        return text(DateTimes.ofParts(parts[0], parts[1], parts[2], parts[3], parts[4], parts[5], parts[6]));
    }

    private static SqlValue part(Optional<DateTimePart> part, SqlValue value) {
        OptionalLong ticks = ticksOf(value);
        if (part.isEmpty() || ticks.isEmpty()) {
            return SqlValues.UNDEFINED;
        }
        LocalDateTime time = DateTimes.time(ticks.getAsLong());
        return SqlValues.of(
                switch (part.get()) {
                    case YEAR -> time.getYear();
                    case MONTH -> time.getMonthValue();
                    case DAY -> time.getDayOfMonth();
                    case HOUR -> time.getHour();
                    case MINUTE -> time.getMinute();
                    case SECOND -> time.getSecond();
                    case MILLISECOND -> time.getNano() / 1_000_000;
                    case MICROSECOND -> time.getNano() / 1_000;
                    case NANOSECOND -> time.getNano();
                });
    }
}
