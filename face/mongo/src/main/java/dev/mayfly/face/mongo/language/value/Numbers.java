package dev.mayfly.face.mongo.language.value;

import org.bson.BsonDecimal128;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Arithmetic on numbers of any type. The result has the wider type of the two: int, long, double, decimal. A result
 * that does not fit an int becomes a long; the caller refuses one that does not fit a long, or turns it into a double.
 */
public final class Numbers {
    private Numbers() {}

    /** The sum, or null when two whole numbers overflow a long. */
    public static @Nullable BsonValue add(BsonValue left, BsonValue right) {
        return switch (wider(left, right)) {
            case INT32 -> whole((long) intOf(left) + intOf(right));
            case INT64 -> sumOfLongs(longOf(left), longOf(right));
            case DOUBLE -> new BsonDouble(doubleOf(left) + doubleOf(right));
            default -> new BsonDecimal128(Decimals.add(Decimals.of(left), Decimals.of(right)));
        };
    }

    /** The product, or null when two whole numbers overflow a long. */
    public static @Nullable BsonValue multiply(BsonValue left, BsonValue right) {
        return switch (wider(left, right)) {
            case INT32 -> whole((long) intOf(left) * intOf(right));
            case INT64 -> productOfLongs(longOf(left), longOf(right));
            case DOUBLE -> new BsonDouble(doubleOf(left) * doubleOf(right));
            default -> new BsonDecimal128(Decimals.multiply(Decimals.of(left), Decimals.of(right)));
        };
    }

    /** The difference, or null when two whole numbers overflow a long. */
    public static @Nullable BsonValue subtract(BsonValue left, BsonValue right) {
        return switch (wider(left, right)) {
            case INT32 -> whole((long) intOf(left) - intOf(right));
            case INT64 -> differenceOfLongs(longOf(left), longOf(right));
            case DOUBLE -> new BsonDouble(doubleOf(left) - doubleOf(right));
            default -> new BsonDecimal128(Decimals.subtract(Decimals.of(left), Decimals.of(right)));
        };
    }

    private static @Nullable BsonValue sumOfLongs(long left, long right) {
        long sum = left + right;
        return ((left ^ sum) & (right ^ sum)) < 0 ? null : new BsonInt64(sum);
    }

    private static @Nullable BsonValue differenceOfLongs(long left, long right) {
        long difference = left - right;
        return ((left ^ right) & (left ^ difference)) < 0 ? null : new BsonInt64(difference);
    }

    private static @Nullable BsonValue productOfLongs(long left, long right) {
        long high = Math.multiplyHigh(left, right);
        long low = left * right;
        return (high == 0 && low >= 0) || (high == -1 && low < 0) ? new BsonInt64(low) : null;
    }

    /** The type in which two numbers meet. */
    public static BsonType wider(BsonValue left, BsonValue right) {
        return wider(left.getBsonType(), right.getBsonType());
    }

    /** The type in which numbers of two types meet. */
    public static BsonType wider(BsonType left, BsonType right) {
        return rank(left) >= rank(right) ? left : right;
    }

    private static int rank(BsonType type) {
        return switch (type) {
            case INT32 -> 0;
            case INT64 -> 1;
            case DOUBLE -> 2;
            case DECIMAL128 -> 3;
            default -> throw new IllegalArgumentException("not a number: " + type);
        };
    }

    private static BsonValue whole(long value) {
        return value == (int) value ? new BsonInt32((int) value) : new BsonInt64(value);
    }

    private static int intOf(BsonValue value) {
        return value.asInt32().getValue();
    }

    /** A number as a long: cut off towards zero, saturating. */
    public static long longOf(BsonValue value) {
        return switch (value.getBsonType()) {
            case INT32 -> value.asInt32().getValue();
            case INT64 -> value.asInt64().getValue();
            case DOUBLE -> (long) value.asDouble().getValue();
            default -> (long) Decimals.toDouble(value.asDecimal128().getValue());
        };
    }

    /** A number as a double. */
    public static double doubleOf(BsonValue value) {
        return switch (value.getBsonType()) {
            case INT32 -> value.asInt32().getValue();
            case INT64 -> value.asInt64().getValue();
            case DOUBLE -> value.asDouble().getValue();
            default -> Decimals.toDouble(value.asDecimal128().getValue());
        };
    }

    public static boolean isZero(BsonValue value) {
        return doubleOf(value) == 0 && (!value.isDecimal128() || exactlyZero(value));
    }

    private static boolean exactlyZero(BsonValue value) {
        return Decimals.exact(value.asDecimal128().getValue()).signum() == 0;
    }

    public static boolean isNaN(BsonValue value) {
        return switch (value.getBsonType()) {
            case DOUBLE -> Double.isNaN(value.asDouble().getValue());
            case DECIMAL128 -> value.asDecimal128().getValue().isNaN();
            default -> false;
        };
    }
}
