package dev.mayfly.face.couchbase.query.window;

import dev.mayfly.face.couchbase.language.value.N1qlNumber;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;

/** LAG and LEAD: the value of a row at an offset before or behind, or another value where there is none. */
public final class RowOffset implements WindowResult {
    private final int argument;
    private final int distance;
    private final int otherwise;
    private final boolean behind;
    private final boolean ignoreNulls;
    private final int result;

    /**
     * Such a function.
     *
     * @param distance the column that says how many rows; -1 for one
     * @param otherwise the column of the value where there is no such row; -1 for NULL
     * @param behind whether it is LEAD
     */
    public RowOffset(int argument, int distance, int otherwise, boolean behind, boolean ignoreNulls, int result) {
        this.argument = argument;
        this.distance = distance;
        this.otherwise = otherwise;
        this.behind = behind;
        this.ignoreNulls = ignoreNulls;
        this.result = result;
    }

    @Override
    public void compute(RowPartition partition) {
        for (int row = 0; row < partition.size(); row++) {
            partition.visit();
            partition.set(row, result, value(partition, row));
        }
    }

    private N1qlValue value(RowPartition partition, int row) {
        long left = distance < 0 ? 1 : positive(partition.at(row, distance), behind ? "lead" : "lag");
        int step = behind ? 1 : -1;
        if (!ignoreNulls) {
            long found = row + step * left;
            return found >= 0 && found < partition.size() ? partition.at((int) found, argument) : other(partition, row);
        }
        for (int found = row + step; found >= 0 && found < partition.size(); found += step) {
            partition.visit();
            if (!partition.at(found, argument).isUnknown() && --left == 0) {
                return partition.at(found, argument);
            }
        }
        return other(partition, row);
    }

    private N1qlValue other(RowPartition partition, int row) {
        return otherwise < 0 ? N1qlValues.NULL : partition.at(row, otherwise);
    }

    /** A second argument, which counts rows. */
    static long positive(N1qlValue value, String function) {
        if (value instanceof N1qlNumber number
                && number.doubleValue() > 0
                && number.doubleValue() == Math.rint(number.doubleValue())) {
            return (long) Math.min(number.doubleValue(), Integer.MAX_VALUE);
        }
        throw RowFrame.failed(function + "() second argument must evaluate to a positive integer.");
    }
}
