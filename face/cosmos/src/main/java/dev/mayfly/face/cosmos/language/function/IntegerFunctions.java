package dev.mayfly.face.cosmos.language.function;

import dev.mayfly.face.cosmos.language.value.Value;
import dev.mayfly.face.cosmos.language.value.Values;

/** Functions of whole numbers of 64 bits, which wrap around; undefined of fractions. */
final class IntegerFunctions {
    private IntegerFunctions() {}

    static void addTo(FunctionTable table) {
        table.integers("IntAdd", (a, b) -> a + b);
        table.integers("IntSub", (a, b) -> a - b);
        table.integers("IntMul", (a, b) -> a * b);
        table.two("IntDiv", IntegerFunctions::divide);
        table.two("IntMod", IntegerFunctions::remainder);
        table.integers("IntBitAnd", (a, b) -> a & b);
        table.integers("IntBitOr", (a, b) -> a | b);
        table.integers("IntBitXor", (a, b) -> a ^ b);
        table.one("IntBitNot", a -> FunctionTable.isLong(a) ? Values.of(~FunctionTable.longOf(a)) : Values.UNDEFINED);
        table.integers("IntBitLeftShift", (a, b) -> a << b);
        table.integers("IntBitRightShift", (a, b) -> a >> b);
    }

    private static boolean divides(Value a, Value b) {
        return FunctionTable.isLong(a) && FunctionTable.isLong(b) && FunctionTable.longOf(b) != 0;
    }

    private static Value divide(Value a, Value b) {
        return divides(a, b) ? Values.of(FunctionTable.longOf(a) / FunctionTable.longOf(b)) : Values.UNDEFINED;
    }

    /** Has the sign of the dividend. */
    private static Value remainder(Value a, Value b) {
        return divides(a, b) ? Values.of(FunctionTable.longOf(a) % FunctionTable.longOf(b)) : Values.UNDEFINED;
    }
}
