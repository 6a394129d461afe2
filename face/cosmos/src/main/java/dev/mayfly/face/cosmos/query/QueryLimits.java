package dev.mayfly.face.cosmos.query;

/**
 * The limits of queries.
 *
 * @param few the number of items that are read and sorted rather than walking an index past many others
 * @param lookups the number of items looked at for a page, also if none of them is wanted
 */
record QueryLimits(int few, int lookups) {
    static final QueryLimits DEFAULT = new QueryLimits(1_000, 100_000);
}
