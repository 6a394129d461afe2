package dev.mayfly.face.mongo.language.expression;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import dev.mayfly.face.mongo.language.expression.value.Growth;
import dev.mayfly.face.mongo.language.value.BsonText;
import dev.mayfly.face.mongo.language.value.ElementOrder;
import dev.mayfly.face.mongo.language.value.MeasuredArray;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Arrays made of other arrays, or of nothing. */
final class ArrayShapeOperators {
    private static final NamedArguments.Codes SORT = new NamedArguments.Codes(
            ArgumentWording.SPECIFIED, 2942500, 2942501, Map.of("input", 2942502, "sortBy", 2942503));
    private static final NamedArguments.Codes ZIP =
            new NamedArguments.Codes(ArgumentWording.UNKNOWN, 34460, 34464, 34465);
    private static final long RANGE_BYTES_MAX = 100L << 20;
    private static final int RANGE_ELEMENT_BYTES = 16;

    /** Room for more elements is made as they come, and so after they were charged. */
    private static final int JOINED_AT_ONCE = 10_000;

    private ArrayShapeOperators() {}

    static void register(Map<String, Operator> table) {
        table.put("$concatArrays", Nary.any(ArrayShapeOperators::concat));
        table.put("$reverseArray", Nary.one(ArrayShapeOperators::reverse));
        table.put("$range", Nary.between(2, 3, ArrayShapeOperators::range));
        table.put("$sortArray", ArrayShapeOperators::sort);
        table.put("$zip", ArrayShapeOperators::zip);
    }

    private static BsonValue concat(BsonValue[] operands) {
        int length = 0;
        for (BsonValue operand : operands) {
            length += operand.isArray() ? operand.asArray().size() : 0;
        }
        Growth growth = new Growth("$concatArrays");
        MeasuredArray joined = new MeasuredArray(Math.min(length, JOINED_AT_ONCE));
        for (BsonValue operand : operands) {
            if (ExpressionValues.isNullish(operand)) {
                return ExpressionValues.NULL;
            }
            if (!operand.isArray()) {
                throw location(28664, "$concatArrays only supports arrays, not " + TypeNames.of(operand));
            }
            growth.appendAll(joined, operand.asArray());
        }
        return joined;
    }

    private static BsonValue reverse(BsonValue value) {
        if (ExpressionValues.isNullish(value)) {
            return ExpressionValues.NULL;
        }
        if (!value.isArray()) {
            throw location(
                    34435, "The argument to $reverseArray must be an array, but was of type: " + TypeNames.of(value));
        }
        BsonArray reversed = new BsonArray(value.asArray());
        Collections.reverse(reversed);
        return reversed;
    }

    private static BsonValue range(BsonValue[] operands) {
        long from = rangeNumber("a numeric starting", "a starting", 34443, 34444, operands[0]);
        long until = rangeNumber("a numeric ending", "an ending", 34445, 34446, operands[1]);
        long step = operands.length > 2 ? rangeNumber("a numeric step", "a step", 34447, 34448, operands[2]) : 1;
        if (step == 0) {
            throw location(34449, "$range requires a non-zero step value");
        }
        long count = Math.max(0, Math.ceilDiv(until - from, step));
        if (count * RANGE_ELEMENT_BYTES > RANGE_BYTES_MAX) {
            throw new QueryException(
                    146,
                    "ExceededMemoryLimit",
                    "$range would use too much memory (" + count * RANGE_ELEMENT_BYTES
                            + " bytes) and cannot spill to disk. Memory limit: " + RANGE_BYTES_MAX + " bytes");
        }
        RequestGuard.current().charge(count * RANGE_ELEMENT_BYTES * 2);
        BsonArray range = new BsonArray((int) count);
        for (long i = 0; i < count; i++) {
            range.add(new BsonInt32((int) (from + i * step)));
        }
        return range;
    }

    private static long rangeNumber(String asType, String asWhole, int typeCode, int wholeCode, BsonValue value) {
        if (!ExpressionValues.isNumber(value)) {
            throw location(
                    typeCode,
                    "$range requires " + asType + " value, found value of type:" + (typeCode == 34447 ? "" : " ")
                            + TypeNames.of(value));
        }
        Integer whole = ExpressionValues.intOf(value);
        if (whole == null) {
            throw location(
                    wholeCode,
                    "$range requires " + asWhole + " value that can be represented as a 32-bit integer, found value: "
                            + BsonText.of(value));
        }
        return whole;
    }

    private static Expression sort(String name, BsonValue argument, Scope scope) {
        NamedArguments named = NamedArguments.of(name, argument, scope, SORT, "input", "sortBy");
        Expression input = named.required("input");
        ElementOrder order = order(named.raw("sortBy"));
        return (root, variables) -> {
            BsonValue value = input.evaluate(root, variables);
            if (ExpressionValues.isNullish(value)) {
                return ExpressionValues.NULL;
            }
            if (!value.isArray()) {
                throw location(
                        2942504,
                        "The input argument to $sortArray must be an array, but was of type: " + TypeNames.of(value));
            }
            BsonArray sorted = new BsonArray(value.asArray());
            sorted.sort(order.by(variables.collation()));
            return sorted;
        };
    }

    /** The order, whose faults have numbers of their own here. */
    private static ElementOrder order(BsonValue sortBy) {
        try {
            return ElementOrder.of(sortBy);
        } catch (QueryException fault) {
            if (sortBy.isDocument()) {
                throw location(2942505, fault.codeName() + ": " + fault.getMessage());
            }
            throw location(
                    sortBy.isNumber() || sortBy.isDecimal128() ? 2942506 : 2942507, String.valueOf(fault.getMessage()));
        }
    }

    private static Expression zip(String name, BsonValue argument, Scope scope) {
        NamedArguments named = NamedArguments.of(name, argument, scope, ZIP, "inputs", "useLongestLength", "defaults");
        BsonValue inputs = named.has("inputs") ? named.raw("inputs") : new BsonArray();
        if (!inputs.isArray()) {
            throw location(34461, "inputs must be an array of expressions, found " + TypeNames.of(inputs));
        }
        if (inputs.asArray().isEmpty()) {
            throw location(34465, "$zip requires at least one input array");
        }
        boolean longest = isLongest(named.rawOrNull("useLongestLength"));
        List<Expression> arrays = Nary.operands(inputs, scope);
        List<Expression> defaults = defaults(named.rawOrNull("defaults"), longest, arrays.size(), scope);
        return (root, variables) -> {
            List<BsonArray> columns = new ArrayList<>();
            for (Expression array : arrays) {
                BsonValue value = array.evaluate(root, variables);
                if (ExpressionValues.isNullish(value)) {
                    return ExpressionValues.NULL;
                }
                if (!value.isArray()) {
                    throw location(34468, "$zip found a non-array expression in input: " + BsonText.of(value));
                }
                columns.add(value.asArray());
            }
            List<BsonValue> fillers = defaults.stream()
                    .map(filler -> filler.evaluate(root, variables))
                    .toList();
            return zip(columns, fillers, longest);
        };
    }

    private static boolean isLongest(@Nullable BsonValue flag) {
        if (flag != null && !flag.isBoolean()) {
            throw location(34463, "useLongestLength must be a bool, found " + TypeNames.of(flag));
        }
        return flag != null && flag.asBoolean().getValue();
    }

    private static List<Expression> defaults(@Nullable BsonValue defaults, boolean longest, int count, Scope scope) {
        if (defaults == null) {
            return List.of();
        }
        if (!defaults.isArray()) {
            throw location(34462, "defaults must be an array of expressions, found " + TypeNames.of(defaults));
        }
        if (!longest) {
            throw location(34466, "cannot specify defaults unless useLongestLength is true");
        }
        if (defaults.asArray().size() != count) {
            throw location(34467, "defaults and inputs must have the same length");
        }
        return Nary.operands(defaults, scope);
    }

    private static BsonArray zip(List<BsonArray> columns, List<BsonValue> fillers, boolean longest) {
        int length = longest ? 0 : Integer.MAX_VALUE;
        for (BsonArray column : columns) {
            length = longest ? Math.max(length, column.size()) : Math.min(length, column.size());
        }
        Growth growth = new Growth("$zip");
        MeasuredArray rows = new MeasuredArray(Math.min(length, JOINED_AT_ONCE));
        for (int row = 0; row < length; row++) {
            BsonArray tuple = new BsonArray(columns.size());
            for (int i = 0; i < columns.size(); i++) {
                BsonValue filler = fillers.isEmpty() || ExpressionValues.isMissing(fillers.get(i))
                        ? ExpressionValues.NULL
                        : fillers.get(i);
                tuple.add(row < columns.get(i).size() ? columns.get(i).get(row) : filler);
            }
            growth.append(rows, tuple);
        }
        return rows;
    }
}
