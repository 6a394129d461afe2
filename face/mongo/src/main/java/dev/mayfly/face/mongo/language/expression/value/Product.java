package dev.mayfly.face.mongo.language.expression.value;

import dev.mayfly.face.mongo.language.value.Decimals;
import dev.mayfly.face.mongo.language.value.Numbers;
import dev.mayfly.face.mongo.language.value.Trees;
import org.bson.BsonDecimal128;
import org.bson.BsonDouble;
import org.bson.BsonInt64;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/**
 * A product of numbers of any type, in the widest type seen. Whole numbers are multiplied as longs until that overflows;
 * only the end of it decides whether ints have become a long. Not safe for concurrent use.
 */
public final class Product {
    private BsonType type = BsonType.INT32;
    private long whole = 1;
    private double approximate = 1;
    private Decimal128 decimal = new Decimal128(1);

    public void times(BsonValue factor) {
        BsonType wider = Numbers.wider(type, factor.getBsonType());
        if (wider == BsonType.DECIMAL128) {
            Decimal128 sofar = type == BsonType.DECIMAL128 ? decimal : Decimals.of(value());
            decimal = Decimals.multiply(sofar, Decimals.of(factor));
        } else {
            approximate *= Numbers.doubleOf(factor);
            wider = wider == BsonType.DOUBLE || overflows(Numbers.longOf(factor)) ? BsonType.DOUBLE : wider;
        }
        type = wider;
    }

    private boolean overflows(long factor) {
        try {
            whole = Math.multiplyExact(whole, factor);
            return false;
        } catch (ArithmeticException _) {
            return true;
        }
    }

    public BsonValue value() {
        return switch (type) {
            case DECIMAL128 -> new BsonDecimal128(decimal);
            case DOUBLE -> new BsonDouble(approximate);
            case INT64 -> new BsonInt64(whole);
            default -> Trees.whole(whole);
        };
    }
}
