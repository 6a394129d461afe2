package dev.mayfly.face.cosmos.language.value;

import dev.mayfly.face.cosmos.CosmosException;

/**
 * How many parts a value has that an expression made, each counted as often as it is in there. A short query can put
 * one array twice into another, and that twice into a third: without a bound, comparing two of them takes for ever.
 */
final class Weight {
    static final int PARTS_MAX = 4 << 20;

    private Weight() {}

    /** What was stored counts as one: it is no larger than an item. */
    static int of(Value value) {
        return switch (value) {
            case ArrayValue array -> array.weight();
            case ObjectValue object -> object.weight();
            case UndefinedValue _, NullValue _, BooleanValue _, NumberValue _, StringValue _ -> 1;
        };
    }

    static int ofAll(Iterable<Value> parts) {
        int weight = 1;
        for (Value part : parts) {
            weight += of(part);
            if (weight > PARTS_MAX) {
                throw CosmosException.badRequest(
                        "An expression of the query makes a value of more than " + PARTS_MAX + " parts.");
            }
        }
        return weight;
    }
}
