package dev.mayfly.face.cosmos.query;

import org.jspecify.annotations.Nullable;

/**
 * One page of a query.
 *
 * @param continuation the start of the next page, or null if there is none
 * @param lookups the number of keys and items looked at
 * @param readBytes the size of the items together
 * @param use the indexes that served the query
 */
record PageResult(PageRows rows, @Nullable String continuation, long lookups, long readBytes, IndexUse use) {}
