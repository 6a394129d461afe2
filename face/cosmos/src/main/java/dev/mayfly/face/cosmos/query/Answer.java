package dev.mayfly.face.cosmos.query;

import org.jspecify.annotations.Nullable;

/**
 * One page of a query.
 *
 * @param continuation where the next page begins, or null when there is none
 * @param lookups how many keys and items were looked at
 * @param readBytes how large the items were together
 * @param use what the indexes were good for
 */
record Answer(PageRows rows, @Nullable String continuation, long lookups, long readBytes, IndexUse use) {}
