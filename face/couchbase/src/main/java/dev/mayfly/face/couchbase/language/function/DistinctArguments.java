package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.face.couchbase.language.value.Value;
import java.util.HashSet;
import java.util.Set;

/** An aggregate that sees equal arguments once. */
final class DistinctArguments implements Aggregate {
    private static final long VALUE_BYTES = 256;

    private final Aggregate of;
    private final Set<Value> seen = new HashSet<>();

    DistinctArguments(Aggregate of) {
        this.of = of;
    }

    @Override
    public void add(Value argument) {
        if (!argument.isMissing() && seen.add(argument)) {
            of.add(argument);
        }
    }

    @Override
    public Value result() {
        return of.result();
    }

    @Override
    public long bytes() {
        return of.bytes() + seen.size() * VALUE_BYTES;
    }
}
