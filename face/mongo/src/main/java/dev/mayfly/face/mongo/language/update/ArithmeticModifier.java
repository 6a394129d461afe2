package dev.mayfly.face.mongo.language.update;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.badValue;
import static dev.mayfly.face.mongo.language.value.QueryRefusals.typeMismatch;

import dev.mayfly.face.mongo.language.value.BsonText;
import dev.mayfly.face.mongo.language.value.Numbers;
import dev.mayfly.face.mongo.language.value.Trees;
import dev.mayfly.face.mongo.language.value.TypeNames;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** {@code $inc} and {@code $mul}. */
final class ArithmeticModifier implements Modifier {
    private static final BsonInt32 ZERO = new BsonInt32(0);

    private final String operator;
    private final BsonValue operand;
    private final boolean multiplies;

    private ArithmeticModifier(String operator, BsonValue operand, boolean multiplies) {
        this.operator = operator;
        this.operand = operand;
        this.multiplies = multiplies;
    }

    static ArithmeticModifier inc(String path, BsonValue operand) {
        return new ArithmeticModifier("$inc", number("increment", path, operand), false);
    }

    static ArithmeticModifier mul(String path, BsonValue operand) {
        return new ArithmeticModifier("$mul", number("multiply", path, operand), true);
    }

    private static BsonValue number(String verb, String path, BsonValue operand) {
        if (!Trees.isNumber(operand)) {
            throw typeMismatch(
                    "Cannot " + verb + " with non-numeric argument: {" + BsonText.field(path, operand) + "}");
        }
        return operand;
    }

    @Override
    public BsonValue apply(@Nullable BsonValue current, Place place) {
        if (current == null) {
            return multiplies ? calculate(ZERO, place) : operand;
        }
        if (!Trees.isNumber(current)) {
            throw typeMismatch("Cannot apply " + operator + " to a value of non-numeric type. {"
                    + BsonText.id(place.document()) + "} has the field '" + place.name() + "' of non-numeric type "
                    + TypeNames.of(current));
        }
        BsonValue result = calculate(current, place);
        return Trees.identical(result, current) ? current : result;
    }

    private BsonValue calculate(BsonValue current, Place place) {
        BsonValue result = multiplies ? Numbers.multiply(current, operand) : Numbers.add(current, operand);
        if (result == null) {
            throw badValue("Failed to apply " + operator + " operations to current value ("
                    + (current.isInt64() ? "(NumberLong)" : "(NumberInt)") + BsonText.of(current) + ") for document {"
                    + BsonText.id(place.document()) + "}");
        }
        return result;
    }
}
