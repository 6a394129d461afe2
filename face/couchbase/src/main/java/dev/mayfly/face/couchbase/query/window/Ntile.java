package dev.mayfly.face.couchbase.query.window;

import dev.mayfly.face.couchbase.language.value.N1qlNumber;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;

/** NTILE: the number of a row's bucket, of as many as the first row of the part says; the first ones are the larger. */
public final class Ntile implements WindowResult {
    private final int argument;
    private final int result;

    public Ntile(int argument, int result) {
        this.argument = argument;
        this.result = result;
    }

    @Override
    public void compute(RowPartition partition) {
        N1qlValue wanted = partition.at(0, argument);
        if (!(wanted instanceof N1qlNumber number)) {
            for (int row = 0; row < partition.size(); row++) {
                partition.set(row, result, N1qlValues.NULL);
            }
            return;
        }
        long buckets = (long) number.doubleValue();
        if (buckets <= 0) {
            throw RowFrame.failed("ntile Invalid argument: " + N1qlValues.json(wanted) + ".");
        }
        long least = partition.size() / buckets;
        long larger = partition.size() % buckets;
        long bucket = 0;
        long next = 0;
        for (int row = 0; row < partition.size(); row++) {
            if (row == next) {
                next += least + (bucket < larger ? 1 : 0);
                bucket++;
            }
            partition.set(row, result, N1qlValues.of(bucket));
        }
    }
}
