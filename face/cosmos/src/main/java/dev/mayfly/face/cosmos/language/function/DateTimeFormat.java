package dev.mayfly.face.cosmos.language.function;

import java.time.LocalDateTime;
import java.time.format.TextStyle;
import java.time.temporal.ChronoField;
import java.util.Locale;

/**
 * The custom formats of dates that .NET has, in its invariant culture: a run of one letter stands for a part, a
 * backslash or quotes keep the following text as it is, everything else stands for itself.
 */
final class DateTimeFormat {
    private static final int FRACTION_MAX = 7;

    private final LocalDateTime time;
    private final String format;
    private final StringBuilder out = new StringBuilder();
    private int at;

    private DateTimeFormat(LocalDateTime time, String format) {
        this.time = time;
        this.format = format;
    }

    static String format(LocalDateTime time, String format) {
        // No letter makes more than nine characters of one.
        Bounds.requireCharacters(format.length() * 9L);
        return new DateTimeFormat(time, format).run();
    }

    private String run() {
        while (at < format.length()) {
            char c = format.charAt(at);
            switch (c) {
                case '\\' -> escape();
                case '\'', '"' -> quoted(c);
                case 'y', 'M', 'd', 'H', 'h', 'm', 's', 'f', 'F', 't' -> part(c);
                default -> {
                    out.append(c);
                    at++;
                }
            }
        }
        return out.toString();
    }

    private void escape() {
        if (at + 1 < format.length()) {
            out.append(format.charAt(at + 1));
        }
        at += 2;
    }

    private void quoted(char quote) {
        int end = format.indexOf(quote, at + 1);
        int until = end < 0 ? format.length() : end;
        out.append(format, at + 1, until);
        at = until + 1;
    }

    private void part(char letter) {
        int from = at;
        while (at < format.length() && format.charAt(at) == letter) {
            at++;
        }
        int width = at - from;
        switch (letter) {
            case 'y' -> year(width);
            case 'M' -> month(width);
            case 'd' -> day(width);
            case 'H' -> number(time.getHour(), width);
            case 'h' -> number((time.getHour() + 11) % 12 + 1, width);
            case 'm' -> number(time.getMinute(), width);
            case 's' -> number(time.getSecond(), width);
            case 't' -> out.append(time.getHour() < 12 ? "AM" : "PM", 0, Math.min(2, width));
            default -> fraction(letter, Math.min(FRACTION_MAX, width));
        }
    }

    private void number(int number, int width) {
        DateTimes.digits(out, number, Math.min(2, width));
    }

    private void year(int width) {
        if (width <= 2) {
            number(time.getYear() % 100, width);
        } else {
            DateTimes.digits(out, time.getYear(), Math.min(5, width));
        }
    }

    private void month(int width) {
        if (width <= 2) {
            number(time.getMonthValue(), width);
        } else {
            out.append(time.getMonth().getDisplayName(width == 3 ? TextStyle.SHORT : TextStyle.FULL, Locale.ENGLISH));
        }
    }

    private void day(int width) {
        if (width <= 2) {
            number(time.getDayOfMonth(), width);
        } else {
            out.append(
                    time.getDayOfWeek().getDisplayName(width == 3 ? TextStyle.SHORT : TextStyle.FULL, Locale.ENGLISH));
        }
    }

    /** Capital letters leave out the zeros at the end. */
    private void fraction(char letter, int width) {
        int ticks = time.get(ChronoField.NANO_OF_SECOND) / 100;
        StringBuilder digits = DateTimes.digits(new StringBuilder(), ticks, FRACTION_MAX);
        int until = width;
        while (letter == 'F' && until > 0 && digits.charAt(until - 1) == '0') {
            until--;
        }
        out.append(digits, 0, until);
    }
}
