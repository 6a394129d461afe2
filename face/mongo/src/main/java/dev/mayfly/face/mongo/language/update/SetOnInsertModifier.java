package dev.mayfly.face.mongo.language.update;

import dev.mayfly.face.mongo.language.value.Trees;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** {@code $setOnInsert}: sets in the seed of an upsert, and does nothing to a document that exists. */
record SetOnInsertModifier(String path, BsonValue value) implements Modifier {
    @Override
    public @Nullable BsonValue apply(@Nullable BsonValue current, Place place) {
        if (!place.context().insert() || (current != null && Trees.identical(current, value))) {
            return current;
        }
        return value;
    }

    @Override
    public boolean creates(Place place) {
        return place.context().insert();
    }
}
