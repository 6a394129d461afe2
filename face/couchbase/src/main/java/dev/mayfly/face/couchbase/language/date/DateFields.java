package dev.mayfly.face.couchbase.language.date;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import org.jspecify.annotations.Nullable;

/** The date fields parsed so far. A later element of a format overrides an earlier one. */
final class DateFields {
    /** Years of two digits from this one on belong to the last century. */
    private static final int FIRST_YEAR_OF_1900S = 69;

    private static final int UNKNOWN = -1;

    private int century = UNKNOWN;
    private int yearOfCentury = UNKNOWN;
    private int month = UNKNOWN;
    private int day = UNKNOWN;
    private int dayOfYear = UNKNOWN;
    private int hour;
    private boolean halfDays;
    private boolean afternoon;
    private int minute;
    private int second;
    private int nanos;
    private ZoneId zone = DateZones.LOCAL;

    void year(int year) {
        century = year / 100;
        yearOfCentury = year % 100;
    }

    void century(int value) {
        century = value;
    }

    void yearOfCentury(int value) {
        yearOfCentury = value;
    }

    void month(int value) {
        month = value;
    }

    void day(int value) {
        day = value;
    }

    void dayOfYear(int value) {
        dayOfYear = value;
    }

    void hour(int value) {
        hour = value;
        halfDays = false;
    }

    /** An hour from 1 to 12, to which belongs whether it is before noon. */
    void hourOfHalfDay(int value) {
        hour = value;
        halfDays = true;
    }

    void afternoon(boolean value) {
        afternoon = value;
    }

    void minute(int value) {
        minute = value;
    }

    void second(int value) {
        second = value;
    }

    void nanos(int value) {
        nanos = value;
    }

    void zone(ZoneId value) {
        zone = value;
    }

    void instant(Instant instant) {
        ZonedDateTime at = instant.atZone(DateZones.LOCAL);
        year(at.getYear());
        month = at.getMonthValue();
        day = at.getDayOfMonth();
        hour(at.getHour());
        minute = at.getMinute();
        second = at.getSecond();
        nanos = at.getNano();
        zone = DateZones.LOCAL;
    }

    /**
     * Returns the date, or null if no calendar has it. Defaults of missing fields are the year 0, January, the first
     * and midnight.
     */
    @Nullable
    ZonedDateTime date() {
        try {
            LocalDate on = dayOfYear == UNKNOWN
                    ? LocalDate.of(calendarYear(), Math.max(month, 1), Math.max(day, 1))
                    : LocalDate.ofYearDay(calendarYear(), dayOfYear);
            boolean contradiction =
                    month != UNKNOWN && month != on.getMonthValue() || day != UNKNOWN && day != on.getDayOfMonth();
            return contradiction
                    ? null
                    : LocalDateTime.of(on, LocalTime.of(hourOfDay(), minute, second, nanos))
                            .atZone(zone);
        } catch (DateTimeException _) {
            return null;
        }
    }

    private int calendarYear() {
        int years = Math.max(yearOfCentury, 0);
        if (century != UNKNOWN) {
            return century * 100 + years;
        }
        return yearOfCentury == UNKNOWN ? 0 : years + (years >= FIRST_YEAR_OF_1900S ? 1900 : 2000);
    }

    private int hourOfDay() {
        if (!halfDays) {
            return hour;
        }
        return hour % 12 + (afternoon ? 12 : 0);
    }
}
