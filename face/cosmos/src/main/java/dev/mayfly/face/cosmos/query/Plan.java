package dev.mayfly.face.cosmos.query;

import dev.mayfly.base.query.KeyInterval;
import dev.mayfly.face.cosmos.query.index.ItemPath;
import java.util.List;

/** The way to find the items that a query may want, and their order. */
sealed interface Plan {
    ItemWalk walk();

    /** The word that a continuation keeps of the order, so that the next page is in the same. */
    String order();

    /** Takes the order of the walk, whatever it is. */
    record AsFound(ItemWalk walk, String order) implements Plan {}

    /**
     * Takes the order of ORDER BY.
     *
     * @param walked whether the walk is in that order already; otherwise the items found are sorted
     * @param undefined whether items without a value to sort by are included
     */
    record Sorted(ItemWalk walk, SortSpec spec, boolean walked, boolean undefined) implements Plan {
        static final String ORDER = "s";

        @Override
        public String order() {
            return ORDER;
        }
    }

    /**
     * Takes the order of deadlines; items that never expire are not in it.
     *
     * @param backward whether the last to expire comes first
     */
    record ByDeadline(ItemWalk walk, boolean backward) implements Plan {
        static final String ORDER = "d";

        /** Returns true if the walk is in that order already; otherwise the items found are sorted. */
        boolean isWalked() {
            return walk.deadlines() != null && !backward;
        }

        @Override
        public String order() {
            return ORDER;
        }
    }

    /**
     * Takes the order of an index that no longer exists: by the first of their keys in these ranges.
     *
     * @param paths whose values are the keys
     */
    record AsIndexed(ItemWalk walk, List<KeyInterval> ranges, List<ItemPath> paths, String order) implements Plan {}
}
