package dev.mayfly.app.console.doctor;

import dev.mayfly.base.document.EarliestDate;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Locale;

/**
 * The verdict of a rule over a field on the field's value.
 *
 * @param words a description of the value, as the end of a sentence
 */
record FieldJudgement(NoExpiryReason obstacle, String words) {
    private static final int SHOWN_MAX = 60;

    /** Numbers of this size are today's dates, in seconds or in milliseconds: from 2001 to 2286. */
    private static final double SECONDS_FROM = 1e9;

    private static final double SECONDS_UNTIL = 1e10;
    private static final double MILLIS_PER_SECOND = 1e3;

    /** Judges the value at the path, for a document that the rule gives no instant. */
    static FieldJudgement of(View document, FieldPath path) {
        if (EarliestDate.at(document, path) != EarliestDate.NONE) {
            return new FieldJudgement(
                    NoExpiryReason.FILTERED_OUT, "there is a date, but the filter of the index leaves it out");
        }
        List<View> values = PathValues.at(document, path);
        if (values.isEmpty()) {
            return new FieldJudgement(NoExpiryReason.FIELD_MISSING, "there is no such field");
        }
        View first = values.getFirst();
        return switch (first.type()) {
            case NULL, UNDEFINED -> new FieldJudgement(NoExpiryReason.NULL_WHERE_DATE, "there is null");
            case STRING, SYMBOL -> ofText(first.stringValue());
            case INT32, INT64, DOUBLE, DECIMAL128 -> ofNumber(first.doubleValue(), shown(first));
            case TIMESTAMP ->
                new FieldJudgement(NoExpiryReason.NO_DATE, "there is a timestamp of replication, which is no date");
            default ->
                new FieldJudgement(
                        NoExpiryReason.NO_DATE,
                        "there is a value of the type "
                                + first.type().name().toLowerCase(Locale.ROOT).replace('_', ' '));
        };
    }

    private static FieldJudgement ofText(String text) {
        String more = isDateLike(text) ? ", which looks like a date but is text" : "";
        return new FieldJudgement(NoExpiryReason.STRING_WHERE_DATE, "there is the string \"" + cut(text) + "\"" + more);
    }

    private static FieldJudgement ofNumber(double number, String shown) {
        if (Double.isNaN(number)) {
            return new FieldJudgement(NoExpiryReason.NAN_WHERE_DATE, "there is NaN");
        }
        return new FieldJudgement(NoExpiryReason.NUMBER_WHERE_DATE, "there is the number " + shown + likeness(number));
    }

    private static String likeness(double number) {
        if (looksLikeSeconds(number)) {
            return ", which looks like seconds since the epoch";
        }
        return looksLikeMillis(number) ? ", which looks like milliseconds since the epoch" : "";
    }

    static boolean looksLikeSeconds(double number) {
        return number >= SECONDS_FROM && number < SECONDS_UNTIL;
    }

    static boolean looksLikeMillis(double number) {
        return looksLikeSeconds(number / MILLIS_PER_SECOND);
    }

    static boolean isDateLike(String text) {
        if (text.length() < "2026-01-01".length() || text.length() > SHOWN_MAX) {
            return false;
        }
        try {
            OffsetDateTime.parse(text);
            return true;
        } catch (DateTimeException _) {
            // A date alone, or with a time without an offset, is meant as a date, too.
        }
        try {
            LocalDate.parse(text.substring(0, "2026-01-01".length()));
            return true;
        } catch (DateTimeException _) {
            return false;
        }
    }

    private static String shown(View number) {
        return number.type() == ValueType.DOUBLE || number.type() == ValueType.DECIMAL128
                ? cut(number.decimalValue().toString())
                : Long.toString(number.longValue());
    }

    private static String cut(String text) {
        return text.length() <= SHOWN_MAX ? text : text.substring(0, SHOWN_MAX) + "...";
    }
}
