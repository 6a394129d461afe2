package dev.mayfly.face.couchbase.language.aggregate;

import dev.mayfly.face.couchbase.language.value.N1qlArithmetic;
import dev.mayfly.face.couchbase.language.value.N1qlNumber;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;

/** Aggregates that need no more than a sum and a count; they see numbers alone. */
final class SumAggregate implements Aggregate {
    /** The results that are computed from the numbers. */
    enum Kind {
        SUM,
        AVG,
        COUNTN
    }

    private final Kind kind;
    private N1qlValue sum = N1qlValues.of(0);
    private long count;

    SumAggregate(Kind kind) {
        this.kind = kind;
    }

    @Override
    public void add(N1qlValue argument) {
        if (argument instanceof N1qlNumber) {
            sum = N1qlArithmetic.ADD.of(sum, argument);
            count++;
        }
    }

    @Override
    public N1qlValue result() {
        if (kind == Kind.COUNTN) {
            return N1qlValues.of(count);
        }
        if (count == 0) {
            return N1qlValues.NULL;
        }
        return kind == Kind.SUM ? sum : N1qlArithmetic.DIVIDE.of(sum, N1qlValues.of(count));
    }

    @Override
    public long bytes() {
        return 48;
    }
}
