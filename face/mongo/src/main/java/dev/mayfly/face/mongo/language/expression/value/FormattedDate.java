package dev.mayfly.face.mongo.language.expression.value;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.conversionFailure;

import dev.mayfly.face.mongo.language.error.QueryException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.Month;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.TextStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads one date from text in the form that a format describes; used once. */
public final class FormattedDate {
    /*
     * The day is said in one of three ways: year, month and day; year and day of the year; or the ISO week's year with a
     * week and a day of it, which are the first unless they are given. The first two are never mixed with the third, and
     * nothing of a natural date is guessed. A time that is not given is midnight.
     */

    /** Never more digits than a format's letter may take. */
    private static final Map<Character, Integer> WIDTHS =
            Map.of('Y', 4, 'G', 4, 'm', 2, 'd', 2, 'H', 2, 'M', 2, 'S', 2, 'L', 3, 'j', 3, 'V', 2);

    private static final int MILLI_DIGITS = 3;

    private final String text;
    private final Map<Character, Integer> numbers = new HashMap<>();
    private @Nullable ZoneOffset zone;
    private int at;

    private FormattedDate(String text) {
        this.text = text;
    }

    /** Milliseconds of the date. */
    public static long read(String text, DatePattern format, @Nullable ZoneId beside) {
        FormattedDate reader = new FormattedDate(untilNul(text));
        try {
            reader.read(untilNul(format.pattern()));
            ZoneOffset inside = reader.zone;
            ZoneId zone = inside == null ? beside : DateParser.only(text, inside, beside);
            return DateValues.millisOf(reader.time().atZone(zone == null ? ZoneOffset.UTC : zone));
        } catch (DateTimeException e) {
            throw DateParser.refusal(text, "The parsed date was invalid: " + e.getMessage());
        }
    }

    /** MongoDB reads texts that end at the first NUL. */
    private static String untilNul(String text) {
        int nul = text.indexOf('\0');
        return nul < 0 ? text : text.substring(0, nul);
    }

    private void read(String pattern) {
        for (int i = 0; i < pattern.length(); i++) {
            if (at >= text.length()) {
                throw refusal("Not enough data available to satisfy format");
            }
            char c = pattern.charAt(i);
            if (c == '%') {
                i++;
                readField(pattern.charAt(i));
            } else {
                readLiteral(c);
            }
        }
        if (at < text.length()) {
            throw refusal("Trailing data");
        }
    }

    private void readField(char letter) {
        switch (letter) {
            case 'z' -> readZone();
            case 'Z' -> zone = ZoneText.ofMinutes(readSigned());
            case 'b', 'B' -> readMonth();
            case 'u' -> numbers.put('u', readDigits(1));
            case 'L' -> numbers.put('L', readFraction());
            case '%' -> readLiteral('%');
            default -> numbers.put(letter, readDigits(WIDTHS.getOrDefault(letter, 2)));
        }
    }

    private void readLiteral(char literal) {
        if (text.charAt(at) != literal) {
            throw refusal("Format literal not found");
        }
        at++;
    }

    private int readDigits(int most) {
        int from = at;
        while (at < text.length() && at - from < most && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        if (from == at) {
            throw refusal("A number was expected");
        }
        return Integer.parseInt(text.substring(from, at));
    }

    /** The digits behind the point of a second: ".8" is 800 milliseconds. */
    private int readFraction() {
        int from = at;
        int number = readDigits(MILLI_DIGITS);
        for (int digits = at - from; digits < MILLI_DIGITS; digits++) {
            number *= 10;
        }
        return number;
    }

    private int readSigned() {
        char sign = text.charAt(at);
        if (sign != '+' && sign != '-') {
            throw refusal("Invalid timezone offset in minutes");
        }
        at++;
        int size = readDigits(4);
        return sign == '-' ? -size : size;
    }

    private void readZone() {
        ZoneText read = ZoneText.at(text, at);
        if (read == null) {
            throw refusal("The timezone could not be found in the database");
        }
        zone = read.offset();
        at = read.end();
    }

    /** Reads a month by its name, whole or cut to three letters, whichever the format requires. */
    private void readMonth() {
        for (Month month : Month.values()) {
            for (TextStyle style : new TextStyle[] {TextStyle.FULL, TextStyle.SHORT}) {
                String name = month.getDisplayName(style, Locale.ENGLISH);
                if (text.regionMatches(true, at, name, 0, name.length())) {
                    at += name.length();
                    numbers.put('m', month.getValue());
                    return;
                }
            }
        }
        throw refusal("A textual month could not be found");
    }

    private LocalDateTime time() {
        return day().atTime(
                        numbers.getOrDefault('H', 0),
                        numbers.getOrDefault('M', 0),
                        numbers.getOrDefault('S', 0),
                        numbers.getOrDefault('L', 0) * 1_000_000);
    }

    private LocalDate day() {
        boolean isIso = hasAny("GVu");
        if (isIso && hasAny("Ymdj")) {
            throw refusal("Mixing of ISO dates with natural dates is not allowed");
        }
        return isIso ? isoDay() : naturalDay();
    }

    private boolean hasAny(String letters) {
        return letters.chars().anyMatch(letter -> numbers.containsKey((char) letter));
    }

    private LocalDate isoDay() {
        Integer year = numbers.get('G');
        if (year == null) {
            throw refusal("The parsed date was invalid");
        }
        return LocalDate.of(year, 1, 4)
                .with(IsoFields.WEEK_OF_WEEK_BASED_YEAR, numbers.getOrDefault('V', 1))
                .with(ChronoField.DAY_OF_WEEK, numbers.getOrDefault('u', 1));
    }

    private LocalDate naturalDay() {
        Integer year = numbers.get('Y');
        Integer dayOfYear = numbers.get('j');
        Integer month = numbers.get('m');
        Integer day = numbers.get('d');
        if (year != null && dayOfYear != null) {
            return LocalDate.ofYearDay(year, dayOfYear);
        }
        if (year == null || month == null || day == null) {
            throw conversionFailure(
                    "an incomplete date/time string has been found, with elements missing: \"" + text + "\"");
        }
        return LocalDate.of(year, month, day);
    }

    private QueryException refusal(String reason) {
        return DateParser.refusal(text, at + ": " + reason);
    }
}
