package dev.mayfly.face.couchbase.language.aggregate;

import dev.mayfly.face.couchbase.language.value.N1qlValue;
import java.util.HashSet;
import java.util.Set;

/** An aggregate that sees equal arguments once. */
final class DistinctArguments implements Aggregate {
    private final Aggregate of;
    private final Set<N1qlValue> seen = new HashSet<>();
    private long bytes;

    DistinctArguments(Aggregate of) {
        this.of = of;
    }

    @Override
    public void add(N1qlValue argument) {
        if (!argument.isMissing() && !seen.contains(argument)) {
            KeptArgument kept = KeptArgument.of(argument);
            seen.add(kept.value());
            bytes += kept.bytes();
            of.add(argument);
        }
    }

    @Override
    public N1qlValue result() {
        return of.result();
    }

    @Override
    public long bytes() {
        return of.bytes() + bytes;
    }
}
