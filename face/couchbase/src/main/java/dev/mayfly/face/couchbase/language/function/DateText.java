package dev.mayfly.face.couchbase.language.function;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import org.jspecify.annotations.Nullable;

/**
 * Instants and the texts that say them: a date, a time, or both with {@code T} or a space between, perhaps fractions of
 * the second and a zone.
 *
 * @param date whether it says the day
 * @param separator between day and time; 0 where one of them is missing
 * @param fraction how many digits behind the second, 0 for none
 * @param zone how the zone is written: nothing, {@code Z} or an offset
 */
record DateText(ZonedDateTime instant, boolean date, char separator, int fraction, Zone zone) {
    /** How a zone is written. */
    enum Zone {
        NONE,
        /** {@code +02:00}. */
        COLON,
        /** {@code +0200}. */
        PLAIN,
        /** {@code +02}. */
        HOURS
    }

    /** What is written where nobody says how. */
    static final DateText DEFAULT = new DateText(
            ZonedDateTime.of(LocalDate.EPOCH, LocalTime.MIDNIGHT, ZoneOffset.UTC), true, 'T', 3, Zone.COLON);

    private boolean hasTime() {
        return separator != 0 || !date;
    }

    /** The same shape at another instant. */
    DateText at(ZonedDateTime other) {
        return new DateText(other, date, separator, fraction, zone);
    }

    /** The instant in this shape. A fraction of three digits or less is left out with its point when it is zero. */
    String text() {
        StringBuilder out = new StringBuilder();
        if (date) {
            int year = instant.getYear();
            out.append(year < 0 ? "-" : "").append(padded(Math.abs(year), 4)).append('-');
            out.append(padded(instant.getMonthValue(), 2)).append('-').append(padded(instant.getDayOfMonth(), 2));
        }
        if (separator != 0) {
            out.append(separator);
        }
        if (hasTime()) {
            out.append(padded(instant.getHour(), 2)).append(':').append(padded(instant.getMinute(), 2));
            out.append(':').append(padded(instant.getSecond(), 2)).append(fractionText());
            out.append(zoneText());
        }
        return out.toString();
    }

    private String fractionText() {
        String digits = padded(instant.getNano(), 9).substring(0, fraction);
        if (fraction > 3) {
            return "." + digits;
        }
        int end = digits.length();
        while (end > 0 && digits.charAt(end - 1) == '0') {
            end--;
        }
        return end == 0 ? "" : "." + digits.substring(0, end);
    }

    private String zoneText() {
        int seconds = instant.getOffset().getTotalSeconds();
        if (zone == Zone.NONE) {
            return "";
        }
        if (seconds == 0) {
            return "Z";
        }
        int minutes = Math.abs(seconds) / 60;
        String hours = (seconds < 0 ? "-" : "+") + padded(minutes / 60, 2);
        return switch (zone) {
            case COLON -> hours + ":" + padded(minutes % 60, 2);
            case PLAIN -> hours + padded(minutes % 60, 2);
            case NONE, HOURS -> hours;
        };
    }

    private static String padded(int number, int digits) {
        String text = Integer.toString(number);
        return "0".repeat(Math.max(0, digits - text.length())) + text;
    }

    /** What the text says, or null when it is none. Where it names no zone, this one is meant. */
    static @Nullable DateText parse(String text, ZoneId local) {
        try {
            return new Reader(text, local).read();
        } catch (DateTimeException _) {
            return null;
        }
    }

    /** The shape that an example or a pattern such as {@code YYYY-MM-DD} shows, or null when it shows none. */
    static @Nullable DateText shape(String format) {
        String example = format.replace("YYYY", "1111")
                .replace("MM", "11")
                .replace("DD", "11")
                .replace("hh", "11")
                .replace("mm", "11")
                .replace("ss", "11")
                .replace(".s", ".111")
                .replace("TZD", "Z");
        DateText shown = parse(example, ZoneOffset.UTC);
        boolean digits = !example.equals(format);
        return shown == null && !digits ? null : shown;
    }

    private static final class Reader {
        private final String text;
        private final ZoneId local;
        private int at;

        Reader(String text, ZoneId local) {
            this.text = text;
            this.local = local;
        }

        @Nullable
        DateText read() {
            LocalDate day = null;
            char separator = 0;
            if (text.length() >= 10 && text.charAt(4) == '-') {
                day = date();
                if (day != null && at < text.length() && (text.charAt(at) == 'T' || text.charAt(at) == ' ')) {
                    separator = text.charAt(at++);
                }
                if (day == null || separator == 0) {
                    return day == null || at != text.length()
                            ? null
                            : new DateText(day.atStartOfDay(local), true, (char) 0, 0, Zone.NONE);
                }
            }
            return time(day, separator);
        }

        private @Nullable LocalDate date() {
            int year = number(4);
            boolean dashes = take('-');
            int month = number(2);
            dashes &= take('-');
            int day = number(2);
            return year < 0 || month < 0 || day < 0 || !dashes ? null : LocalDate.of(year, month, day);
        }

        private @Nullable DateText time(@Nullable LocalDate day, char separator) {
            int hour = number(2);
            boolean colons = take(':');
            int minute = number(2);
            colons &= take(':');
            int second = number(2);
            if (hour < 0 || minute < 0 || second < 0 || !colons) {
                return null;
            }
            int fractionAt = at;
            int nanos = take('.') ? nanos() : 0;
            int digits = Math.max(0, at - fractionAt - 1);
            Zone shape = zoneShape();
            ZoneId zone = shape == Zone.NONE ? local : zone();
            if (nanos < 0 || zone == null || at != text.length()) {
                return null;
            }
            LocalDate date = day == null ? LocalDate.of(0, 1, 1) : day;
            LocalTime time = LocalTime.of(hour, minute, second, nanos);
            return new DateText(ZonedDateTime.of(date, time, zone), day != null, separator, Math.min(digits, 9), shape);
        }

        private int nanos() {
            int from = at;
            long nanos = 0;
            int digits = 0;
            while (at < text.length() && Character.isDigit(text.charAt(at))) {
                if (digits < 9) {
                    nanos = nanos * 10 + text.charAt(at) - '0';
                    digits++;
                }
                at++;
            }
            for (; digits < 9; digits++) {
                nanos *= 10;
            }
            return at == from ? -1 : (int) nanos;
        }

        private Zone zoneShape() {
            return switch (text.length() - at) {
                case 0 -> Zone.NONE;
                case 3 -> Zone.HOURS;
                case 5 -> Zone.PLAIN;
                default -> Zone.COLON;
            };
        }

        private @Nullable ZoneId zone() {
            if (take('Z')) {
                return ZoneOffset.UTC;
            }
            int sign = take('+') ? 1 : take('-') ? -1 : 0;
            int hours = number(2);
            take(':');
            int minutes = at == text.length() ? 0 : number(2);
            return sign == 0 || hours < 0 || minutes < 0
                    ? null
                    : ZoneOffset.ofHoursMinutes(sign * hours, sign * minutes);
        }

        private boolean take(char c) {
            boolean there = at < text.length() && text.charAt(at) == c;
            at += there ? 1 : 0;
            return there;
        }

        /** A number of exactly so many digits, or -1. */
        private int number(int digits) {
            int number = 0;
            for (int i = 0; i < digits; i++) {
                char c = at + i < text.length() ? text.charAt(at + i) : ' ';
                if (c < '0' || c > '9') {
                    return -1;
                }
                number = number * 10 + c - '0';
            }
            at += digits;
            return number;
        }
    }
}
