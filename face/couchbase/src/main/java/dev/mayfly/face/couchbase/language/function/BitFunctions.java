package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.face.couchbase.language.value.ArrayValue;
import dev.mayfly.face.couchbase.language.value.BooleanValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongBinaryOperator;

/** Functions of the bits of whole numbers, NULL of all else; positions count from 1. */
final class BitFunctions {
    private BitFunctions() {}

    static void addTo(FunctionTable table) {
        folding(table, "BITAND", (a, b) -> a & b);
        folding(table, "BITOR", (a, b) -> a | b);
        folding(table, "BITXOR", (a, b) -> a ^ b);
        table.add(
                "BITNOT",
                1,
                1,
                arguments -> FunctionTable.isLong(arguments[0])
                        ? Values.of(~FunctionTable.longOf(arguments[0]))
                        : Values.NULL);
        table.add("BITSHIFT", 2, 3, BitFunctions::shift);
        table.two("BITSET", (number, positions) -> masked(number, positions, (bits, mask) -> bits | mask));
        table.two("BITCLEAR", (number, positions) -> masked(number, positions, (bits, mask) -> bits & ~mask));
        table.add("BITTEST", 2, 3, BitFunctions::test);
        table.alias("ISBITSET", "BITTEST");
    }

    private static void folding(FunctionTable table, String name, LongBinaryOperator operator) {
        table.add(name, 2, Definition.ANY, arguments -> {
            for (Value argument : arguments) {
                if (!FunctionTable.isLong(argument)) {
                    return Values.NULL;
                }
            }
            long bits = FunctionTable.longOf(arguments[0]);
            for (int i = 1; i < arguments.length; i++) {
                bits = operator.applyAsLong(bits, FunctionTable.longOf(arguments[i]));
            }
            return Values.of(bits);
        });
    }

    /** To the left by a number above 0, else to the right; around, if that is asked for. */
    private static Value shift(Value[] arguments) {
        if (!FunctionTable.isLong(arguments[0]) || !FunctionTable.isLong(arguments[1])) {
            return Values.NULL;
        }
        if (arguments.length == 3 && !(arguments[2] instanceof BooleanValue)) {
            return Values.NULL;
        }
        long bits = FunctionTable.longOf(arguments[0]);
        long by = FunctionTable.longOf(arguments[1]);
        if (arguments.length == 3 && arguments[2] == BooleanValue.TRUE) {
            return Values.of(Long.rotateLeft(bits, (int) (by % Long.SIZE)));
        }
        if (Math.abs(by) >= Long.SIZE) {
            return Values.of(0);
        }
        return Values.of(by >= 0 ? bits << by : bits >>> -by);
    }

    private static Value masked(Value number, Value positions, LongBinaryOperator operator) {
        OptionalLong mask = mask(positions);
        return FunctionTable.isLong(number) && mask.isPresent()
                ? Values.of(operator.applyAsLong(FunctionTable.longOf(number), mask.getAsLong()))
                : Values.NULL;
    }

    private static Value test(Value[] arguments) {
        OptionalLong mask = mask(arguments[1]);
        if (!FunctionTable.isLong(arguments[0])
                || mask.isEmpty()
                || arguments.length == 3 && !(arguments[2] instanceof BooleanValue)) {
            return Values.NULL;
        }
        long found = FunctionTable.longOf(arguments[0]) & mask.getAsLong();
        boolean all = arguments.length == 3 && arguments[2] == BooleanValue.TRUE;
        return Values.of(all ? found == mask.getAsLong() : found != 0);
    }

    private static OptionalLong mask(Value positions) {
        Iterable<Value> all = positions instanceof ArrayValue array ? array : List.of(positions);
        long mask = 0;
        for (Value position : all) {
            if (!FunctionTable.isLong(position)) {
                return OptionalLong.empty();
            }
            long at = FunctionTable.longOf(position);
            if (at < 1 || at > Long.SIZE) {
                return OptionalLong.empty();
            }
            mask |= 1L << at - 1;
        }
        return OptionalLong.of(mask);
    }
}
