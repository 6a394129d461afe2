package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.base.sql.FunctionTable;
import dev.mayfly.face.couchbase.language.value.N1qlArray;
import dev.mayfly.face.couchbase.language.value.N1qlBoolean;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongBinaryOperator;

/** Functions of the bits of whole numbers, NULL of all else; positions count from 1. */
final class BitFunctions {
    private BitFunctions() {}

    static void addTo(N1qlFunctionTable table) {
        folding(table, "BITAND", (a, b) -> a & b);
        folding(table, "BITOR", (a, b) -> a | b);
        folding(table, "BITXOR", (a, b) -> a ^ b);
        table.add(
                "BITNOT",
                1,
                1,
                arguments -> N1qlFunctionTable.isLong(arguments[0])
                        ? N1qlValues.of(~N1qlFunctionTable.longOf(arguments[0]))
                        : N1qlValues.NULL);
        table.add("BITSHIFT", 2, 3, BitFunctions::shift);
        table.two("BITSET", (number, positions) -> masked(number, positions, (bits, mask) -> bits | mask));
        table.two("BITCLEAR", (number, positions) -> masked(number, positions, (bits, mask) -> bits & ~mask));
        table.add("BITTEST", 2, 3, BitFunctions::test);
        table.alias("ISBITSET", "BITTEST");
    }

    private static void folding(N1qlFunctionTable table, String name, LongBinaryOperator operator) {
        table.add(name, 2, FunctionTable.ANY, arguments -> {
            for (N1qlValue argument : arguments) {
                if (!N1qlFunctionTable.isLong(argument)) {
                    return N1qlValues.NULL;
                }
            }
            long bits = N1qlFunctionTable.longOf(arguments[0]);
            for (int i = 1; i < arguments.length; i++) {
                bits = operator.applyAsLong(bits, N1qlFunctionTable.longOf(arguments[i]));
            }
            return N1qlValues.of(bits);
        });
    }

    /** Moves elements to the left by a number above 0, else to the right; in a circle, if that is asked for. */
    private static N1qlValue shift(N1qlValue[] arguments) {
        if (!N1qlFunctionTable.isLong(arguments[0]) || !N1qlFunctionTable.isLong(arguments[1])) {
            return N1qlValues.NULL;
        }
        if (arguments.length == 3 && !(arguments[2] instanceof N1qlBoolean)) {
            return N1qlValues.NULL;
        }
        long bits = N1qlFunctionTable.longOf(arguments[0]);
        long by = N1qlFunctionTable.longOf(arguments[1]);
        if (arguments.length == 3 && arguments[2] == N1qlBoolean.TRUE) {
            return N1qlValues.of(Long.rotateLeft(bits, (int) (by % Long.SIZE)));
        }
        if (Math.abs(by) >= Long.SIZE) {
            return N1qlValues.of(0);
        }
        return N1qlValues.of(by >= 0 ? bits << by : bits >>> -by);
    }

    private static N1qlValue masked(N1qlValue number, N1qlValue positions, LongBinaryOperator operator) {
        OptionalLong mask = mask(positions);
        return N1qlFunctionTable.isLong(number) && mask.isPresent()
                ? N1qlValues.of(operator.applyAsLong(N1qlFunctionTable.longOf(number), mask.getAsLong()))
                : N1qlValues.NULL;
    }

    private static N1qlValue test(N1qlValue[] arguments) {
        OptionalLong mask = mask(arguments[1]);
        if (!N1qlFunctionTable.isLong(arguments[0])
                || mask.isEmpty()
                || arguments.length == 3 && !(arguments[2] instanceof N1qlBoolean)) {
            return N1qlValues.NULL;
        }
        long found = N1qlFunctionTable.longOf(arguments[0]) & mask.getAsLong();
        boolean all = arguments.length == 3 && arguments[2] == N1qlBoolean.TRUE;
        return N1qlValues.of(all ? found == mask.getAsLong() : found != 0);
    }

    private static OptionalLong mask(N1qlValue positions) {
        Iterable<N1qlValue> all = positions instanceof N1qlArray array ? array : List.of(positions);
        long mask = 0;
        for (N1qlValue position : all) {
            if (!N1qlFunctionTable.isLong(position)) {
                return OptionalLong.empty();
            }
            long at = N1qlFunctionTable.longOf(position);
            if (at < 1 || at > Long.SIZE) {
                return OptionalLong.empty();
            }
            mask |= 1L << at - 1;
        }
        return OptionalLong.of(mask);
    }
}
