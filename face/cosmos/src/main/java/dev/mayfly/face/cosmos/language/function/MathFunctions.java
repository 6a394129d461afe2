package dev.mayfly.face.cosmos.language.function;

import dev.mayfly.face.cosmos.language.value.SqlNumber;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;

/** Functions of doubles; undefined of everything else. */
final class MathFunctions {
    private MathFunctions() {}

    static void addTo(SqlFunctionTable table) {
        table.number("ABS", Math::abs);
        table.number("ACOS", Math::acos);
        table.number("ASIN", Math::asin);
        table.number("ATAN", Math::atan);
        table.numbers("ATN2", Math::atan2);
        table.number("CEILING", Math::ceil);
        table.number("COS", Math::cos);
        table.number("COT", value -> 1 / Math.tan(value));
        table.number("DEGREES", value -> 180 / Math.PI * value);
        table.number("EXP", Math::exp);
        table.number("FLOOR", Math::floor);
        table.add("LOG", 1, 2, MathFunctions::logarithm);
        table.number("LOG10", Math::log10);
        table.add("NumberBin", 1, 2, MathFunctions::bin);
        table.add("PI", 0, 0, _ -> SqlValues.of(Math.PI));
        table.numbers("POWER", Math::pow);
        table.number("RADIANS", value -> Math.PI * value / 180);
        table.addMomentary(
                "RAND", 0, 0, (moment, _) -> SqlValues.of(moment.random().nextDouble()));
        table.number("ROUND", MathFunctions::round);
        table.number("SIGN", Math::signum);
        table.number("SIN", Math::sin);
        table.number("SQRT", Math::sqrt);
        table.number("SQUARE", value -> value * value);
        table.number("TAN", Math::tan);
        table.number("TRUNC", MathFunctions::truncate);
    }

    private static double truncate(double value) {
        return value < 0 ? Math.ceil(value) : Math.floor(value);
    }

    /** Halves go away from zero. */
    private static double round(double value) {
        double whole = truncate(value);
        return Math.abs(value - whole) >= 0.5 ? whole + Math.signum(value) : whole;
    }

    private static SqlValue logarithm(SqlValue[] arguments) {
        if (!(arguments[0] instanceof SqlNumber value)) {
            return SqlValues.UNDEFINED;
        }
        if (SqlFunctionTable.omits(arguments, 1)) {
            return SqlFunctionTable.finite(Math.log(value.doubleValue()));
        }
        return arguments[1] instanceof SqlNumber base
                ? SqlFunctionTable.finite(logarithm(value.doubleValue(), base.doubleValue()))
                : SqlValues.UNDEFINED;
    }

    /** To the base 10 the quotient would be off by one bit. */
    private static double logarithm(double value, double base) {
        return base == 10 ? Math.log10(value) : Math.log(value) / Math.log(base);
    }

    /** The greatest multiple of the bin's size that is not above the value; a size of 0 has none. */
    private static SqlValue bin(SqlValue[] arguments) {
        SqlValue size = SqlFunctionTable.omits(arguments, 1) ? SqlValues.of(1) : arguments[1];
        if (!(arguments[0] instanceof SqlNumber value) || !(size instanceof SqlNumber width)) {
            return SqlValues.UNDEFINED;
        }
        double step = width.doubleValue();
        return step == 0 ? SqlValues.UNDEFINED : SqlFunctionTable.finite(Math.floor(value.doubleValue() / step) * step);
    }
}
