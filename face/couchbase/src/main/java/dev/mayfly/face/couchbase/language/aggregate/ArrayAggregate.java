package dev.mayfly.face.couchbase.language.aggregate;

import dev.mayfly.face.couchbase.language.value.N1qlOrdering;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.util.ArrayList;
import java.util.List;

/** ARRAY_AGG: all that is not MISSING, sorted; NULL where there is nothing. */
final class ArrayAggregate implements Aggregate {
    private final List<N1qlValue> values = new ArrayList<>();
    private long bytes = 32;

    @Override
    public void add(N1qlValue argument) {
        if (!argument.isMissing()) {
            KeptArgument kept = KeptArgument.of(argument);
            values.add(kept.value());
            bytes += kept.bytes();
        }
    }

    @Override
    public N1qlValue result() {
        if (values.isEmpty()) {
            return N1qlValues.NULL;
        }
        List<N1qlValue> sorted = new ArrayList<>(values);
        sorted.sort(N1qlOrdering::compare);
        return N1qlValues.array(sorted);
    }

    @Override
    public long bytes() {
        return bytes;
    }
}
