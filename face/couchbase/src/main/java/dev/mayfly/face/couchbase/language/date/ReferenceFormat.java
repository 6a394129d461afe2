package dev.mayfly.face.couchbase.language.date;

import dev.mayfly.face.couchbase.language.date.FormatElements.Letters;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Formats that say how the second of January 2006, at 4 minutes and 5 seconds past 3 in the afternoon, seven hours west of
 * UTC, is written, as layouts of the language Go do: {@code 2006-01-02T15:04:05Z07:00}. All else stands for itself.
 */
final class ReferenceFormat {
    private static final int TOKEN_MAX = 9;

    private static final Map<String, FormatElement> ELEMENTS = Map.ofEntries(
            Map.entry("2006", FormatElements.number(DateNumber.YEAR, 4, 4, false, 4, '0')),
            Map.entry("06", two(DateNumber.YEAR_OF_CENTURY)),
            Map.entry("01", two(DateNumber.MONTH)),
            Map.entry("1", one(DateNumber.MONTH)),
            Map.entry("January", FormatElements.month(false, Letters.CAPITALIZED)),
            Map.entry("Jan", FormatElements.month(true, Letters.CAPITALIZED)),
            Map.entry("Monday", FormatElements.weekday(false, Letters.CAPITALIZED)),
            Map.entry("Mon", FormatElements.weekday(true, Letters.CAPITALIZED)),
            Map.entry("02", two(DateNumber.DAY)),
            Map.entry("_2", FormatElements.number(DateNumber.DAY, 1, 2, true, 2, ' ')),
            Map.entry("2", one(DateNumber.DAY)),
            Map.entry("002", FormatElements.number(DateNumber.DAY_OF_YEAR, 3, 3, true, 3, '0')),
            Map.entry("__2", FormatElements.number(DateNumber.DAY_OF_YEAR, 1, 3, true, 3, ' ')),
            Map.entry("15", FormatElements.twoDigits(DateNumber.HOUR)),
            Map.entry("03", two(DateNumber.HOUR_OF_HALF_DAY)),
            Map.entry("3", one(DateNumber.HOUR_OF_HALF_DAY)),
            Map.entry("04", two(DateNumber.MINUTE)),
            Map.entry("4", one(DateNumber.MINUTE)),
            Map.entry("05", two(DateNumber.SECOND)),
            Map.entry("5", one(DateNumber.SECOND)),
            Map.entry("PM", FormatElements.halfDay(true, false)),
            Map.entry("pm", FormatElements.halfDay(false, false)),
            Map.entry(
                    "MST",
                    FormatElements.zone(
                            EnumSet.of(DateZones.Form.NAME), (date, out) -> out.append(DateZones.abbreviation(date)))),
            Map.entry("-07", offset(DateZones.Form.HOURS, false)),
            Map.entry("-0700", offset(DateZones.Form.DIGITS, false)),
            Map.entry("-07:00", offset(DateZones.Form.COLON, false)),
            Map.entry("-070000", offset(DateZones.Form.DIGITS_WITH_SECONDS, false)),
            Map.entry("-07:00:00", offset(DateZones.Form.COLONS, false)),
            Map.entry("Z07", offset(DateZones.Form.HOURS, true)),
            Map.entry("Z0700", offset(DateZones.Form.DIGITS, true)),
            Map.entry("Z07:00", offset(DateZones.Form.COLON, true)),
            Map.entry("Z070000", offset(DateZones.Form.DIGITS_WITH_SECONDS, true)),
            Map.entry("Z07:00:00", offset(DateZones.Form.COLONS, true)));

    private ReferenceFormat() {}

    private static FormatElement two(DateNumber number) {
        return FormatElements.number(number, 2, 2, true, 2, '0');
    }

    private static FormatElement one(DateNumber number) {
        return FormatElements.number(number, 1, 2, false, 1, '0');
    }

    private static FormatElement offset(DateZones.Form form, boolean withZ) {
        Set<DateZones.Form> read = withZ ? EnumSet.of(form, DateZones.Form.Z) : EnumSet.of(form);
        return FormatElements.zone(read, form);
    }

    static List<FormatElement> elements(String format) {
        List<FormatElement> elements = new ArrayList<>();
        int at = 0;
        while (at < format.length()) {
            int fraction = fraction(format, at);
            String token = token(format, at);
            char c = format.charAt(at);
            if (fraction > 0) {
                boolean isFixed = format.charAt(at + 1) == '0';
                elements.add(
                        isFixed
                                ? FormatElements.fixedFraction(c, fraction)
                                : FormatElements.shortFraction(c, fraction));
                at += fraction + 1;
            } else if (!token.isEmpty()) {
                elements.add(ELEMENTS.getOrDefault(token, FormatElements.character(c)));
                at += token.length();
            } else {
                int spaces = spaces(format, at);
                elements.add(spaces > 0 ? FormatElements.spaces(spaces) : FormatElements.character(c));
                at += Math.max(spaces, 1);
            }
        }
        return elements;
    }

    /** The longest token that stands there, or nothing. */
    private static String token(String format, int at) {
        for (int length = Math.min(TOKEN_MAX, format.length() - at); length > 0; length--) {
            String token = format.substring(at, at + length);
            if (ELEMENTS.containsKey(token) && !(token.equals("_2") && format.startsWith("_2006", at))) {
                return token;
            }
        }
        return "";
    }

    /** Returns the number of fraction digits after a point there: zeros or nines, with no digit after them. */
    private static int fraction(String format, int at) {
        char c = format.charAt(at);
        if ((c != '.' && c != ',') || at + 1 == format.length()) {
            return 0;
        }
        char digit = format.charAt(at + 1);
        if (digit != '0' && digit != '9') {
            return 0;
        }
        int end = at + 1;
        while (end < format.length() && format.charAt(end) == digit) {
            end++;
        }
        boolean ends = end == format.length() || !Character.isDigit(format.charAt(end));
        return ends ? end - at - 1 : 0;
    }

    private static int spaces(String format, int from) {
        int at = from;
        while (at < format.length() && format.charAt(at) == ' ') {
            at++;
        }
        return at - from;
    }
}
