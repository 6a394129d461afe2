package dev.mayfly.face.couchbase.language.date;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.Month;
import java.time.ZonedDateTime;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiConsumer;

/** The elements of which formats in all styles consist. */
final class FormatElements {
    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final long MILLI_NANOS = 1_000_000L;

    private FormatElements() {}

    /** The letter case in which a name is written, and the cases in which it is read. */
    enum Letters {
        CAPITALIZED,
        UPPER,
        LOWER,
        /** Written in capitals, read without regard to case. */
        ANY_WRITTEN_UPPER;

        String of(String name) {
            return switch (this) {
                case CAPITALIZED -> name;
                case UPPER, ANY_WRITTEN_UPPER -> name.toUpperCase(Locale.ROOT);
                case LOWER -> name.toLowerCase(Locale.ROOT);
            };
        }
    }

    /** An element of two functions. */
    @FunctionalInterface
    private interface Reader {
        int read(String text, int at, DateFields into);
    }

    private record Pair(Reader reader, BiConsumer<ZonedDateTime, StringBuilder> writer) implements FormatElement {
        @Override
        public int read(String text, int at, DateFields into) {
            return reader.read(text, at, into);
        }

        @Override
        public void write(ZonedDateTime date, StringBuilder out) {
            writer.accept(date, out);
        }
    }

    /** This character. */
    static FormatElement character(char c) {
        return new Pair(
                (text, at, _) -> text.charAt(at) == c ? at + 1 : FormatElement.MISMATCH, (_, out) -> out.append(c));
    }

    /** Reads any character, and writes this one. */
    static FormatElement anyCharacter(char c) {
        return new Pair((_, at, _) -> at + 1, (_, out) -> out.append(c));
    }

    /** Reads any number of spaces, and writes that many. */
    static FormatElement spaces(int count) {
        return new Pair(
                (text, at, _) -> {
                    int end = at;
                    while (end < text.length() && text.charAt(end) == ' ') {
                        end++;
                    }
                    return end == at ? FormatElement.MISMATCH : end;
                },
                (_, out) -> out.repeat(' ', count));
    }

    /** Reads nothing, and writes this text. */
    static FormatElement unreadable(String text) {
        return new Pair((_, _, _) -> FormatElement.MISMATCH, (_, out) -> out.append(text));
    }

    /**
     * A number of a date.
     *
     * @param fill what it is filled with up to the width; 0 for nothing
     */
    static FormatElement number(DateNumber number, int lengthMin, int lengthMax, boolean spaces, int width, char fill) {
        return new Pair(
                (text, at, into) -> {
                    Digits digits = Digits.read(text, at, lengthMax, spaces);
                    return digits.length >= lengthMin && number.set(into, digits.value)
                            ? at + digits.length
                            : FormatElement.MISMATCH;
                },
                (date, out) -> Digits.write(number.of(date), width, fill, out));
    }

    /** A number of one digit or two, written as two. */
    static FormatElement twoDigits(DateNumber number) {
        return number(number, 1, 2, false, 2, '0');
    }

    /** The English name of the month, or its first three letters. */
    static FormatElement month(boolean brief, Letters letters) {
        List<String> names = new ArrayList<>();
        for (Month month : Month.values()) {
            names.add(name(month.getDisplayName(TextStyle.FULL, Locale.ENGLISH), brief, letters));
        }
        return new Pair(
                (text, at, into) -> {
                    int found = indexOf(names, text, at, letters);
                    if (found < 0) {
                        return FormatElement.MISMATCH;
                    }
                    into.month(found + 1);
                    return at + names.get(found).length();
                },
                (date, out) -> out.append(names.get(date.getMonthValue() - 1)));
    }

    /** The English name of the day of the week, or its first three letters. It is not compared with the date. */
    static FormatElement weekday(boolean brief, Letters letters) {
        List<String> names = new ArrayList<>();
        for (DayOfWeek day : DayOfWeek.values()) {
            names.add(name(day.getDisplayName(TextStyle.FULL, Locale.ENGLISH), brief, letters));
        }
        return new Pair(
                (text, at, _) -> {
                    int found = indexOf(names, text, at, letters);
                    return found < 0
                            ? FormatElement.MISMATCH
                            : at + names.get(found).length();
                },
                (date, out) -> out.append(names.get(date.getDayOfWeek().getValue() - 1)));
    }

    private static String name(String name, boolean brief, Letters letters) {
        return letters.of(brief ? name.substring(0, 3) : name);
    }

    private static int indexOf(List<String> names, String text, int at, Letters letters) {
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            if (text.regionMatches(letters == Letters.ANY_WRITTEN_UPPER, at, name, 0, name.length())) {
                return i;
            }
        }
        return -1;
    }

    /** AM or PM. */
    static FormatElement halfDay(boolean upper, boolean anyCase) {
        String morning = upper ? "AM" : "am";
        String afternoon = upper ? "PM" : "pm";
        return new Pair(
                (text, at, into) -> {
                    boolean late = text.regionMatches(anyCase, at, afternoon, 0, 2);
                    into.afternoon(late);
                    return late || text.regionMatches(anyCase, at, morning, 0, 2) ? at + 2 : FormatElement.MISMATCH;
                },
                (date, out) -> out.append(date.getHour() < 12 ? morning : afternoon));
    }

    /** The ending of the day as an ordinal number, which may be left out in what is read. */
    static FormatElement ordinal(boolean upper) {
        return new Pair(
                (text, at, _) -> {
                    String found = at + 2 <= text.length() ? text.substring(at, at + 2) : "";
                    String compared = upper ? found.toLowerCase(Locale.ROOT) : found;
                    return Set.of("st", "nd", "rd", "th").contains(compared) ? at + 2 : at;
                },
                (date, out) -> {
                    String ending = switch (date.getDayOfMonth()) {
                        case 1, 21 -> "st";
                        case 2, 22 -> "nd";
                        case 3, 23 -> "rd";
                        // The service says so of the 31st, too.
                        default -> "th";
                    };
                    out.append(upper ? ending.toUpperCase(Locale.ROOT) : ending);
                });
    }

    /** The fraction of the second as a number of its own: up to nine digits are read. */
    static FormatElement fraction(boolean millis, int width, char fill, boolean spaces) {
        return new Pair((text, at, into) -> readFraction(text, at, 1, 9, spaces, into), (date, out) -> {
            long value = millis ? (date.getNano() + MILLI_NANOS / 2) / MILLI_NANOS % 1000 : date.getNano();
            Digits.write(value, width, fill, out);
        });
    }

    private static int readFraction(String text, int at, int min, int max, boolean spaces, DateFields into) {
        Digits digits = Digits.read(text, at, max, spaces);
        if (digits.length < min) {
            return FormatElement.MISMATCH;
        }
        into.nanos(digits.nanos());
        return at + digits.length;
    }

    /** The fraction of the second behind its point, in exactly as many digits. */
    static FormatElement fixedFraction(char point, int digits) {
        return new Pair(
                (text, at, into) -> text.charAt(at) == point
                        ? readFraction(text, at + 1, digits, Math.min(digits, Digits.LENGTH_MAX), false, into)
                        : FormatElement.MISMATCH,
                (date, out) -> out.append(point).append(nanoDigits(date, digits)));
    }

    /** The fraction of the second behind its point, of which zeros at the end are left out. */
    static FormatElement shortFraction(char point, int digits) {
        return new Pair(
                (text, at, into) -> text.charAt(at) == point
                        ? readFraction(text, at + 1, 1, 9, false, into)
                        : FormatElement.MISMATCH,
                (date, out) -> {
                    String all = nanoDigits(date, digits);
                    int end = all.length();
                    while (end > 0 && all.charAt(end - 1) == '0') {
                        end--;
                    }
                    if (end > 0) {
                        out.append(point).append(all, 0, end);
                    }
                });
    }

    private static String nanoDigits(ZonedDateTime date, int digits) {
        StringBuilder out = new StringBuilder();
        Digits.write(date.getNano(), 9, '0', out);
        return digits <= 9
                ? out.substring(0, digits)
                : out.repeat('0', digits - 9).toString();
    }

    /** A zone, read in any of the forms; {@code Z} is written for UTC if that is among them. */
    static FormatElement zone(Set<DateZones.Form> forms, DateZones.Form written) {
        return zone(forms, (date, out) -> {
            boolean isZero = date.getOffset().getTotalSeconds() == 0;
            out.append(isZero && forms.contains(DateZones.Form.Z) ? "Z" : DateZones.offsetText(date, written));
        });
    }

    /** A zone, read in any of the forms. */
    static FormatElement zone(Set<DateZones.Form> forms, BiConsumer<ZonedDateTime, StringBuilder> writer) {
        return new Pair(
                (text, at, into) -> {
                    DateZones.Found found = DateZones.find(text, at, forms);
                    if (found == null) {
                        return FormatElement.MISMATCH;
                    }
                    into.zone(found.zone());
                    return at + found.length();
                },
                writer);
    }

    /** The seconds or nanoseconds since the epoch. */
    static FormatElement epoch(boolean nanos, int width, char fill, boolean spaces) {
        return new Pair(
                (text, at, into) -> {
                    Digits digits = Digits.read(text, at, nanos ? Digits.LENGTH_MAX : 10, spaces);
                    if (digits.length == 0) {
                        return FormatElement.MISMATCH;
                    }
                    into.instant(nanos ? Instant.ofEpochSecond(0, digits.value) : Instant.ofEpochSecond(digits.value));
                    return at + digits.length;
                },
                (date, out) -> {
                    long seconds = date.toEpochSecond();
                    Digits.write(nanos ? seconds * SECOND_NANOS + date.getNano() : seconds, width, fill, out);
                });
    }

    /** The time since the epoch as hours, minutes and seconds. */
    static FormatElement elapsed(boolean millis) {
        return new Pair((text, at, into) -> readElapsed(text, at, millis, into), (date, out) -> {
            long total = Math.max(0, date.toInstant().toEpochMilli());
            out.append(total / 3_600_000).append(':');
            Digits.write(total / 60_000 % 60, 2, '0', out);
            out.append(':');
            Digits.write(total / 1000 % 60, 2, '0', out);
            if (millis) {
                out.append('.');
                Digits.write(total % 1000, 3, '0', out);
            }
        });
    }

    private static int readElapsed(String text, int from, boolean millis, DateFields into) {
        long total = 0;
        int at = from;
        int[] lengths = {10, 2, 2, 3};
        int[] millisEach = {3_600_000, 60_000, 1000, 1};
        for (int i = 0; i < (millis ? 4 : 3); i++) {
            char separator = i == 3 ? '.' : ':';
            at += i > 0 && at < text.length() && text.charAt(at) == separator ? 1 : 0;
            Digits digits = Digits.read(text, at, lengths[i], false);
            if (digits.length == 0 || i > 0 && digits.length != lengths[i] || i > 0 && i < 3 && digits.value > 59) {
                return FormatElement.MISMATCH;
            }
            total += digits.value * millisEach[i];
            at += digits.length;
        }
        into.instant(Instant.ofEpochMilli(total));
        return at;
    }
}
