package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.face.couchbase.language.value.Ordering;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;

/** MIN and MAX, as values collate; NULL and MISSING do not count. */
final class Extreme implements Aggregate {
    private final boolean least;
    private Value found = Values.NULL;

    Extreme(boolean least) {
        this.least = least;
    }

    @Override
    public void add(Value argument) {
        if (argument.isUnknown()) {
            return;
        }
        int order = found.isNull() ? -1 : Ordering.compare(argument, found);
        if (found.isNull() || (least ? order < 0 : order > 0)) {
            found = argument;
        }
    }

    @Override
    public Value result() {
        return found;
    }

    @Override
    public long bytes() {
        return 64;
    }
}
