package dev.mayfly.store.api;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What the last batch of a partition has left of the partition as a whole, in a store that several processes write.
 *
 * @param turn the last
 * @param state as of this turn, by {@link WriteBatch#leave}; null if the last batch left none. The array is not to be changed
 */
public record Head(Turn turn, byte @Nullable [] state) {
    /** The head of a partition that was never written. */
    public static final Head NONE = new Head(Turn.NONE, null);

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Head head && turn.equals(head.turn) && Arrays.equals(state, head.state);
    }

    @Override
    public int hashCode() {
        return 31 * turn.hashCode() + Arrays.hashCode(state);
    }
}
