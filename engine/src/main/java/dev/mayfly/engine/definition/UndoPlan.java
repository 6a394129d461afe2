package dev.mayfly.engine.definition;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.forecast.PropertyDifference;
import java.util.List;

/**
 * The effect of an undo, which sets the policy before the last change again.
 *
 * @param now the instant this is true as of
 * @param changedAt when the change was made, in guarded milliseconds since the epoch
 * @param until up to when it can be undone so that everything it hid comes back; no deadline while the clock is suspect
 * @param broughtBack hidden documents that would be live again
 * @param hidden live documents that would be hidden
 * @param properties the properties of living documents that would be hidden, or visible again
 * @param taken how many documents the change has hidden whose keys or unique values are taken by others since; those do
 *     not come back
 * @param takenKeys the first of their keys, at most {@link #TAKEN_KEYS_MAX}
 * @param rebuilt the names of the indexes that were dropped with their rules, and would be made again
 * @param obstacles why it cannot be undone as a whole; none if it can
 */
public record UndoPlan(
        long now,
        Policy current,
        Policy before,
        long changedAt,
        long until,
        Amount broughtBack,
        Amount hidden,
        PropertyDifference.Amount properties,
        long taken,
        List<DocumentKey> takenKeys,
        List<String> rebuilt,
        List<Obstacle> obstacles) {
    public static final int TAKEN_KEYS_MAX = 100;

    public UndoPlan {
        takenKeys = List.copyOf(takenKeys);
        rebuilt = List.copyOf(rebuilt);
        obstacles = List.copyOf(obstacles);
    }

    /** A number of documents, and the bytes that they occupy. */
    public record Amount(long documents, long bytes) {
        public static final Amount NOTHING = new Amount(0, 0);
    }

    /** An obstacle to an undo. */
    public sealed interface Obstacle {
        /** The index over this field was dropped with its rule, and another one stands in the way of making it again. */
        record IndexReplaced(String path) implements Obstacle {}

        /** The face's other settings of the collection are incompatible with the policy before. */
        record SettingsDiffer() implements Obstacle {}
    }

    /** Returns the plan as carried out, with the policy that the undo has set. */
    public UndoPlan done(Policy set) {
        return new UndoPlan(
                now,
                current,
                set,
                changedAt,
                until,
                broughtBack,
                hidden,
                properties,
                taken,
                takenKeys,
                rebuilt,
                obstacles);
    }

    public boolean isPossible() {
        return obstacles.isEmpty();
    }
}
