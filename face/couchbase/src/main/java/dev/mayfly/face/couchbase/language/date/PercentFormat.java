package dev.mayfly.face.couchbase.language.date;

import dev.mayfly.face.couchbase.language.date.FormatElements.Letters;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;

/**
 * Formats in the style of the Unix command {@code date}, such as {@code %Y-%m-%d}. A space reads any character. A
 * modifier behind the percent sign says how a number is filled ({@code _} spaces, {@code -} not at all, {@code 0}
 * zeros), or that letters are capitals ({@code ^}); a width may follow.
 */
final class PercentFormat {
    private static final int WIDTH_MAX = 100;

    private final String format;
    private final List<FormatElement> elements = new ArrayList<>();
    private int at;

    private PercentFormat(String format) {
        this.format = format;
    }

    static List<FormatElement> elements(String format) {
        return new PercentFormat(format).read();
    }

    private List<FormatElement> read() {
        while (at < format.length()) {
            char c = format.charAt(at++);
            if (c != '%') {
                elements.add(c == ' ' ? FormatElements.anyCharacter(' ') : FormatElements.character(c));
            } else if (at == format.length()) {
                elements.add(FormatElements.unreadable("%"));
            } else if (!conversion()) {
                return List.of(FormatElements.unreadable("!(Invalid format: '" + format + "')"));
            }
        }
        return elements;
    }

    /** Returns whether a conversion stands behind the percent sign. */
    private boolean conversion() {
        char modifier = "_-0^".indexOf(format.charAt(at)) >= 0 ? format.charAt(at++) : '0';
        int width = 0;
        while (at < format.length() && Character.isDigit(format.charAt(at))) {
            width = Math.min(WIDTH_MAX, width * 10 + format.charAt(at++) - '0');
        }
        if (at < format.length() && (format.charAt(at) == 'E' || format.charAt(at) == 'O')) {
            at++;
        }
        int colons = 0;
        while (at < format.length() && format.charAt(at) == ':') {
            colons++;
            at++;
        }
        if (at == format.length() || colons > 0 && format.charAt(at) != 'z' || colons > 3) {
            return false;
        }
        add(new Conversion(format.charAt(at++), modifier, width, colons));
        return true;
    }

    private record Conversion(char letter, char modifier, int width, int colons) {
        boolean spaces() {
            return modifier == '_';
        }

        boolean upper() {
            return modifier == '^';
        }

        char fill() {
            return modifier == '_' ? ' ' : modifier == '-' ? 0 : '0';
        }

        int widthOr(int usual) {
            return width > 0 ? width : usual;
        }

        FormatElement number(DateNumber number, int digits) {
            return FormatElements.number(
                    number, modifier == '-' ? 1 : digits, digits, spaces(), widthOr(digits), fill());
        }

        /** A number that is written in as many digits as it has. */
        FormatElement shortNumber(DateNumber number, int digits) {
            return FormatElements.number(number, 1, digits, spaces(), widthOr(1), fill());
        }

        /** A number with a space for a zero before it, which is read alone. */
        FormatElement readOnly(DateNumber number) {
            FormatElement unknown = unknown();
            FormatElement known = FormatElements.number(number, 2, 2, true, 2, ' ');
            return new FormatElement() {
                @Override
                public int read(String text, int at, DateFields into) {
                    return known.read(text, at, into);
                }

                @Override
                public void write(ZonedDateTime date, StringBuilder out) {
                    unknown.write(date, out);
                }
            };
        }

        FormatElement unknown() {
            return FormatElements.unreadable("!(Unknown format: '" + letter + "')");
        }
    }

    private void add(Conversion asked) {
        switch (asked.letter) {
            case 'x', 'D' -> elements.addAll(ReferenceFormat.elements("2006-01-02"));
            case 'F' -> elements.addAll(ReferenceFormat.elements(DateFormat.DEFAULT_LAYOUT));
            case 'R' -> time(asked, DateNumber.HOUR, false);
            case 'X', 'T' -> time(asked, DateNumber.HOUR, true);
            case 'r' -> {
                time(asked, DateNumber.HOUR_OF_HALF_DAY, true);
                elements.add(FormatElements.spaces(1));
                elements.add(FormatElements.halfDay(true, true));
            }
            default -> elements.add(element(asked));
        }
    }

    private void time(Conversion asked, DateNumber hour, boolean seconds) {
        elements.add(asked.number(hour, 2));
        elements.add(FormatElements.character(':'));
        elements.add(asked.number(DateNumber.MINUTE, 2));
        if (seconds) {
            elements.add(FormatElements.character(':'));
            elements.add(asked.number(DateNumber.SECOND, 2));
        }
    }

    private static FormatElement element(Conversion asked) {
        Letters letters = asked.upper() ? Letters.ANY_WRITTEN_UPPER : Letters.CAPITALIZED;
        return switch (asked.letter) {
            case 'Y' -> asked.number(DateNumber.YEAR, 4);
            case 'C' -> asked.number(DateNumber.CENTURY, 2);
            case 'y' -> asked.number(DateNumber.YEAR_OF_CENTURY, 2);
            case 'm' -> asked.number(DateNumber.MONTH, 2);
            case 'd' -> asked.number(DateNumber.DAY, 2);
            case 'H' -> asked.number(DateNumber.HOUR, 2);
            case 'I' -> asked.number(DateNumber.HOUR_OF_HALF_DAY, 2);
            case 'M' -> asked.number(DateNumber.MINUTE, 2);
            case 'S' -> asked.number(DateNumber.SECOND, 2);
            case 'e' -> asked.readOnly(DateNumber.DAY);
            case 'k' -> asked.readOnly(DateNumber.HOUR);
            case 'l' -> asked.readOnly(DateNumber.HOUR_OF_HALF_DAY);
            case 'B' -> FormatElements.month(false, letters);
            case 'b' -> FormatElements.month(true, letters);
            case 'A' -> FormatElements.weekday(false, letters);
            case 'a' -> FormatElements.weekday(true, letters);
            case 'f' -> FormatElements.ordinal(asked.upper());
            case 'p' -> FormatElements.halfDay(true, asked.upper());
            case 'P' -> FormatElements.halfDay(asked.upper(), asked.upper());
            case 'N' -> FormatElements.fraction(false, asked.widthOr(9), asked.fill(), asked.spaces());
            case 'n' -> FormatElements.fraction(true, asked.widthOr(3), asked.fill(), asked.spaces());
            case 's' -> FormatElements.epoch(asked.upper(), asked.width, asked.fill(), asked.spaces());
            case '#' -> FormatElements.elapsed(false);
            case '@' -> FormatElements.elapsed(true);
            case 'z' -> offset(asked.colons);
            case 'Z' -> zoneName(asked);
            case '%' -> FormatElements.character('%');
            default -> ofCalendar(asked);
        };
    }

    private static FormatElement ofCalendar(Conversion asked) {
        return switch (asked.letter) {
            case 'V' -> asked.shortNumber(DateNumber.ISO_WEEK, 2);
            case 'G' -> asked.shortNumber(DateNumber.ISO_YEAR, 4);
            case 'j' -> asked.shortNumber(DateNumber.DAY_OF_YEAR_IGNORED, 3);
            case 'q' -> asked.shortNumber(DateNumber.QUARTER, 1);
            case 'u' -> asked.shortNumber(DateNumber.WEEKDAY_FROM_MONDAY, 1);
            case 'w' -> asked.shortNumber(DateNumber.WEEKDAY_FROM_SUNDAY, 1);
            case 'U' -> asked.shortNumber(DateNumber.WEEK_FROM_SUNDAY, 2);
            case 'W' -> asked.shortNumber(DateNumber.WEEK_FROM_MONDAY, 2);
            default -> asked.unknown();
        };
    }

    private static FormatElement offset(int colons) {
        return FormatElements.zone(DateZones.Form.ALL, (date, out) -> {
            boolean isWholeHour = date.getOffset().getTotalSeconds() % 3600 == 0;
            DateZones.Form form = switch (colons) {
                case 0 -> DateZones.Form.DIGITS;
                case 1 -> DateZones.Form.COLON;
                case 2 -> DateZones.Form.COLONS;
                default -> isWholeHour ? DateZones.Form.HOURS : DateZones.Form.COLON;
            };
            out.append(DateZones.offsetText(date, form));
        });
    }

    private static FormatElement zoneName(Conversion asked) {
        return FormatElements.zone(DateZones.Form.ALL, (date, out) -> {
            boolean isZero = date.getOffset().getTotalSeconds() == 0;
            if (asked.modifier == '-' && isZero) {
                out.append('Z');
            } else {
                out.append(asked.upper() ? DateZones.fullName(date) : DateZones.abbreviation(date));
            }
        });
    }
}
