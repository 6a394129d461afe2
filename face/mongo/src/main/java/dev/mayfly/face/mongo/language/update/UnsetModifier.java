package dev.mayfly.face.mongo.language.update;

import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** {@code $unset}: no value stands here any more; in an array, null does. */
enum UnsetModifier implements Modifier {
    UNSET;

    @Override
    public @Nullable BsonValue apply(@Nullable BsonValue current, Place place) {
        return null;
    }

    @Override
    public boolean creates(Place place) {
        return false;
    }
}
