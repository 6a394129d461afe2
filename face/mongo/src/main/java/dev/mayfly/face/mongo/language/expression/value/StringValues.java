package dev.mayfly.face.mongo.language.expression.value;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.face.mongo.language.value.DoubleText;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import org.bson.BsonValue;

/** Values as strings, and strings as Mongo counts them: in bytes of UTF-8, or in code points. */
public final class StringValues {
    private StringValues() {}

    /** Returns an operand as a text, for string operators whose operand need not be a string. */
    public static String of(BsonValue value) {
        return switch (value.getBsonType()) {
            case STRING -> value.asString().getValue();
            case NULL, UNDEFINED -> "";
            case INT32 -> Integer.toString(value.asInt32().getValue());
            case INT64 -> Long.toString(value.asInt64().getValue());
            case DOUBLE -> number(value.asDouble().getValue());
            case DECIMAL128 -> value.asDecimal128().getValue().toString();
            case SYMBOL -> value.asSymbol().getSymbol();
            case JAVASCRIPT -> value.asJavaScript().getCode();
            case DATE_TIME -> DatePattern.ISO.format(value.asDateTime().getValue(), ZoneOffset.UTC);
            case TIMESTAMP ->
                "Timestamp(" + Integer.toUnsignedString(value.asTimestamp().getTime()) + ", "
                        + Integer.toUnsignedString(value.asTimestamp().getInc()) + ")";
            default -> throw location(16007, "can't convert from BSON type " + TypeNames.of(value) + " to String");
        };
    }

    /** A double as {@code $toString} writes it: whole numbers without a point. */
    public static String number(double value) {
        if (Double.isNaN(value)) {
            return "NaN";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "Infinity" : "-Infinity";
        }
        return DoubleText.of(value);
    }

    public static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    public static String ofBytes(byte[] bytes, int from, int until) {
        return new String(bytes, from, until - from, StandardCharsets.UTF_8);
    }

    public static int codePoints(String text) {
        return text.codePointCount(0, text.length());
    }

    /** Changes only ASCII letters. */
    public static String lower(String text) {
        StringBuilder lower = new StringBuilder(text);
        for (int i = 0; i < lower.length(); i++) {
            char c = lower.charAt(i);
            if (c >= 'A' && c <= 'Z') {
                lower.setCharAt(i, (char) (c + 32));
            }
        }
        return lower.toString();
    }

    /** Changes only ASCII letters. */
    public static String upper(String text) {
        StringBuilder upper = new StringBuilder(text);
        for (int i = 0; i < upper.length(); i++) {
            char c = upper.charAt(i);
            if (c >= 'a' && c <= 'z') {
                upper.setCharAt(i, (char) (c - 32));
            }
        }
        return upper.toString();
    }
}
