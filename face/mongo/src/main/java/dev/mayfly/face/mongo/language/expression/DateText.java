package dev.mayfly.face.mongo.language.expression;

import static dev.mayfly.face.mongo.language.value.Refusals.conversionFailure;

import dev.mayfly.face.mongo.language.QueryException;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads dates from text, by a format or as ISO 8601 writes them. */
final class DateText {
    private static final Pattern ISO = Pattern.compile(
            "\\s*(\\d{4})-?(\\d{2})(?:-?(\\d{2}))?(?:(?:[Tt]|\\s+)(\\d{1,2}):?(\\d{2})(?::?(\\d{2})(?:[.,](\\d{1,9}))?)?)?"
                    + "\\s*(Z|z|[+-]\\d{2}(?::?\\d{2})?|[A-Za-z][A-Za-z_]+(?:/[A-Za-z_]+)*)?\\s*");

    /** Never more digits than a format's letter may take. */
    private static final Map<Character, Integer> WIDTHS =
            Map.of('Y', 4, 'G', 4, 'm', 2, 'd', 2, 'H', 2, 'M', 2, 'S', 2, 'L', 3, 'j', 3, 'V', 2);

    private final String text;
    private final Map<Character, Integer> numbers = new HashMap<>();
    private @Nullable ZoneId zone;
    private int at;

    private DateText(String text) {
        this.text = text;
    }

    /** Milliseconds of a date in ISO's form. A zone in the text and one beside it exclude each other. */
    static long iso(String text, @Nullable ZoneId beside) {
        Matcher matcher = ISO.matcher(text);
        if (!matcher.matches()) {
            throw refusal(text, "Unexpected format");
        }
        try {
            LocalDateTime time = LocalDateTime.of(
                    number(matcher.group(1), 0),
                    number(matcher.group(2), 1),
                    number(matcher.group(3), 1),
                    number(matcher.group(4), 0),
                    number(matcher.group(5), 0),
                    number(matcher.group(6), 0),
                    nanos(matcher.group(7)));
            return DateValues.millisOf(time.atZone(zoneOf(text, matcher.group(8), beside)));
        } catch (DateTimeException e) {
            throw refusal(text, String.valueOf(e.getMessage()));
        }
    }

    private static ZoneId zoneOf(String text, @Nullable String inside, @Nullable ZoneId beside) {
        if (inside == null) {
            return beside == null ? ZoneOffset.UTC : beside;
        }
        if (beside != null && !beside.equals(ZoneOffset.UTC)) {
            throw conversionFailure("you cannot pass in a date/time string with time zone information ('" + text
                    + "') together with a timezone argument");
        }
        return inside.equals("z") ? ZoneOffset.UTC : DateValues.zone(inside);
    }

    private static int number(@Nullable String digits, int otherwise) {
        return digits == null ? otherwise : Integer.parseInt(digits);
    }

    private static int nanos(@Nullable String fraction) {
        return fraction == null
                ? 0
                : Integer.parseInt((fraction + "000000000").substring(0, 9)) / 1_000_000 * 1_000_000;
    }

    /** Milliseconds of a date in the form that the format describes. */
    static long formatted(String text, DateFormat format, @Nullable ZoneId beside) {
        DateText reader = new DateText(text);
        try {
            reader.read(format.pattern());
            ZoneId zone = reader.zone == null ? beside : reader.zone;
            return DateValues.millisOf(reader.time().atZone(zone == null ? ZoneOffset.UTC : zone));
        } catch (DateTimeException e) {
            throw refusal(text, String.valueOf(e.getMessage()));
        }
    }

    private void read(String pattern) {
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '%') {
                i++;
                readField(pattern.charAt(i));
            } else if (at < text.length() && text.charAt(at) == c) {
                at++;
            } else {
                throw refusal(text, at + ": Format literal not found");
            }
        }
        if (at < text.length()) {
            throw refusal(text, at + ": Trailing data");
        }
    }

    private void readField(char letter) {
        switch (letter) {
            case 'z' -> readZone();
            case 'Z' -> zone = ZoneOffset.ofTotalSeconds(60 * readSigned());
            case 'b' -> readMonth(TextStyle.SHORT);
            case 'B' -> readMonth(TextStyle.FULL);
            case 'u' -> numbers.put('u', readDigits(1));
            case '%' -> readLiteral();
            default -> numbers.put(letter, readDigits(WIDTHS.getOrDefault(letter, 2)));
        }
    }

    private void readLiteral() {
        if (at >= text.length() || text.charAt(at) != '%') {
            throw refusal(text, at + ": Format literal not found");
        }
        at++;
    }

    private int readDigits(int most) {
        int from = at;
        while (at < text.length() && at - from < most && Character.digit(text.charAt(at), 10) >= 0) {
            at++;
        }
        if (from == at) {
            throw refusal(text, from + ": A number was expected");
        }
        return Integer.parseInt(text.substring(from, at));
    }

    private int readSigned() {
        boolean negative = at < text.length() && text.charAt(at) == '-';
        if (negative || (at < text.length() && text.charAt(at) == '+')) {
            at++;
        }
        int size = readDigits(4);
        return negative ? -size : size;
    }

    private void readZone() {
        int from = at;
        while (at < text.length() && !Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        zone = DateValues.zone(text.substring(from, at));
    }

    private void readMonth(TextStyle style) {
        for (Month month : Month.values()) {
            String name = month.getDisplayName(style, Locale.ENGLISH);
            if (text.regionMatches(true, at, name, 0, name.length())) {
                at += name.length();
                numbers.put('m', month.getValue());
                return;
            }
        }
        throw refusal(text, at + ": A month was expected");
    }

    private LocalDateTime time() {
        return day().atTime(
                        numbers.getOrDefault('H', 0),
                        numbers.getOrDefault('M', 0),
                        numbers.getOrDefault('S', 0),
                        numbers.getOrDefault('L', 0) * 1_000_000);
    }

    private LocalDate day() {
        Integer weekYear = numbers.get('G');
        if (weekYear != null) {
            return LocalDate.of(weekYear, 1, 4)
                    .with(IsoFields.WEEK_OF_WEEK_BASED_YEAR, numbers.getOrDefault('V', 1))
                    .with(ChronoField.DAY_OF_WEEK, numbers.getOrDefault('u', 1));
        }
        Integer year = numbers.get('Y');
        if (year == null) {
            throw refusal(text, "an incomplete date/time string has been found, with elements missing");
        }
        Integer dayOfYear = numbers.get('j');
        return dayOfYear != null
                ? LocalDate.ofYearDay(year, dayOfYear)
                : LocalDate.of(year, numbers.getOrDefault('m', 1), numbers.getOrDefault('d', 1));
    }

    private static QueryException refusal(String text, String reason) {
        return conversionFailure("Error parsing date string '" + text + "'; " + reason);
    }
}
