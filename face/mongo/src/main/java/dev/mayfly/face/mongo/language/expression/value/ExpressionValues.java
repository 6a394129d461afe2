package dev.mayfly.face.mongo.language.expression.value;

import dev.mayfly.base.document.TreeView;
import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.value.Decimals;
import dev.mayfly.face.mongo.language.value.Numbers;
import dev.mayfly.face.mongo.language.value.Trees;
import org.bson.BsonBoolean;
import org.bson.BsonNull;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Checks and conversions of operands that all operators share. */
public final class ExpressionValues {
    /** No value at all: the result of a path to a missing field. */
    public static final BsonValue MISSING = Trees.MISSING;

    public static final BsonValue NULL = BsonNull.VALUE;

    private ExpressionValues() {}

    public static BsonValue orMissing(@Nullable BsonValue value) {
        return value == null ? MISSING : value;
    }

    /** Returns the viewed value, or the tree itself if the view is of one: it is never changed. */
    public static BsonValue tree(View view) {
        return view instanceof TreeView tree ? tree.tree() : view.toBsonValue();
    }

    public static boolean isMissing(BsonValue value) {
        return Trees.same(value, MISSING);
    }

    /** Returns whether the value is null, undefined or missing. */
    public static boolean isNullish(BsonValue value) {
        return value instanceof BsonNull || value instanceof BsonUndefined;
    }

    public static boolean anyNullish(BsonValue[] values) {
        for (BsonValue value : values) {
            if (isNullish(value)) {
                return true;
            }
        }
        return false;
    }

    public static boolean isNumber(BsonValue value) {
        return Trees.isNumber(value);
    }

    /** Returns whether the value is true: all are, except false, zero, null and a missing one. */
    public static boolean isTrue(BsonValue value) {
        return switch (value.getBsonType()) {
            case BOOLEAN -> value.asBoolean().getValue();
            case INT32, INT64, DOUBLE, DECIMAL128 -> !Numbers.isZero(value);
            case NULL, UNDEFINED -> false;
            default -> true;
        };
    }

    public static BsonValue of(boolean value) {
        return BsonBoolean.valueOf(value);
    }

    /** A whole number that fits an int, of any numeric type; null if it is not one. */
    public static @Nullable Integer intOf(BsonValue value) {
        Long whole = Trees.wholeOf(value);
        return whole == null || whole != (int) (long) whole ? null : (Integer) (int) (long) whole;
    }

    public static boolean isNegative(BsonValue number) {
        return number.isDecimal128()
                ? Decimals.toDouble(number.asDecimal128().getValue()) < 0
                : Numbers.doubleOf(number) < 0;
    }
}
