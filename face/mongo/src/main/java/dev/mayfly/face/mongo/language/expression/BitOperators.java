package dev.mayfly.face.mongo.language.expression;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.typeMismatch;

import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import dev.mayfly.face.mongo.language.value.Numbers;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.Map;
import java.util.function.LongBinaryOperator;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonValue;

/** Bits of ints and longs. */
final class BitOperators {
    private BitOperators() {}

    static void register(Map<String, Operator> table) {
        table.put("$bitAnd", Nary.any(operands -> fold("$bitAnd", operands, -1, (left, right) -> left & right)));
        table.put("$bitOr", Nary.any(operands -> fold("$bitOr", operands, 0, (left, right) -> left | right)));
        table.put("$bitXor", Nary.any(operands -> fold("$bitXor", operands, 0, (left, right) -> left ^ right)));
        table.put("$bitNot", Nary.one(BitOperators::not));
    }

    private static BsonValue fold(String name, BsonValue[] operands, long start, LongBinaryOperator operator) {
        long bits = start;
        boolean isLong = false;
        for (BsonValue operand : operands) {
            if (ExpressionValues.isNullish(operand)) {
                return ExpressionValues.NULL;
            }
            bits = operator.applyAsLong(bits, bitsOf(name, operand));
            isLong |= operand.isInt64();
        }
        return isLong ? new BsonInt64(bits) : new BsonInt32((int) bits);
    }

    private static BsonValue not(BsonValue operand) {
        if (ExpressionValues.isNullish(operand)) {
            return ExpressionValues.NULL;
        }
        long bits = ~bitsOf("$bitNot", operand);
        return operand.isInt64() ? new BsonInt64(bits) : new BsonInt32((int) bits);
    }

    private static long bitsOf(String name, BsonValue operand) {
        if (!operand.isInt32() && !operand.isInt64()) {
            throw typeMismatch(name + " only supports int and long operands, not " + TypeNames.of(operand) + ".");
        }
        return Numbers.longOf(operand);
    }
}
