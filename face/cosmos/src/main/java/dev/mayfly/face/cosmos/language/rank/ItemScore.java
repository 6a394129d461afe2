package dev.mayfly.face.cosmos.language.rank;

import dev.mayfly.face.cosmos.language.value.SqlValue;
import java.util.List;

/** How well an item answers a query; the greatest comes first. Used by one thread. */
public sealed interface ItemScore permits TextScore, VectorScore {
    /** The score of an item that has nothing to be scored by. */
    double NONE = Double.NEGATIVE_INFINITY;

    /** Returns what an item has at the end of these names; undefined if it has nothing there. */
    static SqlValue at(List<String> path, SqlValue item) {
        SqlValue at = item;
        for (String name : path) {
            at = at.field(name);
        }
        return at;
    }

    /** Returns true if all items that live in the container have to be observed before one can be scored. */
    boolean needsAll();

    /** Counts an item of the container. */
    void observe(SqlValue item);

    /** Returns the score of an item, or {@link #NONE}. */
    double of(SqlValue item);
}
