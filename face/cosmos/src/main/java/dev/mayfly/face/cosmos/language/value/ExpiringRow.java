package dev.mayfly.face.cosmos.language.value;

/** A value that is a whole item, so that it is known when it expires. */
public interface ExpiringRow {
    /**
     * Returns the deadline in milliseconds since the epoch, or {@link dev.mayfly.engine.expiry.Deadlines#NO_DEADLINE}.
     */
    long deadlineMillis();
}
