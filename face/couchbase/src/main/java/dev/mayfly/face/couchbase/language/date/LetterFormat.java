package dev.mayfly.face.couchbase.language.date;

import dev.mayfly.face.couchbase.language.date.FormatElements.Letters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Formats in letters, such as {@code YYYY-MM-DD HH24:mm:ss.sTZD}, with punctuation and spaces between them. A space reads
 * any character, and so does a {@code T}.
 */
final class LetterFormat {
    private static final int TOKEN_MAX = 5;

    private static final Map<String, FormatElement> ELEMENTS = Map.ofEntries(
            Map.entry("YYYY", FormatElements.number(DateNumber.YEAR, 4, 4, false, 4, '0')),
            Map.entry("YY", FormatElements.number(DateNumber.YEAR_OF_CENTURY, 2, 2, false, 2, '0')),
            Map.entry("CC", FormatElements.number(DateNumber.CENTURY, 2, 2, false, 2, '0')),
            Map.entry("MM", FormatElements.twoDigits(DateNumber.MONTH)),
            Map.entry("DD", FormatElements.twoDigits(DateNumber.DAY)),
            Map.entry("hh", FormatElements.twoDigits(DateNumber.HOUR)),
            Map.entry("HH24", FormatElements.twoDigits(DateNumber.HOUR)),
            Map.entry("HH12", FormatElements.twoDigits(DateNumber.HOUR_OF_HALF_DAY)),
            Map.entry("HH", FormatElements.twoDigits(DateNumber.HOUR_OF_HALF_DAY)),
            Map.entry("mm", FormatElements.twoDigits(DateNumber.MINUTE)),
            Map.entry("MI", FormatElements.twoDigits(DateNumber.MINUTE)),
            Map.entry("AM", FormatElements.halfDay(true, false)),
            Map.entry("PM", FormatElements.halfDay(true, false)),
            Map.entry("am", FormatElements.halfDay(false, false)),
            Map.entry("pm", FormatElements.halfDay(false, false)),
            Map.entry("PP", FormatElements.halfDay(true, false)),
            Map.entry("pp", FormatElements.halfDay(false, true)),
            Map.entry("MONTH", FormatElements.month(false, Letters.UPPER)),
            Map.entry("Month", FormatElements.month(false, Letters.CAPITALIZED)),
            Map.entry("month", FormatElements.month(false, Letters.LOWER)),
            Map.entry("MON", FormatElements.month(true, Letters.UPPER)),
            Map.entry("Mon", FormatElements.month(true, Letters.CAPITALIZED)),
            Map.entry("mon", FormatElements.month(true, Letters.LOWER)),
            Map.entry("DAY", FormatElements.weekday(false, Letters.UPPER)),
            Map.entry("Day", FormatElements.weekday(false, Letters.CAPITALIZED)),
            Map.entry("day", FormatElements.weekday(false, Letters.LOWER)),
            Map.entry("DY", FormatElements.weekday(true, Letters.UPPER)),
            Map.entry("Dy", FormatElements.weekday(true, Letters.CAPITALIZED)),
            Map.entry("dy", FormatElements.weekday(true, Letters.LOWER)),
            Map.entry("TZD", FormatElements.zone(DateZones.Form.ALL, DateZones.Form.COLON)),
            Map.entry(
                    "TZN",
                    FormatElements.zone(DateZones.Form.ALL, (date, out) -> out.append(DateZones.abbreviation(date)))),
            Map.entry(
                    "TZF",
                    FormatElements.zone(DateZones.Form.ALL, (date, out) -> out.append(DateZones.fullName(date)))),
            Map.entry("T", FormatElements.anyCharacter('T')));

    private LetterFormat() {}

    /** The elements, or nothing if the format is not of this style. */
    static Optional<List<FormatElement>> elements(String format) {
        List<FormatElement> elements = new ArrayList<>();
        int at = 0;
        while (at < format.length()) {
            char c = format.charAt(at);
            String token = token(format, at);
            if (c == 's' || c == 'S') {
                int count = run(format, at);
                if (c == 'S' && count % 2 != 0) {
                    return Optional.empty();
                }
                elements.add(seconds(count));
                at += count;
            } else if (!token.isEmpty()) {
                elements.add(ELEMENTS.getOrDefault(token, FormatElements.character(c)));
                at += token.length();
            } else if (Character.isWhitespace(c) || isPunctuation(c)) {
                elements.add(c == ' ' ? FormatElements.anyCharacter(c) : FormatElements.character(c));
                at++;
            } else {
                return Optional.empty();
            }
        }
        return Optional.of(elements);
    }

    /** The longest token that stands there, or nothing. */
    private static String token(String format, int at) {
        for (int length = Math.min(TOKEN_MAX, format.length() - at); length > 0; length--) {
            String token = format.substring(at, at + length);
            if (ELEMENTS.containsKey(token)) {
                return token;
            }
        }
        return "";
    }

    private static int run(String format, int from) {
        int at = from;
        while (at < format.length() && format.charAt(at) == format.charAt(from)) {
            at++;
        }
        return at - from;
    }

    /** One letter stands for milliseconds, two for seconds, and three for nanoseconds. */
    private static FormatElement seconds(int letters) {
        return switch (letters) {
            case 1 -> FormatElements.fraction(true, 3, '0', false);
            case 2 -> FormatElements.twoDigits(DateNumber.SECOND);
            case 3 -> FormatElements.fraction(false, 9, '0', false);
            default -> FormatElements.unreadable("");
        };
    }

    private static boolean isPunctuation(char c) {
        return switch (Character.getType(c)) {
            case Character.CONNECTOR_PUNCTUATION,
                    Character.DASH_PUNCTUATION,
                    Character.START_PUNCTUATION,
                    Character.END_PUNCTUATION,
                    Character.INITIAL_QUOTE_PUNCTUATION,
                    Character.FINAL_QUOTE_PUNCTUATION,
                    Character.OTHER_PUNCTUATION -> true;
            default -> false;
        };
    }
}
