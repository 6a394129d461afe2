package dev.mayfly.face.mongo.language.expression.value;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.conversionFailure;

import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.value.BsonText;
import dev.mayfly.face.mongo.language.value.Decimals;
import dev.mayfly.face.mongo.language.value.Numbers;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.regex.Pattern;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;

/** Converts a value to another type, or refuses with {@code ConversionFailure}. */
public final class TypeConversion {
    private static final Pattern NUMBER = Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d{1,5})?");
    private static final int DECIMAL_EXPONENT_MAX = 6144;
    private static final int WHOLE_DIGITS_MAX = 400;

    private static final String SUFFIX = " in $convert with no onError value";

    private TypeConversion() {}

    public static BsonValue to(BsonType target, BsonValue value) {
        return switch (target) {
            case INT32 -> toWhole(value, target, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case INT64 -> toWhole(value, target, Long.MIN_VALUE, Long.MAX_VALUE);
            case DOUBLE -> toDouble(value);
            case DECIMAL128 -> toDecimal(value);
            case STRING -> toText(value);
            case BOOLEAN -> BsonBoolean.valueOf(toBool(value));
            case DATE_TIME -> toDate(value);
            case OBJECT_ID -> toObjectId(value);
            default -> throw unsupported(value, target);
        };
    }

    private static QueryException unsupported(BsonValue value, BsonType target) {
        return conversionFailure("Unsupported conversion from " + TypeNames.of(value) + " to " + name(target) + SUFFIX);
    }

    private static String name(BsonType type) {
        return switch (type) {
            case INT32 -> "int";
            case INT64 -> "long";
            case DECIMAL128 -> "decimal";
            case DATE_TIME -> "date";
            case OBJECT_ID -> "objectId";
            case BOOLEAN -> "bool";
            case DOUBLE -> "double";
            case STRING -> "string";
            case DOCUMENT -> "object";
            case ARRAY -> "array";
            case BINARY -> "binData";
            case NULL -> "null";
            case REGULAR_EXPRESSION -> "regex";
            case TIMESTAMP -> "timestamp";
            case END_OF_DOCUMENT -> "missing";
            case UNDEFINED -> "undefined";
            case DB_POINTER -> "dbPointer";
            case JAVASCRIPT -> "javascript";
            case SYMBOL -> "symbol";
            case JAVASCRIPT_WITH_SCOPE -> "javascriptWithScope";
            case MIN_KEY -> "minKey";
            case MAX_KEY -> "maxKey";
        };
    }

    private static BsonValue toWhole(BsonValue value, BsonType target, long least, long most) {
        BigDecimal exact = switch (value.getBsonType()) {
            case INT32, INT64 -> BigDecimal.valueOf(Numbers.longOf(value));
            case DOUBLE, DECIMAL128 -> finite(value);
            case BOOLEAN -> value.asBoolean().getValue() ? BigDecimal.ONE : BigDecimal.ZERO;
            case STRING -> wholeText(value.asString().getValue());
            case DATE_TIME -> {
                if (target == BsonType.INT32) {
                    throw unsupported(value, target);
                }
                yield BigDecimal.valueOf(value.asDateTime().getValue());
            }
            default -> throw unsupported(value, target);
        };
        BigDecimal whole = exact.setScale(0, RoundingMode.DOWN);
        if (whole.compareTo(BigDecimal.valueOf(least)) < 0 || whole.compareTo(BigDecimal.valueOf(most)) > 0) {
            if (value.isString()) {
                throw unreadable(value.asString().getValue(), "Overflow");
            }
            // MongoDB's servers leave out a long that is no int.
            throw conversionFailure("Conversion would overflow target type" + SUFFIX + ": "
                    + (value.isInt64() ? "" : BsonText.number(value)));
        }
        return target == BsonType.INT32 ? new BsonInt32(whole.intValue()) : new BsonInt64(whole.longValue());
    }

    private static BigDecimal finite(BsonValue value) {
        double approximate = Numbers.doubleOf(value);
        if (Double.isNaN(approximate)) {
            throw conversionFailure("Attempt to convert NaN value to integer type" + SUFFIX);
        }
        if (value.isDouble() && Double.isInfinite(approximate)) {
            throw conversionFailure("Attempt to convert infinity value to integer type" + SUFFIX);
        }
        if (value.isDecimal128()) {
            if (!Decimals.isFinite(value.asDecimal128().getValue())) {
                throw conversionFailure("Attempt to convert infinity value to integer type" + SUFFIX);
            }
            return Decimals.exact(value.asDecimal128().getValue());
        }
        return new BigDecimal(approximate);
    }

    private static BigDecimal wholeText(String text) {
        refuseHexadecimal(text);
        String digits = text.startsWith("-") || text.startsWith("+") ? text.substring(1) : text;
        if (digits.isEmpty() || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw unreadable(text, digits.isEmpty() ? "No digits" : "Did not consume whole string.");
        }
        if (digits.length() > WHOLE_DIGITS_MAX) {
            throw unreadable(text, "Overflow");
        }
        return new BigDecimal(text);
    }

    private static String whyNoDouble(String text) {
        if (text.isEmpty()) {
            return "Empty string";
        }
        if (Character.isWhitespace(text.charAt(0))) {
            return "Leading whitespace";
        }
        boolean beginsWithNumber = NUMBER.matcher(text).lookingAt();
        return beginsWithNumber ? "Did not consume whole string." : "Did not consume any digits";
    }

    private static void refuseHexadecimal(String text) {
        if (text.startsWith("0x")) {
            throw conversionFailure("Illegal hexadecimal input" + SUFFIX + ": " + text);
        }
    }

    private static QueryException unreadable(String text, String reason) {
        return conversionFailure("Failed to parse number '" + text + "'" + SUFFIX + ": " + reason);
    }

    private static BsonValue toDouble(BsonValue value) {
        return switch (value.getBsonType()) {
            case DOUBLE -> value;
            case INT32, INT64 -> new BsonDouble(Numbers.doubleOf(value));
            case DECIMAL128 -> {
                double nearest = Numbers.doubleOf(value);
                if (Double.isInfinite(nearest)
                        && Decimals.isFinite(value.asDecimal128().getValue())) {
                    throw conversionFailure(
                            "Conversion would overflow target type" + SUFFIX + ": " + BsonText.of(value));
                }
                yield new BsonDouble(nearest);
            }
            case BOOLEAN -> new BsonDouble(value.asBoolean().getValue() ? 1 : 0);
            case DATE_TIME -> new BsonDouble(value.asDateTime().getValue());
            case STRING -> new BsonDouble(doubleText(value.asString().getValue()));
            default -> throw unsupported(value, BsonType.DOUBLE);
        };
    }

    private static double doubleText(String text) {
        refuseHexadecimal(text);
        switch (text) {
            case "Infinity", "inf" -> {
                return Double.POSITIVE_INFINITY;
            }
            case "-Infinity", "-inf" -> {
                return Double.NEGATIVE_INFINITY;
            }
            case "NaN", "nan" -> {
                return Double.NaN;
            }
            default -> {}
        }
        if (!NUMBER.matcher(text).matches()) {
            throw unreadable(text, whyNoDouble(text));
        }
        double parsed = Double.parseDouble(text);
        if (Double.isInfinite(parsed)) {
            throw unreadable(text, "Out of range");
        }
        return parsed;
    }

    private static BsonValue toDecimal(BsonValue value) {
        return switch (value.getBsonType()) {
            case INT32, INT64, DOUBLE, DECIMAL128 -> new BsonDecimal128(Decimals.of(value));
            case BOOLEAN -> new BsonDecimal128(new Decimal128(value.asBoolean().getValue() ? 1 : 0));
            case DATE_TIME ->
                new BsonDecimal128(new Decimal128(value.asDateTime().getValue()));
            case STRING -> {
                String text = value.asString().getValue();
                refuseHexadecimal(text);
                yield new BsonDecimal128(decimalText(text));
            }
            default -> throw unsupported(value, BsonType.DECIMAL128);
        };
    }

    /** Rounded to 34 digits; an exponent that is too large is refused. */
    private static Decimal128 decimalText(String text) {
        if (text.isEmpty()) {
            throw unreadable(text, "Empty string");
        }
        try {
            return Decimal128.parse(text);
        } catch (NumberFormatException _) {
            if (!NUMBER.matcher(text).matches()) {
                throw unreadable(text, "Failed to parse string to decimal");
            }
            BigDecimal exact = new BigDecimal(text);
            int exponent = exact.precision() - exact.scale() - 1;
            if (exact.signum() != 0 && (exponent > DECIMAL_EXPONENT_MAX || exponent < -DECIMAL_EXPONENT_MAX)) {
                throw unreadable(
                        text, "Conversion from string to decimal would " + (exponent > 0 ? "overflow" : "underflow"));
            }
            return Decimals.of(exact);
        }
    }

    private static BsonValue toText(BsonValue value) {
        return switch (value.getBsonType()) {
            case STRING -> value;
            case BOOLEAN -> new BsonString(Boolean.toString(value.asBoolean().getValue()));
            case OBJECT_ID -> new BsonString(value.asObjectId().getValue().toHexString());
            case INT32, INT64, DOUBLE, DECIMAL128, DATE_TIME -> new BsonString(StringValues.of(value));
            default -> throw unsupported(value, BsonType.STRING);
        };
    }

    private static boolean toBool(BsonValue value) {
        return ExpressionValues.isTrue(value);
    }

    private static BsonValue toDate(BsonValue value) {
        return switch (value.getBsonType()) {
            case DATE_TIME -> value;
            case TIMESTAMP, OBJECT_ID -> new BsonDateTime(DateValues.millis(value));
            case INT64 -> new BsonDateTime(value.asInt64().getValue());
            case DOUBLE, DECIMAL128 ->
                new BsonDateTime(toWhole(value, BsonType.INT64, Long.MIN_VALUE, Long.MAX_VALUE)
                        .asInt64()
                        .getValue());
            case STRING -> new BsonDateTime(DateParser.iso(value.asString().getValue(), null));
            default -> throw unsupported(value, BsonType.DATE_TIME);
        };
    }

    private static BsonValue toObjectId(BsonValue value) {
        if (value.isObjectId()) {
            return value;
        }
        if (!value.isString()) {
            throw unsupported(value, BsonType.OBJECT_ID);
        }
        String text = value.asString().getValue();
        if (!ObjectId.isValid(text)) {
            throw conversionFailure("Failed to parse objectId '" + text + "'" + SUFFIX
                    + (text.length() == 24
                            ? ": Invalid character found in hex string."
                            : ": Invalid string length for parsing to OID, expected 24 but found " + text.length()));
        }
        return new BsonObjectId(new ObjectId(text));
    }
}
