package dev.mayfly.face.couchbase.language.date;

import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.util.function.ObjIntConsumer;
import java.util.function.ToIntFunction;

/** The numbers of which dates consist: what each may be, and how it is found in a date and given to one. */
@SuppressWarnings("ImmutableEnumChecker") // The functions keep nothing.
enum DateNumber {
    YEAR(0, 9999, ZonedDateTime::getYear, DateFields::year),
    CENTURY(0, 99, date -> date.getYear() / 100, DateFields::century),
    YEAR_OF_CENTURY(0, 99, date -> date.getYear() % 100, DateFields::yearOfCentury),
    MONTH(1, 12, ZonedDateTime::getMonthValue, DateFields::month),
    DAY(1, 31, ZonedDateTime::getDayOfMonth, DateFields::day),
    DAY_OF_YEAR(1, 366, ZonedDateTime::getDayOfYear, DateFields::dayOfYear),
    HOUR(0, 23, ZonedDateTime::getHour, DateFields::hour),
    HOUR_OF_HALF_DAY(1, 12, date -> (date.getHour() + 11) % 12 + 1, DateFields::hourOfHalfDay),
    MINUTE(0, 59, ZonedDateTime::getMinute, DateFields::minute),
    SECOND(0, 59, ZonedDateTime::getSecond, DateFields::second),
    // Fields that follow from the day are checked when read, and otherwise ignored.
    ISO_WEEK(1, 53, date -> date.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR), DateNumber::ignore),
    ISO_YEAR(0, 9999, date -> date.get(IsoFields.WEEK_BASED_YEAR), DateNumber::ignore),
    QUARTER(1, 4, date -> date.get(IsoFields.QUARTER_OF_YEAR), DateNumber::ignore),
    DAY_OF_YEAR_IGNORED(1, 366, ZonedDateTime::getDayOfYear, DateNumber::ignore),
    WEEKDAY_FROM_MONDAY(1, 7, date -> date.getDayOfWeek().getValue(), DateNumber::ignore),
    WEEKDAY_FROM_SUNDAY(0, 6, DateNumber::fromSunday, DateNumber::ignore),
    WEEK_FROM_SUNDAY(
            0,
            53,
            date -> (date.getDayOfYear() - 1 + fromSunday(date.with(ChronoField.DAY_OF_YEAR, 1))) / 7,
            DateNumber::ignore),
    WEEK_FROM_MONDAY(
            0,
            53,
            date -> (date.getDayOfYear() - 1 + (fromSunday(date.with(ChronoField.DAY_OF_YEAR, 1)) + 6) % 7) / 7,
            DateNumber::ignore);

    private final int least;
    private final int most;
    private final ToIntFunction<ZonedDateTime> reader;
    private final ObjIntConsumer<DateFields> setter;

    DateNumber(int least, int most, ToIntFunction<ZonedDateTime> reader, ObjIntConsumer<DateFields> setter) {
        this.least = least;
        this.most = most;
        this.reader = reader;
        this.setter = setter;
    }

    private static int fromSunday(ZonedDateTime date) {
        return date.getDayOfWeek().getValue() % 7;
    }

    private static void ignore(DateFields fields, int value) {}

    int of(ZonedDateTime date) {
        return reader.applyAsInt(date);
    }

    /** Returns whether the number may be that. */
    boolean set(DateFields fields, long value) {
        if (value < least || value > most) {
            return false;
        }
        setter.accept(fields, (int) value);
        return true;
    }
}
