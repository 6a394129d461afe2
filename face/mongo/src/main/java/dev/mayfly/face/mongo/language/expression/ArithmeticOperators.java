package dev.mayfly.face.mongo.language.expression;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.badValue;
import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;
import static dev.mayfly.face.mongo.language.value.QueryRefusals.typeMismatch;

import dev.mayfly.face.mongo.language.expression.value.DateValues;
import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import dev.mayfly.face.mongo.language.expression.value.Product;
import dev.mayfly.face.mongo.language.expression.value.Sum;
import dev.mayfly.face.mongo.language.value.Decimals;
import dev.mayfly.face.mongo.language.value.Numbers;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.Map;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonType;
import org.bson.BsonValue;

/** Adding, subtracting, multiplying and dividing, with Mongo's promotion of types. */
final class ArithmeticOperators {
    private ArithmeticOperators() {}

    static void register(Map<String, Operator> table) {
        table.put("$add", Nary.any(ArithmeticOperators::add));
        table.put("$subtract", Nary.exactly(2, operands -> subtract(operands[0], operands[1])));
        table.put("$multiply", Nary.any(ArithmeticOperators::multiply));
        table.put("$divide", Nary.exactly(2, operands -> divide(operands[0], operands[1])));
        table.put("$mod", Nary.exactly(2, operands -> mod(operands[0], operands[1])));
    }

    private static BsonValue add(BsonValue[] operands) {
        Sum sum = new Sum();
        BsonValue date = null;
        for (BsonValue operand : operands) {
            if (ExpressionValues.isNullish(operand)) {
                return ExpressionValues.NULL;
            }
            if (operand.isDateTime()) {
                if (date != null) {
                    throw location(16612, "only one date allowed in an $add expression");
                }
                date = operand;
            } else if (ExpressionValues.isNumber(operand)) {
                sum.add(operand);
            } else {
                throw typeMismatch("$add only supports numeric or date types, not " + TypeNames.of(operand));
            }
        }
        return date == null ? sum.value() : shifted(date, sum.value(), 1);
    }

    private static BsonValue subtract(BsonValue left, BsonValue right) {
        if (ExpressionValues.isNumber(left) && ExpressionValues.isNumber(right)) {
            BsonValue difference = Numbers.subtract(left, right);
            return difference == null ? new BsonDouble(Numbers.doubleOf(left) - Numbers.doubleOf(right)) : difference;
        }
        if (ExpressionValues.isNullish(left) || ExpressionValues.isNullish(right)) {
            return ExpressionValues.NULL;
        }
        if (left.isDateTime() && right.isDateTime()) {
            return new BsonInt64(
                    left.asDateTime().getValue() - right.asDateTime().getValue());
        }
        if (left.isDateTime() && ExpressionValues.isNumber(right)) {
            return shifted(left, right, -1);
        }
        throw typeMismatch("can't $subtract " + TypeNames.of(right) + " from " + TypeNames.of(left));
    }

    /** A date moved by milliseconds, fractions rounded. */
    private static BsonValue shifted(BsonValue date, BsonValue millis, int sign) {
        double approximate = Numbers.doubleOf(millis);
        if (Double.isNaN(approximate) || Math.abs(approximate) >= 0x1p63) {
            throw DateValues.overflow();
        }
        long shift = millis.isInt32() || millis.isInt64() ? Numbers.longOf(millis) : Math.round(approximate);
        try {
            return new BsonDateTime(
                    Math.addExact(date.asDateTime().getValue(), Math.multiplyExact(shift, (long) sign)));
        } catch (ArithmeticException _) {
            throw DateValues.overflow();
        }
    }

    private static BsonValue multiply(BsonValue[] operands) {
        Product product = new Product();
        for (BsonValue operand : operands) {
            if (ExpressionValues.isNullish(operand)) {
                return ExpressionValues.NULL;
            }
            if (!ExpressionValues.isNumber(operand)) {
                throw typeMismatch("$multiply only supports numeric types, not " + TypeNames.of(operand));
            }
            product.times(operand);
        }
        return product.value();
    }

    private static BsonValue divide(BsonValue left, BsonValue right) {
        if (!ExpressionValues.isNumber(left) || !ExpressionValues.isNumber(right)) {
            if (ExpressionValues.isNullish(left) || ExpressionValues.isNullish(right)) {
                return ExpressionValues.NULL;
            }
            throw typeMismatch(
                    "$divide only supports numeric types, not " + TypeNames.of(left) + " and " + TypeNames.of(right));
        }
        if (Numbers.isZero(right)) {
            throw badValue("can't $divide by zero");
        }
        return Numbers.wider(left, right) == BsonType.DECIMAL128
                ? new BsonDecimal128(Decimals.divide(Decimals.of(left), Decimals.of(right)))
                : new BsonDouble(Numbers.doubleOf(left) / Numbers.doubleOf(right));
    }

    private static BsonValue mod(BsonValue left, BsonValue right) {
        if (!ExpressionValues.isNumber(left) || !ExpressionValues.isNumber(right)) {
            if (ExpressionValues.isNullish(left) || ExpressionValues.isNullish(right)) {
                return ExpressionValues.NULL;
            }
            throw location(
                    16611,
                    "$mod only supports numeric types, not " + TypeNames.of(left) + " and " + TypeNames.of(right));
        }
        if (Numbers.isZero(right)) {
            throw location(16610, "can't $mod by zero");
        }
        return remainder(left, right);
    }

    /** Whole doubles of the range of an int divide as an int does. */
    private static BsonValue remainder(BsonValue left, BsonValue right) {
        if (left.isDecimal128() || right.isDecimal128()) {
            return new BsonDecimal128(Decimals.remainder(Decimals.of(left), Decimals.of(right)));
        }
        if (left.isDouble() || (right.isDouble() && ExpressionValues.intOf(right) == null)) {
            return new BsonDouble(Numbers.doubleOf(left) % Numbers.doubleOf(right));
        }
        long remainder = Numbers.longOf(left) % Numbers.longOf(right);
        return left.isInt64() || right.isInt64() ? new BsonInt64(remainder) : new BsonInt32((int) remainder);
    }
}
