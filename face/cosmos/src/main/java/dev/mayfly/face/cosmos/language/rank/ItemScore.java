package dev.mayfly.face.cosmos.language.rank;

import dev.mayfly.face.cosmos.language.value.SqlValue;

/** How well an item answers a query; the greatest comes first. Used by one thread. */
public sealed interface ItemScore permits TextScore, VectorScore {
    /** The score of an item that has nothing to be scored by. */
    double NONE = Double.NEGATIVE_INFINITY;

    /** Returns true if all items that live in the container have to be observed before one can be scored. */
    boolean needsAll();

    /** Counts an item of the container. */
    void observe(SqlValue item);

    /** Returns the score of an item, or {@link #NONE}. */
    double of(SqlValue item);
}
