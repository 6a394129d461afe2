package dev.mayfly.face.mongo.language.update;

import dev.mayfly.face.mongo.language.value.Trees;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** {@code $set}. */
record SetModifier(String path, BsonValue value) implements Modifier {
    @Override
    public BsonValue apply(@Nullable BsonValue current, Place place) {
        return current != null && Trees.identical(current, value) ? current : value;
    }
}
