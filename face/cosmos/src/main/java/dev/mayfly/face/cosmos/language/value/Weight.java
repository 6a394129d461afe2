package dev.mayfly.face.cosmos.language.value;

import dev.mayfly.face.cosmos.CosmosException;

/**
 * How many values one that was made consists of. A query may put a value into another twice, and that into another twice:
 * what takes forty places in memory would take a million million in an answer, or in a comparison. So it is refused.
 */
final class Weight {
    static final int MAX = 1 << 20;

    private int total = 1;

    /** Counts what is put into a value. */
    void add(Value part) {
        total += of(part);
        if (total > MAX) {
            throw CosmosException.badRequest(
                    "An array or object that the query makes consists of more than " + MAX + " values.");
        }
    }

    int total() {
        return total;
    }

    /** At most {@link #MAX}; what was stored counts as one. */
    private static int of(Value part) {
        return switch (part) {
            case ArrayValue array -> array.weight();
            case BuiltObject object -> object.weight();
            case ObjectValue _, UndefinedValue _, NullValue _, BooleanValue _, NumberValue _, StringValue _ -> 1;
        };
    }
}
