package dev.mayfly.face.mongo.language.expression;

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

/** What every operator asks about its operands. */
public final class Values {
    /** No value at all: what a path leads to that is not there. */
    public static final BsonValue MISSING = Trees.MISSING;

    static final BsonValue NULL = BsonNull.VALUE;

    private Values() {}

    public static BsonValue orMissing(@Nullable BsonValue value) {
        return value == null ? MISSING : value;
    }

    /** The viewed value, the tree itself if it is one: nobody changes it. */
    public static BsonValue tree(View view) {
        return view instanceof TreeView tree ? tree.tree() : view.toBsonValue();
    }

    public static boolean isMissing(BsonValue value) {
        return Trees.same(value, MISSING);
    }

    /** Null, undefined or missing. */
    public static boolean isNullish(BsonValue value) {
        return value instanceof BsonNull || value instanceof BsonUndefined;
    }

    static boolean anyNullish(BsonValue[] values) {
        for (BsonValue value : values) {
            if (isNullish(value)) {
                return true;
            }
        }
        return false;
    }

    static boolean isNumber(BsonValue value) {
        return Trees.isNumber(value);
    }

    /** Everything is true but false, zero, null and what is missing. */
    public static boolean isTrue(BsonValue value) {
        return switch (value.getBsonType()) {
            case BOOLEAN -> value.asBoolean().getValue();
            case INT32, INT64, DOUBLE, DECIMAL128 -> !Numbers.isZero(value);
            case NULL, UNDEFINED -> false;
            default -> true;
        };
    }

    static BsonValue of(boolean value) {
        return BsonBoolean.valueOf(value);
    }

    /** A whole number that fits an int, of any numeric type; null if it is not one. */
    static @Nullable Integer intOf(BsonValue value) {
        Long whole = Trees.wholeOf(value);
        return whole == null || whole != (int) (long) whole ? null : (Integer) (int) (long) whole;
    }

    static boolean isNegative(BsonValue number) {
        return number.isDecimal128()
                ? Decimals.toDouble(number.asDecimal128().getValue()) < 0
                : Numbers.doubleOf(number) < 0;
    }
}
