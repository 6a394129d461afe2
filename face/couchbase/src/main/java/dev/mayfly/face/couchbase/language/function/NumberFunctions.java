package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.base.sql.FunctionTable;
import dev.mayfly.face.couchbase.language.value.N1qlArithmetic;
import dev.mayfly.face.couchbase.language.value.N1qlNumber;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.util.Random;
import java.util.function.DoubleBinaryOperator;

/** Functions of numbers, NULL of all else. */
final class NumberFunctions {
    private static final int PLACES_MAX = 300;

    private NumberFunctions() {}

    static void addTo(N1qlFunctionTable table) {
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
    private static void operators(N1qlFunctionTable table) {
        table.any("ADD", 2, FunctionTable.ANY, arguments -> folded(N1qlArithmetic.ADD, arguments));
        table.any("MULT", 2, FunctionTable.ANY, arguments -> folded(N1qlArithmetic.MULTIPLY, arguments));
        table.any("SUB", 2, 2, arguments -> N1qlArithmetic.SUBTRACT.of(arguments[0], arguments[1]));
        table.any("DIV", 2, 2, arguments -> N1qlArithmetic.DIVIDE.of(arguments[0], arguments[1]));
        table.any("MOD", 2, 2, arguments -> N1qlArithmetic.REMAINDER.of(arguments[0], arguments[1]));
        table.one("NEG", N1qlArithmetic::negate);
        table.two("IDIV", (a, b) -> whole(a, b, true));
        table.two("IMOD", (a, b) -> whole(a, b, false));
    }

    private static void numbers(N1qlFunctionTable table, String name, DoubleBinaryOperator function) {
        table.two(
                name,
                (a, b) -> a instanceof N1qlNumber left && b instanceof N1qlNumber right
                        ? N1qlValues.of(function.applyAsDouble(left.doubleValue(), right.doubleValue()))
                        : N1qlValues.NULL);
    }

    private static void constant(N1qlFunctionTable table, String name, double value) {
        N1qlValue known = N1qlValues.of(value);
        table.any(name, 0, 0, _ -> known);
    }

    private static N1qlValue folded(N1qlArithmetic operator, N1qlValue[] arguments) {
        N1qlValue result = arguments[0];
        for (int i = 1; i < arguments.length; i++) {
            result = operator.of(result, arguments[i]);
        }
        return result;
    }

    private static N1qlValue whole(N1qlValue a, N1qlValue b, boolean quotient) {
        if (!(a instanceof N1qlNumber left) || !(b instanceof N1qlNumber right) || right.longValue() == 0) {
            return N1qlValues.NULL;
        }
        long divisor = right.longValue();
        if (divisor == -1) {
            return quotient ? N1qlArithmetic.negate(N1qlValues.of(left.longValue())) : N1qlValues.of(0);
        }
        return N1qlValues.of(quotient ? left.longValue() / divisor : left.longValue() % divisor);
    }

    private static N1qlValue absolute(N1qlValue value) {
        if (!(value instanceof N1qlNumber number)) {
            return N1qlValues.NULL;
        }
        return number.doubleValue() < 0 ? N1qlArithmetic.negate(value) : value;
    }

    private static N1qlValue random(StatementInstant moment, N1qlValue[] arguments) {
        if (arguments.length == 0) {
            return N1qlValues.of(moment.random().nextDouble());
        }
        if (arguments[0] instanceof N1qlNumber seed) {
            return N1qlValues.of(new Random(seed.longValue()).nextDouble());
        }
        return arguments[0].isMissing() ? N1qlValues.MISSING : N1qlValues.NULL;
    }

    /** Returns a number rounded to the given decimal places. */
    private static N1qlValue rounded(N1qlValue[] arguments, DoubleBinaryOperator rounding) {
        if (!(arguments[0] instanceof N1qlNumber number)) {
            return N1qlValues.NULL;
        }
        if (arguments.length == 2 && !N1qlFunctionTable.isLong(arguments[1])) {
            return N1qlValues.NULL;
        }
        long places = arguments.length == 2 ? N1qlFunctionTable.longOf(arguments[1]) : 0;
        boolean isWhole = number.isLong() && places >= 0;
        if (isWhole || !Double.isFinite(number.doubleValue())) {
            return number;
        }
        double power = Math.pow(10, Math.clamp(places, -PLACES_MAX, PLACES_MAX));
        return N1qlValues.of(rounding.applyAsDouble(number.doubleValue(), power));
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
