package dev.mayfly.face.couchbase.language.aggregate;

import dev.mayfly.face.couchbase.language.value.N1qlOrdering;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;

/** MIN and MAX, as values collate; NULL and MISSING do not count. */
final class ExtremeAggregate implements Aggregate {
    private final boolean least;
    private N1qlValue found = N1qlValues.NULL;
    private long bytes;

    ExtremeAggregate(boolean least) {
        this.least = least;
    }

    @Override
    public void add(N1qlValue argument) {
        if (argument.isUnknown()) {
            return;
        }
        int order = found.isNull() ? -1 : N1qlOrdering.compare(argument, found);
        if (found.isNull() || (least ? order < 0 : order > 0)) {
            KeptArgument kept = KeptArgument.of(argument);
            found = kept.value();
            bytes = kept.bytes();
        }
    }

    @Override
    public N1qlValue result() {
        return found;
    }

    @Override
    public long bytes() {
        return bytes;
    }
}
