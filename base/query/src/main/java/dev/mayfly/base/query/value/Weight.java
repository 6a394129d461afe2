package dev.mayfly.base.query.value;

/**
 * How many parts a value has that an expression made, each counted as often as it is in there. A short query can put
 * one array twice into another, and that twice into a third: without a bound, comparing two of them takes for ever.
 */
public final class Weight {
    public static final int PARTS_MAX = 4 << 20;

    private Weight() {}

    /** Refused, as the dialect has it, when they are more than {@link #PARTS_MAX}. */
    static int ofAll(Iterable<? extends JsonValue> parts, Dialect dialect) {
        int weight = 1;
        for (JsonValue part : parts) {
            weight += part.weight();
            if (weight > PARTS_MAX) {
                throw dialect.tooManyParts().get();
            }
        }
        return weight;
    }
}
