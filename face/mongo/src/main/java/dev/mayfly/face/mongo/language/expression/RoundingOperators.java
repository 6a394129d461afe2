package dev.mayfly.face.mongo.language.expression;

import static dev.mayfly.face.mongo.language.value.Refusals.badValue;
import static dev.mayfly.face.mongo.language.value.Refusals.location;

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
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/** Rounding, absolute values, powers and logarithms. */
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
        table.put("$sqrt", Nary.one(value -> numeric("$sqrt", value, RoundingOperators::sqrt)));
        table.put("$exp", Nary.one(value -> numeric("$exp", value, number -> byDouble(number, Math::exp))));
        table.put("$ln", Nary.one(value -> numeric("$ln", value, RoundingOperators::ln)));
        table.put("$log10", Nary.one(value -> numeric("$log10", value, RoundingOperators::log10)));
        table.put("$log", Nary.exactly(2, operands -> log(operands[0], operands[1])));
        table.put("$pow", Nary.exactly(2, operands -> pow(operands[0], operands[1])));
    }

    /** Null for null, a refusal for anything that is no number. */
    static BsonValue numeric(String name, BsonValue value, Nary.UnaryFunction function) {
        if (Values.isNullish(value)) {
            return Values.NULL;
        }
        if (!Values.isNumber(value)) {
            throw location(28765, name + " only supports numeric types, not " + TypeNames.of(value));
        }
        return function.apply(value);
    }

    /** Through doubles; a decimal operand gives a decimal. */
    static BsonValue byDouble(BsonValue number, DoubleUnaryOperator function) {
        double result = function.applyAsDouble(Numbers.doubleOf(number));
        return number.isDecimal128() ? new BsonDecimal128(Decimals.of(result)) : new BsonDouble(result);
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
        if (Values.anyNullish(operands)) {
            return Values.NULL;
        }
        if (!Values.isNumber(number)) {
            throw location(51081, name + " only supports numeric types, not " + TypeNames.of(number));
        }
        if (operands.length == 1) {
            return rounded(number, 0, mode);
        }
        Integer place = Values.isNumber(operands[1]) ? Values.intOf(operands[1]) : null;
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
                yield Decimals.isFinite(value) && Decimals.exact(value).scale() > place
                        ? new BsonDecimal128(Decimals.of(Decimals.exact(value).setScale(place, mode)))
                        : number;
            }
        };
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

    private static BsonValue sqrt(BsonValue number) {
        if (Values.isNegative(number)) {
            throw location(28714, "$sqrt's argument must be greater than or equal to 0");
        }
        if (number.isDecimal128() && Decimals.isFinite(number.asDecimal128().getValue())) {
            BigDecimal exact = Decimals.exact(number.asDecimal128().getValue());
            return new BsonDecimal128(Decimals.of(exact.sqrt(MathContext.DECIMAL128)));
        }
        return byDouble(number, Math::sqrt);
    }

    private static BsonValue ln(BsonValue number) {
        if (Numbers.doubleOf(number) <= 0) {
            throw location(28766, "$ln's argument must be a positive number, but is " + BsonText.of(number));
        }
        return byDouble(number, Math::log);
    }

    private static BsonValue log10(BsonValue number) {
        if (Numbers.doubleOf(number) <= 0) {
            throw location(28761, "$log10's argument must be a positive number, but is " + BsonText.of(number));
        }
        return byDouble(number, Math::log10);
    }

    private static BsonValue log(BsonValue number, BsonValue base) {
        if (Values.isNullish(number) || Values.isNullish(base)) {
            return Values.NULL;
        }
        if (!Values.isNumber(number)) {
            throw location(28756, "$log's argument must be numeric, not " + TypeNames.of(number));
        }
        if (!Values.isNumber(base)) {
            throw location(28757, "$log's base must be numeric, not " + TypeNames.of(base));
        }
        double value = Numbers.doubleOf(number);
        double radix = Numbers.doubleOf(base);
        if (value <= 0) {
            throw location(28758, "$log's argument must be a positive number, but is " + BsonText.of(number));
        }
        if (radix <= 0 || radix == 1) {
            throw location(28759, "$log's base must be a positive number not equal to 1, but is " + BsonText.of(base));
        }
        double result = Math.log(value) / Math.log(radix);
        return Numbers.wider(number, base) == BsonType.DECIMAL128
                ? new BsonDecimal128(Decimals.of(result))
                : new BsonDouble(result);
    }

    private static BsonValue pow(BsonValue base, BsonValue exponent) {
        if (Values.isNullish(base) || Values.isNullish(exponent)) {
            return Values.NULL;
        }
        if (!Values.isNumber(base)) {
            throw location(28762, "$pow's base must be numeric, not " + TypeNames.of(base));
        }
        if (!Values.isNumber(exponent)) {
            throw location(28763, "$pow's exponent must be numeric, not " + TypeNames.of(exponent));
        }
        if (Numbers.isZero(base) && Values.isNegative(exponent)) {
            throw location(28764, "$pow cannot raise 0 to a negative exponent");
        }
        return raised(base, exponent);
    }

    private static BsonValue raised(BsonValue base, BsonValue exponent) {
        BsonType type = Numbers.wider(base, exponent);
        double result = Math.pow(Numbers.doubleOf(base), Numbers.doubleOf(exponent));
        if (type == BsonType.DECIMAL128) {
            return new BsonDecimal128(decimalPower(base, exponent, result));
        }
        if (type == BsonType.DOUBLE || Values.isNegative(exponent) || Math.abs(result) >= 0x1p63) {
            return new BsonDouble(result);
        }
        long whole = wholePower(Numbers.longOf(base), Numbers.longOf(exponent));
        return type == BsonType.INT32 && whole == (int) whole ? new BsonInt32((int) whole) : new BsonInt64(whole);
    }

    private static Decimal128 decimalPower(BsonValue base, BsonValue exponent, double approximate) {
        Integer whole = Values.intOf(exponent);
        Decimal128 value = Decimals.of(base);
        if (whole == null || whole < 0 || whole > 1000 || !Decimals.isFinite(value)) {
            return Decimals.of(approximate);
        }
        return Decimals.of(Decimals.exact(value).pow(whole, MathContext.DECIMAL128));
    }

    /** The result is known to fit. */
    private static long wholePower(long base, long exponent) {
        if (base == 1 || exponent == 0) {
            return 1;
        }
        if (base == -1) {
            return (exponent & 1) == 0 ? 1 : -1;
        }
        if (base == 0) {
            return 0;
        }
        if (exponent > 64) {
            throw badValue("$pow overflows");
        }
        long result = 1;
        for (long i = 0; i < exponent; i++) {
            result *= base;
        }
        return result;
    }
}
