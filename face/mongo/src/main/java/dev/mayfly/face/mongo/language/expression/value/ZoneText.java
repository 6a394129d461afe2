package dev.mayfly.face.mongo.language.expression.value;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.conversionFailure;

import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A time zone as the text of a date names it: an offset such as {@code +02:00} or {@code GMT-0330}, or an abbreviation.
 * Names of places are for the argument {@code timezone} alone.
 *
 * @param end of it in the text
 */
public record ZoneText(ZoneOffset offset, int end) {
    private static final Pattern FORM =
            Pattern.compile("[ \\t]*(?:(?:GMT|UTC)?([+-])(\\d{1,2}:?\\d{2}|\\d{1,2})|([A-Za-z][A-Za-z_/]*))");

    /** Hours from UTC by the abbreviations that mean one offset only. */
    private static final Map<String, Double> HOURS = Map.ofEntries(
            Map.entry("UTC", 0.0),
            Map.entry("GMT", 0.0),
            Map.entry("WET", 0.0),
            Map.entry("WEST", 1.0),
            Map.entry("BST", 1.0),
            Map.entry("CET", 1.0),
            Map.entry("CEST", 2.0),
            Map.entry("EET", 2.0),
            Map.entry("EEST", 3.0),
            Map.entry("SAST", 2.0),
            Map.entry("MSK", 3.0),
            Map.entry("PKT", 5.0),
            Map.entry("HKT", 8.0),
            Map.entry("AWST", 8.0),
            Map.entry("JST", 9.0),
            Map.entry("KST", 9.0),
            Map.entry("ACST", 9.5),
            Map.entry("ACDT", 10.5),
            Map.entry("AEST", 10.0),
            Map.entry("AEDT", 11.0),
            Map.entry("NZST", 12.0),
            Map.entry("NZDT", 13.0),
            Map.entry("NST", -3.5),
            Map.entry("NDT", -2.5),
            Map.entry("AST", -4.0),
            Map.entry("ADT", -3.0),
            Map.entry("EST", -5.0),
            Map.entry("EDT", -4.0),
            Map.entry("CST", -6.0),
            Map.entry("CDT", -5.0),
            Map.entry("MST", -7.0),
            Map.entry("MDT", -6.0),
            Map.entry("PST", -8.0),
            Map.entry("PDT", -7.0),
            Map.entry("AKST", -9.0),
            Map.entry("AKDT", -8.0),
            Map.entry("HST", -10.0));

    /** The zone that begins at a place of the text; null where none does. */
    public static @Nullable ZoneText at(String text, int from) {
        Matcher matcher = FORM.matcher(text).region(from, text.length());
        if (!matcher.lookingAt()) {
            return null;
        }
        String name = matcher.group(3);
        ZoneOffset offset = name == null ? ofDigits(matcher.group(1), matcher.group(2)) : ofName(name);
        return new ZoneText(offset, matcher.end());
    }

    private static ZoneOffset ofDigits(String sign, String digits) {
        String plain = digits.replace(":", "");
        int number = Integer.parseInt(plain);
        int minutes = plain.length() <= 2 ? number * 60 : number / 100 * 60 + number % 100;
        return ofMinutes(sign.equals("-") ? -minutes : minutes);
    }

    public static ZoneOffset ofMinutes(int minutes) {
        return ZoneOffset.ofTotalSeconds(minutes * 60);
    }

    private static ZoneOffset ofName(String name) {
        String upper = name.toUpperCase(Locale.ROOT);
        if (upper.length() == 1) {
            return ofLetter(upper.charAt(0));
        }
        Double hours = HOURS.get(upper);
        if (hours == null) {
            throw conversionFailure(
                    "passing a time zone identifier as part of the string is not allowed ('" + name + "')");
        }
        return ofMinutes((int) (hours * 60));
    }

    /** The letters of military zones: east from A, west from N, without J. */
    private static ZoneOffset ofLetter(char letter) {
        int hours = switch (letter) {
            case 'Z' -> 0;
            case 'J' -> throw conversionFailure("the timezone 'J' could not be found in the database");
            default -> letter < 'J' ? letter - '@' : letter < 'N' ? letter - 'A' : 'M' - letter;
        };
        return ZoneOffset.ofHours(hours);
    }
}
