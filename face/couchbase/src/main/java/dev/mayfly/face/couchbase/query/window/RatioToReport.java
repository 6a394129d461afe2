package dev.mayfly.face.couchbase.query.window;

import dev.mayfly.face.couchbase.language.aggregate.Aggregates;
import dev.mayfly.face.couchbase.language.value.N1qlNumber;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;

/** RATIO_TO_REPORT: a row's number as a share of the sum over its frame. */
public final class RatioToReport implements WindowResult {
    private final FrameAggregate sums;
    private final int argument;
    private final int result;

    public RatioToReport(int argument, RowFrame frame, int result) {
        this.sums = new FrameAggregate(Aggregates.resolve("SUM", false), argument, -1, frame, result);
        this.argument = argument;
        this.result = result;
    }

    @Override
    public void compute(RowPartition partition) {
        sums.compute(partition);
        for (int row = 0; row < partition.size(); row++) {
            partition.set(row, result, ratio(partition.at(row, argument), partition.at(row, result)));
        }
    }

    private static N1qlValue ratio(N1qlValue value, N1qlValue sum) {
        return value instanceof N1qlNumber part && sum instanceof N1qlNumber whole && whole.doubleValue() != 0
                ? N1qlValues.of(part.doubleValue() / whole.doubleValue())
                : N1qlValues.NULL;
    }
}
