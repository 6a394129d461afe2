package dev.mayfly.face.cosmos.query;

/**
 * How far queries go.
 *
 * @param few so few items are read and sorted rather than walking an index past many others
 * @param lookups so many items are looked at for a page, also when none of them is wanted
 */
record QueryLimits(int few, int lookups) {
    static final QueryLimits DEFAULT = new QueryLimits(1_000, 100_000);
}
