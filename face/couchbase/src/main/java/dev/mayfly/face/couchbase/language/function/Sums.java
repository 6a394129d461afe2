package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.face.couchbase.language.value.Arithmetic;
import dev.mayfly.face.couchbase.language.value.NumberValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;

/** Aggregates that need no more than a sum and a count; they see numbers alone. */
final class Sums implements Aggregate {
    /** What is asked of the numbers. */
    enum Kind {
        SUM,
        AVG,
        COUNTN
    }

    private final Kind kind;
    private Value sum = Values.of(0);
    private long count;

    Sums(Kind kind) {
        this.kind = kind;
    }

    @Override
    public void add(Value argument) {
        if (argument instanceof NumberValue) {
            sum = Arithmetic.ADD.of(sum, argument);
            count++;
        }
    }

    @Override
    public Value result() {
        if (kind == Kind.COUNTN) {
            return Values.of(count);
        }
        if (count == 0) {
            return Values.NULL;
        }
        return kind == Kind.SUM ? sum : Arithmetic.DIVIDE.of(sum, Values.of(count));
    }

    @Override
    public long bytes() {
        return 48;
    }
}
