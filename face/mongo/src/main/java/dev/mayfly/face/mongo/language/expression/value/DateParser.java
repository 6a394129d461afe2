package dev.mayfly.face.mongo.language.expression.value;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.conversionFailure;

import dev.mayfly.face.mongo.language.error.QueryException;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads dates from text as ISO 8601 writes them, with a zone behind them or none. */
public final class DateParser {
    private static final Pattern ISO = Pattern.compile(
            "\\s*(\\d{4})-?(\\d{2})(?:-?(\\d{2}))?(?:(?:[Tt]|\\s+)(\\d{1,2})[:.]?(\\d{2})(?:[:.]?(\\d{2})(?:[.,](\\d{1,9}))?)?)?"
                    + "\\s*(\\S.*?)?\\s*");

    private DateParser() {}

    /** Milliseconds of a date. A zone in the text and one beside it exclude each other, but for UTC. */
    public static long iso(String text, @Nullable ZoneId beside) {
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

    private static ZoneId zoneOf(String text, @Nullable String rest, @Nullable ZoneId beside) {
        if (rest == null) {
            return beside == null ? ZoneOffset.UTC : beside;
        }
        ZoneText inside = ZoneText.at(rest, 0);
        if (inside == null || inside.end() < rest.length()) {
            throw refusal(text, "Unexpected character '" + rest.charAt(inside == null ? 0 : inside.end()) + "'");
        }
        return only(text, inside.offset(), beside);
    }

    /** The zone in the text, if the one beside it does not say another. */
    public static ZoneId only(String text, ZoneOffset inside, @Nullable ZoneId beside) {
        if (beside != null && !beside.equals(ZoneOffset.UTC)) {
            throw conversionFailure("you cannot pass in a date/time string with GMT offset together with a timezone"
                    + " argument ('" + text + "')");
        }
        return inside;
    }

    private static int number(@Nullable String digits, int otherwise) {
        return digits == null ? otherwise : Integer.parseInt(digits);
    }

    private static int nanos(@Nullable String fraction) {
        return fraction == null
                ? 0
                : Integer.parseInt((fraction + "000000000").substring(0, 9)) / 1_000_000 * 1_000_000;
    }

    public static QueryException refusal(String text, String reason) {
        return conversionFailure("Error parsing date string '" + text + "'; " + reason);
    }
}
