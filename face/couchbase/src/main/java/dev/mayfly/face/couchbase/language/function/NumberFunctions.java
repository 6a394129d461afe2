package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.face.couchbase.language.value.Arithmetic;
import dev.mayfly.face.couchbase.language.value.NumberValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import java.util.Random;
import java.util.function.DoubleBinaryOperator;

/** Functions of numbers, NULL of all else. */
final class NumberFunctions {
    private static final int PLACES_MAX = 300;

    private NumberFunctions() {}

    static void addTo(FunctionTable table) {
        table.add("ABS", 1, 1, arguments -> absolute(arguments[0]));
        table.number("ACOS", Math::acos);
        table.number("ASIN", Math::asin);
        table.number("ATAN", Math::atan);
        numbers(table, "ATAN2", Math::atan2);
        table.number("CEIL", Math::ceil);
        table.number("COS", Math::cos);
        table.number("DEGREES", value -> value * 180.0 / Math.PI);
        table.alias("DEG", "DEGREES");
        constant(table, "E", Math.E);
        table.number("EXP", Math::exp);
        table.number("FLOOR", Math::floor);
        table.number("LN", Math::log);
        table.number("LOG", Math::log10);
        constant(table, "NAN", Double.NaN);
        constant(table, "NEGINF", Double.NEGATIVE_INFINITY);
        table.alias("NEG_INF", "NEGINF");
        constant(table, "PI", Math.PI);
        constant(table, "POSINF", Double.POSITIVE_INFINITY);
        table.alias("POS_INF", "POSINF");
        table.alias("INF", "POSINF");
        numbers(table, "POWER", Math::pow);
        table.number("RADIANS", value -> value * Math.PI / 180.0);
        table.alias("RAD", "RADIANS");
        table.addMomentary("RANDOM", 0, 1, NumberFunctions::random);
        table.add("ROUND", 1, 2, arguments -> rounded(arguments, NumberFunctions::toEven));
        table.alias("ROUND_EVEN", "ROUND");
        table.add("ROUND_NEAREST", 1, 2, arguments -> rounded(arguments, NumberFunctions::away));
        table.number("SIGN", value -> value > 0 ? 1 : value < 0 ? -1 : 0);
        table.number("SIN", Math::sin);
        table.number("SQRT", Math::sqrt);
        table.number("TAN", Math::tan);
        table.add("TRUNC", 1, 2, arguments -> rounded(arguments, NumberFunctions::cutOff));
        operators(table);
    }

    /** The operators by their names. */
    private static void operators(FunctionTable table) {
        table.any("ADD", 2, Definition.ANY, arguments -> folded(Arithmetic.ADD, arguments));
        table.any("MULT", 2, Definition.ANY, arguments -> folded(Arithmetic.MULTIPLY, arguments));
        table.any("SUB", 2, 2, arguments -> Arithmetic.SUBTRACT.of(arguments[0], arguments[1]));
        table.any("DIV", 2, 2, arguments -> Arithmetic.DIVIDE.of(arguments[0], arguments[1]));
        table.any("MOD", 2, 2, arguments -> Arithmetic.REMAINDER.of(arguments[0], arguments[1]));
        table.one("NEG", Arithmetic::negate);
        table.two("IDIV", (a, b) -> whole(a, b, true));
        table.two("IMOD", (a, b) -> whole(a, b, false));
    }

    private static void numbers(FunctionTable table, String name, DoubleBinaryOperator function) {
        table.two(
                name,
                (a, b) -> a instanceof NumberValue left && b instanceof NumberValue right
                        ? Values.of(function.applyAsDouble(left.doubleValue(), right.doubleValue()))
                        : Values.NULL);
    }

    private static void constant(FunctionTable table, String name, double value) {
        Value known = Values.of(value);
        table.any(name, 0, 0, _ -> known);
    }

    private static Value folded(Arithmetic operator, Value[] arguments) {
        Value result = arguments[0];
        for (int i = 1; i < arguments.length; i++) {
            result = operator.of(result, arguments[i]);
        }
        return result;
    }

    private static Value whole(Value a, Value b, boolean quotient) {
        if (!(a instanceof NumberValue left) || !(b instanceof NumberValue right) || right.longValue() == 0) {
            return Values.NULL;
        }
        long divisor = right.longValue();
        if (divisor == -1) {
            return quotient ? Arithmetic.negate(Values.of(left.longValue())) : Values.of(0);
        }
        return Values.of(quotient ? left.longValue() / divisor : left.longValue() % divisor);
    }

    private static Value absolute(Value value) {
        if (!(value instanceof NumberValue number)) {
            return Values.NULL;
        }
        return number.doubleValue() < 0 ? Arithmetic.negate(value) : value;
    }

    private static Value random(Moment moment, Value[] arguments) {
        if (arguments.length == 0) {
            return Values.of(moment.random().nextDouble());
        }
        if (arguments[0] instanceof NumberValue seed) {
            return Values.of(new Random(seed.longValue()).nextDouble());
        }
        return arguments[0].isMissing() ? Values.MISSING : Values.NULL;
    }

    /** A number cut down to so many places. */
    private static Value rounded(Value[] arguments, DoubleBinaryOperator rounding) {
        if (!(arguments[0] instanceof NumberValue number)) {
            return Values.NULL;
        }
        if (arguments.length == 2 && !FunctionTable.isLong(arguments[1])) {
            return Values.NULL;
        }
        long places = arguments.length == 2 ? FunctionTable.longOf(arguments[1]) : 0;
        boolean isWhole = number.isLong() && places >= 0;
        if (isWhole || !Double.isFinite(number.doubleValue())) {
            return number;
        }
        double power = Math.pow(10, Math.clamp(places, -PLACES_MAX, PLACES_MAX));
        return Values.of(rounding.applyAsDouble(number.doubleValue(), power));
    }

    private static double toEven(double number, double power) {
        double shifted = Math.abs(number) * power + 0.5;
        double whole = Math.floor(shifted);
        if (whole == shifted && whole % 2 != 0) {
            whole--;
        }
        return Math.copySign(whole / power, number);
    }

    private static double away(double number, double power) {
        return Math.copySign(Math.floor(Math.abs(number) * power + 0.5) / power, number);
    }

    private static double cutOff(double number, double power) {
        double shifted = number * power;
        return (shifted < 0 ? Math.ceil(shifted) : Math.floor(shifted)) / power;
    }
}
