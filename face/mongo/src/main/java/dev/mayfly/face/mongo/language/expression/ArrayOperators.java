package dev.mayfly.face.mongo.language.expression;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import dev.mayfly.face.mongo.language.expression.value.Positions;
import dev.mayfly.face.mongo.language.value.BsonText;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/** Elements of arrays, and where they stand. */
final class ArrayOperators {
    private ArrayOperators() {}

    static void register(Map<String, Operator> table) {
        table.put("$size", Nary.one(ArrayOperators::size));
        table.put("$isArray", Nary.one(value -> ExpressionValues.of(value.isArray())));
        table.put("$arrayElemAt", Nary.exactly(2, operands -> elementAt(operands[0], operands[1])));
        table.put("$first", Nary.one(value -> end("$first", value, true)));
        table.put("$last", Nary.one(value -> end("$last", value, false)));
        table.put("$slice", Nary.between(2, 3, ArrayOperators::slice));
        table.put("$in", Nary.collated(2, 2, (operands, collation) -> in(operands[0], operands[1], collation)));
        table.put("$indexOfArray", Nary.collated(2, 4, ArrayOperators::indexOf));
    }

    private static BsonValue size(BsonValue value) {
        if (!value.isArray()) {
            throw location(17124, "The argument to $size must be an array, but was of type: " + TypeNames.of(value));
        }
        return new BsonInt32(value.asArray().size());
    }

    private static BsonValue elementAt(BsonValue array, BsonValue index) {
        if (ExpressionValues.isNullish(array) || ExpressionValues.isNullish(index)) {
            return ExpressionValues.NULL;
        }
        if (!array.isArray()) {
            throw location(28689, "$arrayElemAt's first argument must be an array, but is " + TypeNames.of(array));
        }
        if (!ExpressionValues.isNumber(index)) {
            throw location(
                    28690, "$arrayElemAt's second argument must be a numeric value, but is " + TypeNames.of(index));
        }
        Integer at = ExpressionValues.intOf(index);
        if (at == null) {
            throw location(
                    28691,
                    "$arrayElemAt's second argument must be representable as a 32-bit integer: " + BsonText.of(index));
        }
        return at(array.asArray(), at < 0 ? array.asArray().size() + at : at);
    }

    private static BsonValue at(BsonArray array, int index) {
        return index >= 0 && index < array.size() ? array.get(index) : ExpressionValues.MISSING;
    }

    private static BsonValue end(String name, BsonValue array, boolean first) {
        if (ExpressionValues.isNullish(array)) {
            return ExpressionValues.NULL;
        }
        if (!array.isArray()) {
            throw location(28689, name + "'s argument must be an array, but is " + TypeNames.of(array));
        }
        return at(array.asArray(), first ? 0 : array.asArray().size() - 1);
    }

    private static BsonValue slice(BsonValue[] operands) {
        if (ExpressionValues.anyNullish(operands)) {
            return ExpressionValues.NULL;
        }
        if (!operands[0].isArray()) {
            throw location(
                    28724, "First argument to $slice must be an array, but is of type: " + TypeNames.of(operands[0]));
        }
        BsonArray array = operands[0].asArray();
        int second = sliceNumber("Second", 28725, 28726, operands[1]);
        if (operands.length == 2) {
            return second >= 0
                    ? part(array, 0, second)
                    : part(array, Math.max(0L, (long) array.size() + second), -second);
        }
        int length = sliceNumber("Third", 28727, 28728, operands[2]);
        if (length <= 0) {
            throw location(28729, "Third argument to $slice must be positive: " + length);
        }
        long from = second >= 0 ? second : Math.max(0L, (long) array.size() + second);
        return part(array, from, length);
    }

    private static int sliceNumber(String which, int typeCode, int wholeCode, BsonValue value) {
        if (!ExpressionValues.isNumber(value)) {
            throw location(
                    typeCode,
                    which + " argument to $slice must be a numeric value, but is of type: " + TypeNames.of(value));
        }
        Integer whole = ExpressionValues.intOf(value);
        if (whole == null) {
            throw location(
                    wholeCode,
                    which + " argument to $slice can't be represented as a 32-bit integer: " + BsonText.of(value));
        }
        return whole;
    }

    private static BsonArray part(BsonArray array, long from, long length) {
        int start = (int) Math.min(from, array.size());
        int end = (int) Math.min(array.size(), start + length);
        return new BsonArray(array.subList(start, end));
    }

    private static BsonValue in(BsonValue value, BsonValue array, Collation collation) {
        if (!array.isArray()) {
            throw location(40081, "$in requires an array as a second argument, found: " + TypeNames.of(array));
        }
        for (BsonValue element : array.asArray()) {
            if (collation.equal(element, value)) {
                return ExpressionValues.of(true);
            }
        }
        return ExpressionValues.of(false);
    }

    private static BsonValue indexOf(BsonValue[] operands, Collation collation) {
        if (ExpressionValues.isNullish(operands[0])) {
            return ExpressionValues.NULL;
        }
        if (!operands[0].isArray()) {
            throw location(
                    40090, "$indexOfArray requires an array as a first argument, found: " + TypeNames.of(operands[0]));
        }
        BsonArray array = operands[0].asArray();
        int until = Positions.until("$indexOfArray", operands, array.size());
        for (int at = Positions.from("$indexOfArray", operands, array.size()); at < until; at++) {
            if (collation.equal(array.get(at), operands[1])) {
                return new BsonInt32(at);
            }
        }
        return new BsonInt32(-1);
    }
}
