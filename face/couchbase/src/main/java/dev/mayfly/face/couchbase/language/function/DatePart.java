package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.face.couchbase.language.value.N1qlException;
import java.time.DayOfWeek;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.util.Locale;
import java.util.Map;

/** The parts of a date that have names: what they are, how one is added, cut off and counted. */
final class DatePart {
    private static final Map<String, Integer> MONTHS = Map.of(
            "millennium",
            12_000,
            "century",
            1_200,
            "decade",
            120,
            "year",
            12,
            "quarter",
            3,
            "month",
            1,
            "calendar_month",
            1);
    private static final Map<String, Long> MILLIS = Map.of(
            "week",
            604_800_000L,
            "day",
            86_400_000L,
            "hour",
            3_600_000L,
            "minute",
            60_000L,
            "second",
            1_000L,
            "millisecond",
            1L);

    private DatePart() {}

    private static String lower(String part) {
        return part.toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the value of a part of the date.
     *
     * @throws N1qlException if there is no such part
     */
    static long of(ZonedDateTime date, String part) {
        return switch (lower(part)) {
            case "millennium" -> date.getYear() / 1000 + 1;
            case "century" -> date.getYear() / 100 + 1;
            case "decade" -> date.getYear() / 10;
            case "year" -> date.getYear();
            case "quarter" -> (date.getMonthValue() + 2) / 3;
            case "month", "calendar_month" -> date.getMonthValue();
            case "day" -> date.getDayOfMonth();
            case "hour" -> date.getHour();
            case "minute" -> date.getMinute();
            case "second" -> date.getSecond();
            case "millisecond" -> date.getNano() / 1_000_000;
            case "week" -> (date.getDayOfYear() + 6) / 7;
            case "day_of_year", "doy" -> date.getDayOfYear();
            case "day_of_week", "dow" -> date.getDayOfWeek().getValue() % 7;
            case "iso_week" -> date.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR);
            case "iso_year" -> date.get(IsoFields.WEEK_BASED_YEAR);
            case "iso_dow" -> date.getDayOfWeek().getValue();
            case "timezone" -> offset(date);
            case "timezone_hour" -> offset(date) / 3600;
            case "timezone_minute" -> offset(date) % 3600 / 60;
            default -> throw unsupported("date part", part);
        };
    }

    private static N1qlException unsupported(String what, String part) {
        return N1qlException.evaluation("Unsupported " + what + " " + part + ".");
    }

    private static int offset(ZonedDateTime date) {
        return date.getOffset().getTotalSeconds();
    }

    /**
     * The date this many parts later.
     *
     * @throws N1qlException if there is no such part
     */
    static ZonedDateTime add(ZonedDateTime date, long count, String part) {
        String name = lower(part);
        Integer months = MONTHS.get(name);
        if (months != null) {
            long all = Math.multiplyExact(count, (long) months);
            return name.equals("calendar_month") ? byCalendar(date, all) : overflowing(date, all);
        }
        Long millis = MILLIS.get(name);
        if (millis == null) {
            throw unsupported("date add part", part);
        }
        long days = millis / 86_400_000L;
        return days > 0
                ? date.plusDays(Math.multiplyExact(count, days))
                : date.plus(Math.multiplyExact(count, millis), ChronoUnit.MILLIS);
    }

    /** The 31st of a month of 30 days is the 1st of the next. */
    private static ZonedDateTime overflowing(ZonedDateTime date, long months) {
        return date.withDayOfMonth(1).plusMonths(months).plusDays(date.getDayOfMonth() - 1L);
    }

    /** The last of a month stays the last. */
    private static ZonedDateTime byCalendar(ZonedDateTime date, long months) {
        ZonedDateTime moved = date.plusMonths(months);
        boolean last = date.getDayOfMonth() == date.toLocalDate().lengthOfMonth();
        return last ? moved.withDayOfMonth(moved.toLocalDate().lengthOfMonth()) : moved;
    }

    /**
     * The beginning of the part in which the date lies. Hours and what is smaller begin where they do in UTC.
     *
     * @throws N1qlException if there is no such part
     */
    static ZonedDateTime truncate(ZonedDateTime date, String part) {
        ZonedDateTime day = date.truncatedTo(ChronoUnit.DAYS);
        ZonedDateTime year = day.withDayOfYear(1);
        return switch (lower(part)) {
            case "millennium" -> year.minusYears(date.getYear() % 1000);
            case "century" -> year.minusYears(date.getYear() % 100);
            case "decade" -> year.minusYears(date.getYear() % 10);
            case "year" -> year;
            case "quarter" -> day.withDayOfMonth(1).minusMonths((date.getMonthValue() - 1) % 3);
            case "month", "calendar_month" -> day.withDayOfMonth(1);
            case "week" -> day.minusDays(date.getDayOfWeek().getValue() % 7);
            case "iso_week" -> day.minusDays(date.getDayOfWeek().getValue() - DayOfWeek.MONDAY.getValue());
            case "day" -> day;
            case "hour" -> cut(date, ChronoUnit.HOURS);
            case "minute" -> cut(date, ChronoUnit.MINUTES);
            case "second" -> cut(date, ChronoUnit.SECONDS);
            case "millisecond" -> cut(date, ChronoUnit.MILLIS);
            default -> throw unsupported("date trunc part", part);
        };
    }

    private static ZonedDateTime cut(ZonedDateTime date, ChronoUnit unit) {
        return date.toInstant().truncatedTo(unit).atZone(date.getZone());
    }

    /**
     * Returns the number of parts between the dates, as calendars and clocks show.
     *
     * @throws N1qlException if there is no such part
     */
    static long difference(ZonedDateTime a, ZonedDateTime b, String part) {
        String name = lower(part);
        long years = (long) a.getYear() - b.getYear();
        return switch (name) {
            case "millennium" -> years / 1000;
            case "century" -> years / 100;
            case "decade" -> years / 10;
            case "year" -> years;
            case "quarter" -> years * 4 + (a.getMonthValue() + 2) / 3 - (b.getMonthValue() + 2) / 3;
            case "month", "calendar_month" -> years * 12 + a.getMonthValue() - b.getMonthValue();
            case "week" -> days(a, b) / 7;
            case "day" -> days(a, b);
            default -> smaller(a, b, name);
        };
    }

    private static long days(ZonedDateTime a, ZonedDateTime b) {
        return a.toLocalDate().toEpochDay() - b.toLocalDate().toEpochDay();
    }

    /** Counted by what clocks show, part by part. */
    private static long smaller(ZonedDateTime a, ZonedDateTime b, String name) {
        long hours = days(a, b) * 24 + a.getHour() - b.getHour();
        long minutes = hours * 60 + a.getMinute() - b.getMinute();
        long seconds = minutes * 60 + a.getSecond() - b.getSecond();
        return switch (name) {
            case "hour" -> hours;
            case "minute" -> minutes;
            case "second" -> seconds;
            case "millisecond" -> seconds * 1000 + a.getNano() / 1_000_000 - b.getNano() / 1_000_000;
            default -> throw unsupported("date diff part", name);
        };
    }
}
