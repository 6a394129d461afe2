package dev.mayfly.face.mongo.language.expression;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.face.mongo.language.expression.value.DecimalFunctions;
import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import dev.mayfly.face.mongo.language.value.BsonText;
import dev.mayfly.face.mongo.language.value.Decimals;
import dev.mayfly.face.mongo.language.value.Numbers;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.bson.BsonDecimal128;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/** Rounding and absolute values. */
final class RoundingOperators {
    private RoundingOperators() {}

    static void register(Map<String, Operator> table) {
        table.put("$abs", Nary.one(value -> numeric("$abs", value, RoundingOperators::abs)));
        table.put(
                "$ceil",
                Nary.one(value -> numeric("$ceil", value, number -> rounded(number, 0, RoundingMode.CEILING))));
        table.put(
                "$floor",
                Nary.one(value -> numeric("$floor", value, number -> rounded(number, 0, RoundingMode.FLOOR))));
        table.put("$round", Nary.between(1, 2, operands -> toPlace("$round", operands, RoundingMode.HALF_EVEN)));
        table.put("$trunc", Nary.between(1, 2, operands -> toPlace("$trunc", operands, RoundingMode.DOWN)));
    }

    /** Returns null for null, and refuses any other value that is not a number. */
    static BsonValue numeric(String name, BsonValue value, Nary.UnaryFunction function) {
        if (ExpressionValues.isNullish(value)) {
            return ExpressionValues.NULL;
        }
        if (!ExpressionValues.isNumber(value)) {
            throw location(28765, name + " only supports numeric types, not " + TypeNames.of(value));
        }
        return function.apply(value);
    }

    /** As a double; of a decimal, as a decimal. */
    static BsonValue computed(BsonValue number, DoubleUnaryOperator ofDouble, DecimalFunctions.Function ofDecimal) {
        if (!number.isDecimal128()) {
            return new BsonDouble(ofDouble.applyAsDouble(Numbers.doubleOf(number)));
        }
        Decimal128 value = number.asDecimal128().getValue();
        return new BsonDecimal128(
                Decimals.isFinite(value)
                        ? ofDecimal.apply(Decimals.exact(value))
                        : Decimals.of(ofDouble.applyAsDouble(Decimals.toDouble(value))));
    }

    private static BsonValue abs(BsonValue number) {
        return switch (number.getBsonType()) {
            case INT32 -> {
                long abs = Math.abs((long) number.asInt32().getValue());
                yield abs == (int) abs ? new BsonInt32((int) abs) : new BsonInt64(abs);
            }
            case INT64 -> {
                if (number.asInt64().getValue() == Long.MIN_VALUE) {
                    throw location(28680, "can't take $abs of long long min");
                }
                yield new BsonInt64(Math.abs(number.asInt64().getValue()));
            }
            case DOUBLE -> new BsonDouble(Math.abs(number.asDouble().getValue()));
            default -> absOfDecimal(number.asDecimal128().getValue());
        };
    }

    private static BsonValue absOfDecimal(Decimal128 value) {
        return new BsonDecimal128(
                value.isNegative() && !value.isNaN()
                        ? Decimal128.fromIEEE754BIDEncoding(value.getHigh() & Long.MAX_VALUE, value.getLow())
                        : value);
    }

    private static BsonValue toPlace(String name, BsonValue[] operands, RoundingMode mode) {
        BsonValue number = operands[0];
        if (ExpressionValues.anyNullish(operands)) {
            return ExpressionValues.NULL;
        }
        if (!ExpressionValues.isNumber(number)) {
            throw location(51081, name + " only supports numeric types, not " + TypeNames.of(number));
        }
        if (operands.length == 1) {
            return rounded(number, 0, mode);
        }
        Integer place = ExpressionValues.isNumber(operands[1]) ? ExpressionValues.intOf(operands[1]) : null;
        if (place == null) {
            throw location(51082, "precision argument to  " + name + " must be a integral value");
        }
        if (place < -20 || place > 100) {
            throw location(
                    51083, "cannot apply " + name + " with precision value " + place + " value must be in [-20, 100]");
        }
        return rounded(number, place, mode);
    }

    private static BsonValue rounded(BsonValue number, int place, RoundingMode mode) {
        return switch (number.getBsonType()) {
            case INT32, INT64 -> place >= 0 ? number : roundedWhole(number, place, mode);
            case DOUBLE -> new BsonDouble(rounded(number.asDouble().getValue(), place, mode));
            default -> {
                Decimal128 value = number.asDecimal128().getValue();
                yield Decimals.isFinite(value)
                        ? new BsonDecimal128(Decimals.of(toPlace(Decimals.exact(value), place, mode)))
                        : number;
            }
        };
    }

    /** A decimal has as many places as it is rounded to, as far as its digits go. */
    private static BigDecimal toPlace(BigDecimal value, int place, RoundingMode mode) {
        int room = MathContext.DECIMAL128.getPrecision() - value.precision() + value.scale();
        return value.setScale(Math.min(place, Math.max(room, value.scale())), mode);
    }

    private static double rounded(double value, int place, RoundingMode mode) {
        if (!Double.isFinite(value) || value == 0) {
            return value;
        }
        BigDecimal exact = new BigDecimal(value);
        if (exact.scale() <= place) {
            return value;
        }
        double result = exact.setScale(place, mode).doubleValue();
        return result == 0 ? Math.copySign(0.0, value) : result;
    }

    private static BsonValue roundedWhole(BsonValue number, int place, RoundingMode mode) {
        BigDecimal result = BigDecimal.valueOf(Numbers.longOf(number)).setScale(place, mode);
        try {
            long whole = result.longValueExact();
            return number.isInt32() && whole == (int) whole ? new BsonInt32((int) whole) : new BsonInt64(whole);
        } catch (ArithmeticException _) {
            throw location(
                    51080,
                    "invalid conversion from Decimal128 result in $round resulting from arguments: ["
                            + BsonText.of(number) + ", " + place + "]");
        }
    }
}
