package dev.mayfly.face.mongo.language.expression.value;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.TextStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.util.Locale;

/** A format of {@code $dateToString} and {@code $dateFromString}, such as {@code %Y-%m-%d}. */
public record DatePattern(String pattern) {
    public static final DatePattern ISO = new DatePattern("%Y-%m-%dT%H:%M:%S.%LZ");
    public static final DatePattern ISO_LOCAL = new DatePattern("%Y-%m-%dT%H:%M:%S.%L");

    /** Refuses letters that cannot be written. */
    public static DatePattern forWriting(String pattern) {
        return checked(pattern, "dGHjLmMSuUVwYzZbB%");
    }

    /** Refuses letters that cannot be read. */
    public static DatePattern forReading(String pattern) {
        return checked(pattern, "dGHjLmMSuVYzZbB%");
    }

    private static DatePattern checked(String pattern, String letters) {
        for (int at = pattern.indexOf('%'); at >= 0; at = pattern.indexOf('%', at + 2)) {
            if (at + 1 == pattern.length()) {
                throw location(18535, "Unmatched '%' at end of format string");
            }
            if (letters.indexOf(pattern.charAt(at + 1)) < 0) {
                throw location(18536, "Invalid format character '%" + pattern.charAt(at + 1) + "' in format string");
            }
        }
        return new DatePattern(pattern);
    }

    public String format(long millis, ZoneId zone) {
        ZonedDateTime time = DateValues.at(millis, zone);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '%') {
                i++;
                append(text, pattern.charAt(i), time);
            } else {
                text.append(c);
            }
        }
        return text.toString();
    }

    private static void append(StringBuilder text, char letter, ZonedDateTime time) {
        switch (letter) {
            case 'Y' -> text.append(digits(year(time.getYear()), 4));
            case 'm' -> text.append(digits(time.getMonthValue(), 2));
            case 'd' -> text.append(digits(time.getDayOfMonth(), 2));
            case 'H' -> text.append(digits(time.getHour(), 2));
            case 'M' -> text.append(digits(time.getMinute(), 2));
            case 'S' -> text.append(digits(time.getSecond(), 2));
            case 'L' -> text.append(digits(time.get(ChronoField.MILLI_OF_SECOND), 3));
            case 'j' -> text.append(digits(time.getDayOfYear(), 3));
            case 'w' -> text.append(DateValues.dayOfWeek(time));
            case 'u' -> text.append(time.getDayOfWeek().getValue());
            case 'U' -> text.append(digits(DateValues.week(time), 2));
            case 'V' -> text.append(digits(time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR), 2));
            case 'G' -> text.append(digits(year(time.get(IsoFields.WEEK_BASED_YEAR)), 4));
            case 'b' -> text.append(time.getMonth().getDisplayName(TextStyle.SHORT, Locale.ENGLISH));
            case 'B' -> text.append(time.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH));
            case 'z' -> text.append(offset(time.getOffset().getTotalSeconds() / 60));
            case 'Z' -> text.append(time.getOffset().getTotalSeconds() / 60);
            default -> text.append('%');
        }
    }

    private static int year(int year) {
        if (year < 0 || year > 9999) {
            throw location(
                    18537,
                    "Could not convert date to string: date component was outside the supported range of " + "0-9999: "
                            + year);
        }
        return year;
    }

    private static String offset(int minutes) {
        int size = Math.abs(minutes);
        return (minutes < 0 ? "-" : "+") + digits(size / 60, 2) + digits(size % 60, 2);
    }

    private static String digits(int value, int width) {
        String text = Integer.toString(value);
        return "0".repeat(Math.max(0, width - text.length())) + text;
    }
}
