package dev.mayfly.face.couchbase.query.window;

import dev.mayfly.face.couchbase.language.function.Aggregates;
import dev.mayfly.face.couchbase.language.value.NumberValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;

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
    public void compute(Partition partition) {
        sums.compute(partition);
        for (int row = 0; row < partition.size(); row++) {
            partition.set(row, result, ratio(partition.at(row, argument), partition.at(row, result)));
        }
    }

    private static Value ratio(Value value, Value sum) {
        return value instanceof NumberValue part && sum instanceof NumberValue whole && whole.doubleValue() != 0
                ? Values.of(part.doubleValue() / whole.doubleValue())
                : Values.NULL;
    }
}
