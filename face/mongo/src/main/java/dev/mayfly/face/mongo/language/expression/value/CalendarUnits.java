package dev.mayfly.face.mongo.language.expression.value;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;

/** Counting in years, months, weeks and so on. Days and longer follow the local calendar, hours and shorter the clock. */
public final class CalendarUnits {
    /** Bins of several units are counted from the beginning of this day. */
    private static final LocalDate REFERENCE = LocalDate.of(2000, 1, 1);

    private CalendarUnits() {}

    /** A month later on the 31st is the last day of a shorter month. */
    public static ZonedDateTime plus(ZonedDateTime time, String unit, long amount) {
        return switch (unit) {
            case "year" -> time.plusYears(amount);
            case "quarter" -> time.plusMonths(Math.multiplyExact(3, amount));
            case "month" -> time.plusMonths(amount);
            case "week" -> time.plusWeeks(amount);
            case "day" -> time.plusDays(amount);
            case "hour" -> time.plusHours(amount);
            case "minute" -> time.plusMinutes(amount);
            case "second" -> time.plusSeconds(amount);
            default -> time.plus(amount, ChronoUnit.MILLIS);
        };
    }

    /** Returns the number of unit boundaries between two times. */
    public static long between(ZonedDateTime from, ZonedDateTime until, String unit, DayOfWeek startOfWeek) {
        return switch (unit) {
            case "year" -> until.getYear() - (long) from.getYear();
            case "quarter" -> Math.floorDiv(months(until), 3) - Math.floorDiv(months(from), 3);
            case "month" -> months(until) - months(from);
            case "week" -> (weekOf(until, startOfWeek) - weekOf(from, startOfWeek)) / 7;
            case "day" -> until.toLocalDate().toEpochDay() - from.toLocalDate().toEpochDay();
            case "hour" ->
                hours(until)
                        - hours(from)
                        + (from.getOffset().getTotalSeconds()
                                        - until.getOffset().getTotalSeconds())
                                / 3600;
            case "minute" -> Math.floorDiv(until.toEpochSecond(), 60) - Math.floorDiv(from.toEpochSecond(), 60);
            case "second" -> until.toEpochSecond() - from.toEpochSecond();
            default -> until.toInstant().toEpochMilli() - from.toInstant().toEpochMilli();
        };
    }

    private static long months(ZonedDateTime time) {
        return time.getLong(ChronoField.PROLEPTIC_MONTH);
    }

    private static long weekOf(ZonedDateTime time, DayOfWeek startOfWeek) {
        return time.toLocalDate()
                .with(TemporalAdjusters.previousOrSame(startOfWeek))
                .toEpochDay();
    }

    private static long hours(ZonedDateTime time) {
        return Math.floorDiv(time.toEpochSecond() + time.getOffset().getTotalSeconds(), 3600);
    }

    /** Returns the start of the bin that contains a time, for bins of the given number of units. */
    public static ZonedDateTime truncate(ZonedDateTime time, String unit, long size, DayOfWeek startOfWeek) {
        return switch (unit) {
            case "year" -> toMonths(time, Math.multiplyExact(12, size));
            case "quarter" -> toMonths(time, Math.multiplyExact(3, size));
            case "month" -> toMonths(time, size);
            case "week" ->
                toDays(time, REFERENCE.with(TemporalAdjusters.nextOrSame(startOfWeek)), Math.multiplyExact(7, size));
            case "day" -> toDays(time, REFERENCE, size);
            case "hour" -> toMillis(time, Math.multiplyExact(3_600_000, size));
            case "minute" -> toMillis(time, Math.multiplyExact(60_000, size));
            case "second" -> toMillis(time, Math.multiplyExact(1000, size));
            default -> toMillis(time, size);
        };
    }

    private static ZonedDateTime toMonths(ZonedDateTime time, long size) {
        long reference = 2000L * 12;
        long months = Math.floorDiv(months(time) - reference, size) * size;
        return REFERENCE.plusMonths(months).atStartOfDay(time.getZone());
    }

    private static ZonedDateTime toDays(ZonedDateTime time, LocalDate reference, long size) {
        long days = time.toLocalDate().toEpochDay() - reference.toEpochDay();
        return reference.plusDays(Math.floorDiv(days, size) * size).atStartOfDay(time.getZone());
    }

    private static ZonedDateTime toMillis(ZonedDateTime time, long size) {
        long reference = REFERENCE.atStartOfDay(time.getZone()).toInstant().toEpochMilli();
        long millis = time.toInstant().toEpochMilli() - reference;
        return DateValues.at(reference + Math.floorDiv(millis, size) * size, time.getZone());
    }
}
