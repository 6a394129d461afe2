package dev.mayfly.face.mongo.language.update;

/** One operator with its argument, at the end of a path. */
non-sealed interface Modifier extends UpdateNode {
    @Override
    default boolean creates(Place place) {
        return true;
    }
}
