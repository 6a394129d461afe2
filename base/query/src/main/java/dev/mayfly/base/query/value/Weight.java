package dev.mayfly.base.query.value;

import dev.mayfly.base.query.RequestGuard;
import java.util.Collection;

/**
 * The size of a value that an expression made: the number of its parts, each counted as often as it occurs. A short
 * query can put one array twice into another, and that twice into a third: without a bound, comparing two of them
 * takes for ever.
 */
public final class Weight {
    public static final int PARTS_MAX = 4 << 20;

    /** About what the place of a part takes, and a number in it. */
    private static final int PLACE_BYTES = 32;

    private final int parts;
    private final long bytes;

    private Weight(int parts, long bytes) {
        this.parts = parts;
        this.bytes = bytes;
    }

    /**
     * Returns the weight of a value of these parts, and charges it to the request. Throws the dialect's error if there
     * are more than {@link #PARTS_MAX}.
     *
     * @param ownBytes what the value takes besides its parts and their places
     */
    static Weight of(Collection<? extends JsonValue> parts, long ownBytes, Dialect dialect) {
        long places = ownBytes + (long) PLACE_BYTES * parts.size();
        RequestGuard.current().charge(places);
        int count = 1;
        long bytes = places;
        for (JsonValue part : parts) {
            count += part.weight();
            bytes += part.memoryBytes();
            if (count > PARTS_MAX) {
                throw dialect.tooManyParts().get();
            }
        }
        return new Weight(count, bytes);
    }

    int parts() {
        return parts;
    }

    /** Returns the memory of the value; a part that occurs twice counts twice. */
    long memoryBytes() {
        return bytes;
    }
}
