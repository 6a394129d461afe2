package dev.mayfly.face.mongo.language.filter;

import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.value.ShellText;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Compares some bits of a whole number or a binary with what they should be. */
record BitTest(Wanted wanted, List<Integer> bits) implements ValueTest {
    /** The condition on the bits. */
    enum Wanted {
        ALL_SET("$bitsAllSet"),
        ANY_SET("$bitsAnySet"),
        ALL_CLEAR("$bitsAllClear"),
        ANY_CLEAR("$bitsAnyClear");

        private final String operator;

        Wanted(String operator) {
            this.operator = operator;
        }
    }

    BitTest {
        bits = List.copyOf(bits);
    }

    @Override
    public boolean passes(@Nullable View value) {
        if (value == null) {
            return false;
        }
        return switch (value.type()) {
            case INT32, INT64 -> passes(value.longValue());
            case DOUBLE, DECIMAL128 -> isWhole(value) && passes(value.longValue());
            case BINARY -> passes(BitSet.valueOf(value.toBsonValue().asBinary().getData()), false);
            default -> false;
        };
    }

    private static boolean isWhole(View number) {
        double value = number.doubleValue();
        return value == Math.rint(value) && value >= -0x1p63 && value < 0x1p63;
    }

    private boolean passes(long number) {
        return passes(BitSet.valueOf(new long[] {number}), number < 0);
    }

    /** A negative number goes on with ones for ever. */
    private boolean passes(BitSet value, boolean negative) {
        boolean anySet = false;
        boolean anyClear = false;
        for (int bit : bits) {
            boolean set = value.get(bit) || (negative && bit >= Long.SIZE);
            anySet |= set;
            anyClear |= !set;
        }
        return switch (wanted) {
            case ALL_SET -> !anyClear;
            case ANY_SET -> anySet;
            case ALL_CLEAR -> !anySet;
            case ANY_CLEAR -> anyClear;
        };
    }

    /** From positions, a mask, or a binary mask. */
    static BitTest parse(Wanted wanted, BsonValue spec) {
        return switch (spec.getBsonType()) {
            case ARRAY -> new BitTest(wanted, positions(spec.asArray()));
            case BINARY ->
                new BitTest(wanted, setIn(BitSet.valueOf(spec.asBinary().getData())));
            case INT32, INT64, DOUBLE, DECIMAL128 ->
                new BitTest(wanted, setIn(BitSet.valueOf(new long[] {mask(wanted.operator, spec)})));
            default ->
                throw QueryException.badValue(wanted.operator
                        + " takes an Array, a number, or a BinData but received: " + wanted.operator + ": "
                        + ShellText.of(spec));
        };
    }

    private static List<Integer> setIn(BitSet mask) {
        return mask.stream().boxed().toList();
    }

    private static long mask(String operator, BsonValue spec) {
        long mask = WholeNumber.of(operator, spec);
        if (mask < 0) {
            throw new QueryException(
                    WholeNumber.FAILED_TO_PARSE,
                    "FailedToParse",
                    "Expected a non-negative number in: " + operator + ": " + ShellText.of(spec));
        }
        return mask;
    }

    private static List<Integer> positions(BsonArray spec) {
        List<Integer> bits = new ArrayList<>();
        for (int i = 0; i < spec.size(); i++) {
            String element = i + ": " + ShellText.of(spec.get(i));
            if (!spec.get(i).isNumber()) {
                throw QueryException.badValue("bit positions must be an integer but got: " + element);
            }
            double position = spec.get(i).asNumber().doubleValue();
            if (Double.isNaN(position)) {
                throw QueryException.badValue("bit positions cannot take a NaN: " + element);
            }
            if (position > Integer.MAX_VALUE || position < Integer.MIN_VALUE) {
                throw QueryException.badValue(
                        "bit positions cannot be represented as a 32-bit signed integer: " + element);
            }
            if (position != Math.rint(position)) {
                throw QueryException.badValue("bit positions must be an integer but got: " + element);
            }
            if (position < 0) {
                throw QueryException.badValue("bit positions must be >= 0 but got: " + element);
            }
            bits.add((int) position);
        }
        return bits;
    }
}
