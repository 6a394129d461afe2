package dev.mayfly.face.mongo.language.expression;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.face.mongo.language.expression.value.DecimalFunctions;
import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import dev.mayfly.face.mongo.language.value.BsonText;
import dev.mayfly.face.mongo.language.value.Decimals;
import dev.mayfly.face.mongo.language.value.Numbers;
import dev.mayfly.face.mongo.language.value.Trees;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Map;
import org.bson.BsonDecimal128;
import org.bson.BsonDouble;
import org.bson.BsonInt64;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/** Powers, roots and logarithms: of decimals as decimals, of all other numbers as doubles. */
final class PowerOperators {
    /** The largest exponent for which a power of 2 fits a long. */
    private static final int LONG_EXPONENT_MAX = 63;

    /** The logarithm of or to no number, also of decimals. */
    private static final BsonValue NAN = new BsonDouble(Double.NaN);

    private PowerOperators() {}

    static void register(Map<String, Operator> table) {
        table.put("$sqrt", Nary.one(value -> RoundingOperators.numeric("$sqrt", value, PowerOperators::sqrt)));
        table.put(
                "$exp",
                Nary.one(value -> RoundingOperators.numeric(
                        "$exp",
                        value,
                        number -> RoundingOperators.computed(number, Math::exp, DecimalFunctions::exp))));
        table.put("$ln", Nary.one(value -> RoundingOperators.numeric("$ln", value, PowerOperators::ln)));
        table.put("$log10", Nary.one(value -> RoundingOperators.numeric("$log10", value, PowerOperators::log10)));
        table.put("$log", Nary.exactly(2, operands -> log(operands[0], operands[1])));
        table.put("$pow", Nary.exactly(2, operands -> pow(operands[0], operands[1])));
    }

    private static BsonValue sqrt(BsonValue number) {
        if (ExpressionValues.isNegative(number)) {
            throw location(28714, "$sqrt's argument must be greater than or equal to 0");
        }
        return RoundingOperators.computed(number, Math::sqrt, x -> Decimals.of(x.sqrt(MathContext.DECIMAL128)));
    }

    private static BsonValue ln(BsonValue number) {
        if (isNotPositive(number)) {
            throw location(28766, "$ln's argument must be a positive number, but is " + BsonText.number(number));
        }
        return Numbers.isNaN(number) ? NAN : RoundingOperators.computed(number, Math::log, DecimalFunctions::ln);
    }

    private static BsonValue log10(BsonValue number) {
        if (isNotPositive(number)) {
            throw location(28761, "$log10's argument must be a positive number, but is " + BsonText.number(number));
        }
        return Numbers.isNaN(number) ? NAN : RoundingOperators.computed(number, Math::log10, DecimalFunctions::log10);
    }

    /** Told exactly: the smallest decimals are no doubles but zero. */
    private static boolean isNotPositive(BsonValue number) {
        return Numbers.isZero(number) || ExpressionValues.isNegative(number);
    }

    private static BsonValue log(BsonValue number, BsonValue base) {
        if (ExpressionValues.isNullish(number) || ExpressionValues.isNullish(base)) {
            return ExpressionValues.NULL;
        }
        if (!ExpressionValues.isNumber(number)) {
            throw location(28756, "$log's argument must be numeric, not " + TypeNames.of(number));
        }
        if (!ExpressionValues.isNumber(base)) {
            throw location(28757, "$log's base must be numeric, not " + TypeNames.of(base));
        }
        if (Numbers.isNaN(number) || Numbers.isNaN(base)) {
            return NAN;
        }
        if (isNotPositive(number)) {
            throw location(28758, "$log's argument must be a positive number, but is " + BsonText.number(number));
        }
        if (isNotPositive(base) || isOne(base)) {
            throw location(
                    28759, "$log's base must be a positive number not equal to 1, but is " + BsonText.number(base));
        }
        double approximate = Math.log(Numbers.doubleOf(number)) / Math.log(Numbers.doubleOf(base));
        if (Numbers.wider(number, base) != BsonType.DECIMAL128) {
            return new BsonDouble(approximate);
        }
        Decimal128 value = Decimals.of(number);
        Decimal128 radix = Decimals.of(base);
        return new BsonDecimal128(
                Decimals.isFinite(value) && Decimals.isFinite(radix)
                        ? DecimalFunctions.log(Decimals.exact(value), Decimals.exact(radix))
                        : Decimals.of(approximate));
    }

    private static boolean isOne(BsonValue number) {
        return number.isDecimal128() && Decimals.isFinite(number.asDecimal128().getValue())
                ? Decimals.exact(number.asDecimal128().getValue()).compareTo(BigDecimal.ONE) == 0
                : Numbers.doubleOf(number) == 1;
    }

    private static BsonValue pow(BsonValue base, BsonValue exponent) {
        if (ExpressionValues.isNullish(base) || ExpressionValues.isNullish(exponent)) {
            return ExpressionValues.NULL;
        }
        if (!ExpressionValues.isNumber(base)) {
            throw location(28762, "$pow's base must be numeric, not " + TypeNames.of(base));
        }
        if (!ExpressionValues.isNumber(exponent)) {
            throw location(28763, "$pow's exponent must be numeric, not " + TypeNames.of(exponent));
        }
        if (Numbers.isZero(base) && ExpressionValues.isNegative(exponent)) {
            throw location(28764, "$pow cannot raise 0 to a negative exponent");
        }
        return switch (Numbers.wider(base, exponent)) {
            case DECIMAL128 -> new BsonDecimal128(decimalPower(Decimals.of(base), Decimals.of(exponent)));
            case DOUBLE -> new BsonDouble(doublePower(Numbers.doubleOf(base), Numbers.doubleOf(exponent)));
            default -> wholePower(base, exponent);
        };
    }

    /** One to any exponent is one, as C has it and Java has not. */
    private static double doublePower(double base, double exponent) {
        return base == 1 || (base == -1 && Double.isInfinite(exponent)) ? 1 : Math.pow(base, exponent);
    }

    private static Decimal128 decimalPower(Decimal128 base, Decimal128 exponent) {
        return Decimals.isFinite(base) && Decimals.isFinite(exponent)
                ? DecimalFunctions.pow(Decimals.exact(base), Decimals.exact(exponent))
                : Decimals.of(doublePower(Decimals.toDouble(base), Decimals.toDouble(exponent)));
    }

    /** An int or a long as its operands are; a double where the power is no whole number or does not fit a long. */
    private static BsonValue wholePower(BsonValue base, BsonValue exponent) {
        long root = Numbers.longOf(base);
        long times = Numbers.longOf(exponent);
        boolean isUnit = root >= -1 && root <= 1;
        if (!isUnit && (times < 0 || times > LONG_EXPONENT_MAX)) {
            return new BsonDouble(Math.pow((double) root, (double) times));
        }
        long steps = isUnit && times != 0 ? 2 - (times & 1) : times;
        long power = 1;
        try {
            for (long i = 0; i < steps; i++) {
                power = Math.multiplyExact(power, root);
            }
        } catch (ArithmeticException _) {
            return new BsonDouble(Math.pow((double) root, (double) times));
        }
        return Numbers.wider(base, exponent) == BsonType.INT32 ? Trees.whole(power) : new BsonInt64(power);
    }
}
