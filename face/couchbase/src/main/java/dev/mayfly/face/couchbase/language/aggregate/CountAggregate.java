package dev.mayfly.face.couchbase.language.aggregate;

import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;

/** COUNT: of all that is neither NULL nor MISSING. */
final class CountAggregate implements Aggregate {
    private long count;

    @Override
    public void add(N1qlValue argument) {
        if (!argument.isUnknown()) {
            count++;
        }
    }

    @Override
    public N1qlValue result() {
        return N1qlValues.of(count);
    }

    @Override
    public long bytes() {
        return 16;
    }
}
