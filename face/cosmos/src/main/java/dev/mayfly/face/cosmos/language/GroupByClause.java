package dev.mayfly.face.cosmos.language;

import java.util.List;

/**
 * GROUP BY, or aggregates over all rows when it has no keys.
 *
 * @param keySlots where the keys of a group are put for the projection
 */
record GroupByClause(Scalar[] keys, int[] keySlots, List<Aggregation> aggregations) {
    /** An aggregate, and where its result is put. */
    record Aggregation(AggregateFunction function, Scalar argument, int slot) {}

    Accumulator[] accumulators() {
        Accumulator[] accumulators = new Accumulator[aggregations.size()];
        for (int i = 0; i < accumulators.length; i++) {
            accumulators[i] = Accumulator.of(aggregations.get(i).function());
        }
        return accumulators;
    }
}
