package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.face.couchbase.language.value.Ordering;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import java.util.ArrayList;
import java.util.List;

/** ARRAY_AGG: all that is not MISSING, sorted; NULL where there is nothing. */
final class Gathered implements Aggregate {
    /** About what a stored value costs, whose bytes belong to a document that stays as long. */
    private static final long VALUE_BYTES = 256;

    private final List<Value> values = new ArrayList<>();

    @Override
    public void add(Value argument) {
        if (!argument.isMissing()) {
            values.add(argument);
        }
    }

    @Override
    public Value result() {
        if (values.isEmpty()) {
            return Values.NULL;
        }
        List<Value> sorted = new ArrayList<>(values);
        sorted.sort(Ordering::compare);
        return Values.array(sorted);
    }

    @Override
    public long bytes() {
        return 32 + values.size() * VALUE_BYTES;
    }
}
