package dev.mayfly.face.mongo.language.expression;

import static dev.mayfly.face.mongo.language.value.Refusals.location;

import dev.mayfly.face.mongo.language.value.BsonText;
import dev.mayfly.face.mongo.language.value.Decimals;
import dev.mayfly.face.mongo.language.value.Numbers;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.bson.BsonDecimal128;
import org.bson.BsonDouble;
import org.bson.BsonType;
import org.bson.BsonValue;

/** Angles, computed as doubles. */
final class TrigonometryOperators {
    private TrigonometryOperators() {}

    static void register(Map<String, Operator> table) {
        bounded(table, "$sin", Math::sin, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, false);
        bounded(table, "$cos", Math::cos, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, false);
        bounded(table, "$tan", Math::tan, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, false);
        bounded(table, "$asin", Math::asin, -1, 1, true);
        bounded(table, "$acos", Math::acos, -1, 1, true);
        bounded(table, "$acosh", x -> Math.log(x + Math.sqrt(x * x - 1)), 1, Double.POSITIVE_INFINITY, true);
        bounded(table, "$atanh", x -> 0.5 * Math.log((1 + x) / (1 - x)), -1, 1, true);
        unbounded(table, "$atan", Math::atan);
        unbounded(table, "$sinh", Math::sinh);
        unbounded(table, "$cosh", Math::cosh);
        unbounded(table, "$tanh", Math::tanh);
        unbounded(table, "$asinh", TrigonometryOperators::asinh);
        unbounded(table, "$degreesToRadians", x -> x * (Math.PI / 180));
        unbounded(table, "$radiansToDegrees", x -> x * (180 / Math.PI));
        table.put("$atan2", Nary.exactly(2, operands -> atan2(operands[0], operands[1])));
    }

    private static void unbounded(Map<String, Operator> table, String name, DoubleUnaryOperator function) {
        table.put(
                name,
                Nary.one(value -> RoundingOperators.numeric(
                        name, value, number -> RoundingOperators.byDouble(number, function))));
    }

    private static void bounded(
            Map<String, Operator> table,
            String name,
            DoubleUnaryOperator function,
            double least,
            double most,
            boolean inclusive) {
        table.put(
                name,
                Nary.one(value -> RoundingOperators.numeric(name, value, number -> {
                    double x = Numbers.doubleOf(number);
                    boolean within = Double.isNaN(x) || (inclusive ? x >= least && x <= most : x > least && x < most);
                    if (!within) {
                        throw location(
                                50989,
                                "cannot apply " + name + " to " + BsonText.of(number)
                                        + ", value must be in " + (inclusive ? "[" : "(") + bound(least) + ","
                                        + bound(most)
                                        + (inclusive ? "]" : ")"));
                    }
                    return RoundingOperators.byDouble(number, function);
                })));
    }

    private static String bound(double value) {
        return Double.isInfinite(value) ? (value > 0 ? "inf" : "-inf") : Long.toString((long) value);
    }

    private static double asinh(double x) {
        return Double.isInfinite(x) ? x : Math.copySign(Math.log(Math.abs(x) + Math.sqrt(x * x + 1)), x);
    }

    private static BsonValue atan2(BsonValue y, BsonValue x) {
        if (Values.isNullish(y) || Values.isNullish(x)) {
            return Values.NULL;
        }
        if (!Values.isNumber(y)) {
            throw location(51044, "$atan2 only supports numeric types, not " + TypeNames.of(y));
        }
        if (!Values.isNumber(x)) {
            throw location(51045, "$atan2 only supports numeric types, not " + TypeNames.of(x));
        }
        double angle = Math.atan2(Numbers.doubleOf(y), Numbers.doubleOf(x));
        return Numbers.wider(y, x) == BsonType.DECIMAL128
                ? new BsonDecimal128(Decimals.of(angle))
                : new BsonDouble(angle);
    }
}
