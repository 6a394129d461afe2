package dev.mayfly.face.cosmos.query;

import dev.mayfly.store.api.KeyRange;
import java.util.List;

/** How the items that a query may want are found, and in which order they come. */
sealed interface Plan {
    Walk walk();

    /** The word that a continuation keeps of the order, so that the next page is in the same. */
    String order();

    /** In the order of the walk, whatever it is. */
    record AsFound(Walk walk, String order) implements Plan {}

    /**
     * In the order of ORDER BY.
     *
     * @param walked whether the walk is in that order already; otherwise what it finds is sorted
     * @param undefined whether items are wanted that have no value to be sorted by
     */
    record Sorted(Walk walk, SortSpec spec, boolean walked, boolean undefined) implements Plan {
        static final String ORDER = "s";

        @Override
        public String order() {
            return ORDER;
        }
    }

    /**
     * In the order of deadlines; items that never expire are not in it.
     *
     * @param backward whether the last to expire comes first
     */
    record ByDeadline(Walk walk, boolean backward) implements Plan {
        static final String ORDER = "d";

        /** Whether the walk is in that order already; otherwise what it finds is sorted. */
        boolean isWalked() {
            return walk.deadlines() != null && !backward;
        }

        @Override
        public String order() {
            return ORDER;
        }
    }

    /** In the order of an index that is no longer there: by the first of their keys in these ranges. */
    record AsIndexed(Walk walk, List<KeyRange> ranges, String order) implements Plan {}
}
