package dev.mayfly.face.mongo.language.update;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.badValue;

import dev.mayfly.face.mongo.language.value.BsonText;
import dev.mayfly.face.mongo.language.value.Numbers;
import dev.mayfly.face.mongo.language.value.Trees;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** {@code $bit}: and, or, xor on ints and longs, in the order they are written. */
final class BitModifier implements Modifier {
    private record Step(String operation, BsonValue operand) {}

    private final List<Step> steps;

    private BitModifier(List<Step> steps) {
        this.steps = steps;
    }

    @SuppressWarnings("UnusedVariable") // The shape of every modifier's factory.
    static BitModifier compile(String path, BsonValue argument) {
        if (!argument.isDocument()) {
            throw badValue("The $bit modifier is not compatible with a " + TypeNames.of(argument)
                    + ". You must pass in an embedded document: {$bit: {field: {and/or/xor: #}}");
        }
        List<Step> steps = new ArrayList<>();
        argument.asDocument().entrySet().forEach(entry -> steps.add(step(entry)));
        if (steps.isEmpty()) {
            throw badValue(
                    "You must pass in at least one bitwise operation. The format is: {$bit: {field: {and/or/xor: #}}");
        }
        return new BitModifier(steps);
    }

    private static Step step(Map.Entry<String, BsonValue> entry) {
        String shown = "{" + BsonText.field(entry.getKey(), entry.getValue()) + "}";
        switch (entry.getKey()) {
            case "and", "or", "xor" -> {}
            default ->
                throw badValue("The $bit modifier only supports 'and', 'or', and 'xor', not '" + entry.getKey()
                        + "' which is an unknown operator: " + shown);
        }
        if (!isWhole(entry.getValue())) {
            throw badValue("The $bit modifier field must be an Integer(32/64 bit); a '" + TypeNames.of(entry.getValue())
                    + "' is not supported here: " + shown);
        }
        return new Step(entry.getKey(), entry.getValue());
    }

    private static boolean isWhole(BsonValue value) {
        return value.isInt32() || value.isInt64();
    }

    @Override
    public BsonValue apply(@Nullable BsonValue current, Place place) {
        BsonValue value = current == null ? new BsonInt32(0) : current;
        if (!isWhole(value)) {
            throw badValue("Cannot apply $bit to a value of non-integral type." + BsonText.id(place.document())
                    + " has the field " + place.name() + " of non-integer type " + TypeNames.of(value));
        }
        for (Step step : steps) {
            value = apply(step, value);
        }
        return current != null && Trees.identical(current, value) ? current : value;
    }

    private static BsonValue apply(Step step, BsonValue value) {
        long left = Numbers.longOf(value);
        long right = Numbers.longOf(step.operand);
        long bits = switch (step.operation) {
            case "and" -> left & right;
            case "or" -> left | right;
            default -> left ^ right;
        };
        return value.isInt64() || step.operand.isInt64() ? new BsonInt64(bits) : new BsonInt32((int) bits);
    }
}
