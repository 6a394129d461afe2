package dev.mayfly.face.mongo.language.plan;

import dev.mayfly.base.query.IndexShape;
import dev.mayfly.face.mongo.language.filter.MongoFilter;
import dev.mayfly.face.mongo.language.text.TextIndex;
import dev.mayfly.face.mongo.language.value.Collation;
import org.jspecify.annotations.Nullable;

/**
 * An index a planner may choose. The parts of a wildcard index are what it covers, all if nothing is
 * ascending, but what is descending is left out.
 *
 * @param partialFilter what a document must match to be in it, or null for all
 * @param hidden whether it must not be chosen
 * @param collation by which texts lie in it
 * @param hashed whether it serves nothing but equality
 * @param places the parts in which it keeps places, or null if there are none
 * @param texts what it looks at if it is one of texts, else null
 */
public record PlannerIndex(
        String name,
        IndexShape shape,
        @Nullable MongoFilter partialFilter,
        boolean hidden,
        Collation collation,
        boolean hashed,
        @Nullable PlaceParts places,
        @Nullable TextIndex texts) {
    /** An index of values in their own order. */
    public PlannerIndex(String name, IndexShape shape, @Nullable MongoFilter partialFilter, boolean hidden) {
        this(name, shape, partialFilter, hidden, Collation.SIMPLE, false, null, null);
    }
}
