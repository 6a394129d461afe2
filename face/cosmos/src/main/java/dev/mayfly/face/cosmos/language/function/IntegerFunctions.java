package dev.mayfly.face.cosmos.language.function;

import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;

/** Functions of whole numbers of 64 bits, which wrap around; undefined of fractions. */
final class IntegerFunctions {
    private IntegerFunctions() {}

    static void addTo(SqlFunctionTable table) {
        table.integers("IntAdd", (a, b) -> a + b);
        table.integers("IntSub", (a, b) -> a - b);
        table.integers("IntMul", (a, b) -> a * b);
        table.two("IntDiv", IntegerFunctions::divide);
        table.two("IntMod", IntegerFunctions::remainder);
        table.integers("IntBitAnd", (a, b) -> a & b);
        table.integers("IntBitOr", (a, b) -> a | b);
        table.integers("IntBitXor", (a, b) -> a ^ b);
        table.one(
                "IntBitNot",
                a -> SqlFunctionTable.isLong(a) ? SqlValues.of(~SqlFunctionTable.longOf(a)) : SqlValues.UNDEFINED);
        table.integers("IntBitLeftShift", (a, b) -> a << b);
        table.integers("IntBitRightShift", (a, b) -> a >> b);
    }

    private static boolean divides(SqlValue a, SqlValue b) {
        return SqlFunctionTable.isLong(a) && SqlFunctionTable.isLong(b) && SqlFunctionTable.longOf(b) != 0;
    }

    private static SqlValue divide(SqlValue a, SqlValue b) {
        return divides(a, b)
                ? SqlValues.of(SqlFunctionTable.longOf(a) / SqlFunctionTable.longOf(b))
                : SqlValues.UNDEFINED;
    }

    /** Has the sign of the dividend. */
    private static SqlValue remainder(SqlValue a, SqlValue b) {
        return divides(a, b)
                ? SqlValues.of(SqlFunctionTable.longOf(a) % SqlFunctionTable.longOf(b))
                : SqlValues.UNDEFINED;
    }
}
