package dev.mayfly.face.mongo.language.expression.value;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.face.mongo.language.value.BsonText;
import dev.mayfly.face.mongo.language.value.TypeNames;
import org.bson.BsonValue;

/** The optional third and fourth operand of the operators that search: where to begin, and where to stop. */
public final class Positions {
    private Positions() {}

    public static int from(String name, BsonValue[] operands, int length) {
        return operands.length > 2 ? Math.min(position(name, "starting", operands[2]), length + 1) : 0;
    }

    public static int until(String name, BsonValue[] operands, int length) {
        return operands.length > 3 ? Math.min(position(name, "ending", operands[3]), length) : length;
    }

    private static int position(String name, String which, BsonValue value) {
        Integer position = ExpressionValues.isNumber(value) ? ExpressionValues.intOf(value) : null;
        if (position == null) {
            throw location(
                    40096,
                    name + " requires an integral " + which + " index, found a value of type: " + TypeNames.of(value)
                            + ", with value: " + BsonText.of(value));
        }
        if (position < 0) {
            throw location(40097, name + " requires a nonnegative " + which + " index, found: " + position);
        }
        return position;
    }
}
