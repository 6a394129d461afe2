package dev.mayfly.face.mongo.language.expression;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.face.mongo.language.expression.value.DecimalFunctions;
import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import dev.mayfly.face.mongo.language.expression.value.Hyperbolic;
import dev.mayfly.face.mongo.language.value.BsonText;
import dev.mayfly.face.mongo.language.value.Decimals;
import dev.mayfly.face.mongo.language.value.Numbers;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.math.BigDecimal;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.bson.BsonDecimal128;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/** Angles: of decimals as decimals, of all other numbers as doubles. */
final class TrigonometryOperators {
    private static final BigDecimal RADIANS_OF_DEGREE = new BigDecimal("0.01745329251994329576923690768488613");
    private static final BigDecimal DEGREES_OF_RADIAN = new BigDecimal("57.29577951308232087679815481410517");
    private static final BsonInt32 ONE = new BsonInt32(1);
    private static final Domain EVERYTHING = (_, _) -> {};
    private static final Domain FINITE = TrigonometryOperators::requireFinite;
    private static final Domain UNIT = (name, number) -> requireRange(name, number, -1, 1);
    private static final Domain FROM_ONE = (name, number) -> requireRange(name, number, 1, Double.POSITIVE_INFINITY);

    /** Refuses values that a function is not defined for. */
    private interface Domain {
        void check(String name, BsonValue number);
    }

    private TrigonometryOperators() {}

    static void register(Map<String, Operator> table) {
        add(table, "$sin", FINITE, Math::sin, DecimalFunctions::sin);
        add(table, "$cos", FINITE, Math::cos, DecimalFunctions::cos);
        add(table, "$tan", FINITE, Math::tan, DecimalFunctions::tan);
        add(table, "$asin", UNIT, Math::asin, DecimalFunctions::asin);
        add(table, "$acos", UNIT, Math::acos, DecimalFunctions::acos);
        add(table, "$acosh", FROM_ONE, Hyperbolic::acosh, DecimalFunctions::acosh);
        add(table, "$atanh", UNIT, Hyperbolic::atanh, DecimalFunctions::atanh);
        add(table, "$sinh", EVERYTHING, Math::sinh, DecimalFunctions::sinh);
        add(table, "$cosh", EVERYTHING, Math::cosh, DecimalFunctions::cosh);
        add(table, "$tanh", EVERYTHING, Math::tanh, DecimalFunctions::tanh);
        add(table, "$asinh", EVERYTHING, Hyperbolic::asinh, DecimalFunctions::asinh);
        add(
                table,
                "$degreesToRadians",
                EVERYTHING,
                x -> x * (Math.PI / 180),
                x -> Decimals.of(x.multiply(RADIANS_OF_DEGREE)));
        add(
                table,
                "$radiansToDegrees",
                EVERYTHING,
                x -> x * (180 / Math.PI),
                x -> Decimals.of(x.multiply(DEGREES_OF_RADIAN)));
        table.put("$atan", Nary.one(value -> RoundingOperators.numeric("$atan", value, x -> atan2(x, ONE))));
        table.put("$atan2", Nary.exactly(2, operands -> atan2(operands[0], operands[1])));
    }

    private static void add(
            Map<String, Operator> table,
            String name,
            Domain domain,
            DoubleUnaryOperator ofDouble,
            DecimalFunctions.Function ofDecimal) {
        table.put(
                name,
                Nary.one(value -> RoundingOperators.numeric(name, value, number -> {
                    if (!Numbers.isNaN(number)) {
                        domain.check(name, number);
                    }
                    return RoundingOperators.computed(number, ofDouble, ofDecimal);
                })));
    }

    private static void requireFinite(String name, BsonValue number) {
        if (Double.isInfinite(Numbers.doubleOf(number)) && !isFiniteDecimal(number)) {
            throw outOfRange(name, number, "(-inf,inf)");
        }
    }

    private static void requireRange(String name, BsonValue number, double least, double most) {
        double x = Numbers.doubleOf(number);
        boolean isWithin = isFiniteDecimal(number)
                ? isWithin(Decimals.exact(number.asDecimal128().getValue()), least, most)
                : x >= least && x <= most;
        if (!isWithin) {
            throw outOfRange(name, number, "[" + (long) least + "," + (Double.isInfinite(most) ? "inf" : "1") + "]");
        }
    }

    /** Told exactly: a decimal next to 1 is no other double than 1. */
    private static boolean isWithin(BigDecimal x, double least, double most) {
        return x.compareTo(BigDecimal.valueOf(least)) >= 0
                && (Double.isInfinite(most) || x.compareTo(BigDecimal.valueOf(most)) <= 0);
    }

    private static boolean isFiniteDecimal(BsonValue number) {
        return number.isDecimal128() && Decimals.isFinite(number.asDecimal128().getValue());
    }

    private static RuntimeException outOfRange(String name, BsonValue number, String range) {
        return location(
                50989, "cannot apply " + name + " to " + BsonText.number(number) + ", value must be in " + range);
    }

    private static BsonValue atan2(BsonValue y, BsonValue x) {
        if (ExpressionValues.isNullish(y) || ExpressionValues.isNullish(x)) {
            return ExpressionValues.NULL;
        }
        if (!ExpressionValues.isNumber(y)) {
            throw location(51044, "$atan2 only supports numeric types, not " + TypeNames.of(y));
        }
        if (!ExpressionValues.isNumber(x)) {
            throw location(51045, "$atan2 only supports numeric types, not " + TypeNames.of(x));
        }
        return Numbers.wider(y, x) == BsonType.DECIMAL128
                ? new BsonDecimal128(atan2(Decimals.of(y), Decimals.of(x)))
                : new BsonDouble(Math.atan2(Numbers.doubleOf(y), Numbers.doubleOf(x)));
    }

    /** Infinite sides, and none at all, have angles that are parts of pi. */
    private static Decimal128 atan2(Decimal128 y, Decimal128 x) {
        if (Decimals.isFinite(y) && Decimals.isFinite(x)) {
            BigDecimal height = Decimals.exact(y);
            if (height.signum() != 0) {
                return DecimalFunctions.atan2(height, Decimals.exact(x));
            }
        }
        double quarters = Math.atan2(signed(y), signed(x)) / (Math.PI / 4);
        return Double.isNaN(quarters) ? Decimal128.NaN : DecimalFunctions.quartersOfPi((int) Math.rint(quarters));
    }

    /** A double of the same kind: an infinity, NaN, a zero of its sign, or one. */
    private static double signed(Decimal128 value) {
        if (!Decimals.isFinite(value)) {
            return Decimals.toDouble(value);
        }
        double size = Decimals.exact(value).signum() == 0 ? 0 : 1;
        return value.isNegative() ? -size : size;
    }
}
