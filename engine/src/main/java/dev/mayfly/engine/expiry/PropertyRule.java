package dev.mayfly.engine.expiry;

/**
 * One way in which a collection lets a property of its documents die, while the documents live; of several for one property
 * the earliest instant counts.
 *
 * @param queue the queue that says which property, and is ordered by the instant from which it counts
 * @param afterSeconds how long after that instant; at least 0
 */
public record PropertyRule(int queue, long afterSeconds) {
    public PropertyRule {
        if (afterSeconds < 0) {
            throw new IllegalArgumentException("a rule never counts backwards");
        }
    }

    /** Returns the time from the instant in the queue to the property's death, in milliseconds. */
    long offset() {
        return Deadlines.secondsToMillis(afterSeconds);
    }
}
