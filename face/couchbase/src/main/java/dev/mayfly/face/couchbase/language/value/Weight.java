package dev.mayfly.face.couchbase.language.value;

import dev.mayfly.face.couchbase.language.QueryException;

/**
 * How many parts a value has that an expression made, each counted as often as it is in there. A short statement can put
 * one array twice into another, and that twice into a third: without a bound, comparing two of them takes for ever.
 */
final class Weight {
    static final int PARTS_MAX = 4 << 20;

    private Weight() {}

    /** What was stored counts as one: it is no larger than a document. */
    static int of(Value value) {
        return switch (value) {
            case ArrayValue array -> array.weight();
            case ObjectValue object -> object.weight();
            case MissingValue _, NullValue _, BooleanValue _, NumberValue _, StringValue _, BinaryValue _ -> 1;
        };
    }

    static int ofAll(Iterable<Value> parts) {
        int weight = 1;
        for (Value part : parts) {
            weight += of(part);
            if (weight > PARTS_MAX) {
                throw new QueryException(
                        QueryException.MEMORY, "An expression makes a value of more than " + PARTS_MAX + " parts.");
            }
        }
        return weight;
    }
}
