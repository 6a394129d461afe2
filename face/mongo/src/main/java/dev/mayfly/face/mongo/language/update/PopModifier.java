package dev.mayfly.face.mongo.language.update;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.failedToParse;
import static dev.mayfly.face.mongo.language.value.QueryRefusals.typeMismatch;

import dev.mayfly.face.mongo.language.value.BsonText;
import dev.mayfly.face.mongo.language.value.Trees;
import dev.mayfly.face.mongo.language.value.TypeNames;
import org.bson.BsonArray;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** {@code $pop}: the first element goes for -1, the last for 1. */
final class PopModifier implements Modifier {
    private final boolean fromFront;

    private PopModifier(boolean fromFront) {
        this.fromFront = fromFront;
    }

    static PopModifier compile(String path, BsonValue argument) {
        if (!Trees.isNumber(argument)) {
            throw failedToParse("Expected a number in: " + BsonText.field(path, argument));
        }
        Long direction = Trees.wholeOf(argument);
        if (direction == null) {
            throw failedToParse("Expected an integer: " + BsonText.field(path, argument));
        }
        if (direction != 1 && direction != -1) {
            throw failedToParse("$pop expects 1 or -1, found: " + direction);
        }
        return new PopModifier(direction == -1);
    }

    @Override
    public @Nullable BsonValue apply(@Nullable BsonValue current, Place place) {
        if (current == null) {
            return null;
        }
        if (!current.isArray()) {
            throw typeMismatch("Path '" + place.path() + "' contains an element of non-array type '"
                    + TypeNames.of(current) + "'");
        }
        if (current.asArray().isEmpty()) {
            return current;
        }
        BsonArray array = new BsonArray(current.asArray());
        array.remove(fromFront ? 0 : array.size() - 1);
        return array;
    }

    @Override
    public boolean creates(Place place) {
        return false;
    }
}
