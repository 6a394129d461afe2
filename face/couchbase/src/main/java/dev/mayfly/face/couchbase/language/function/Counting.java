package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;

/** COUNT: of all that is neither NULL nor MISSING. */
final class Counting implements Aggregate {
    private long count;

    @Override
    public void add(Value argument) {
        if (!argument.isUnknown()) {
            count++;
        }
    }

    @Override
    public Value result() {
        return Values.of(count);
    }

    @Override
    public long bytes() {
        return 16;
    }
}
