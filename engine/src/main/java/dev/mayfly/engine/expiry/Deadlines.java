package dev.mayfly.engine.expiry;

/** Arithmetic on instants: milliseconds since the epoch, where the largest value means that there is none. */
public final class Deadlines {
    /** The deadline of a document that never dies, and the instant of one that a queue does not hold. */
    public static final long NO_DEADLINE = Long.MAX_VALUE;

    /** The offset of a queue by which a policy lets nothing die. */
    public static final long NEVER = Long.MAX_VALUE;

    private Deadlines() {}

    /** Returns the instant plus the offset; saturates, never wraps; no deadline if either is none. */
    public static long plus(long instant, long offsetMillis) {
        if (instant == NO_DEADLINE || offsetMillis == NEVER) {
            return NO_DEADLINE;
        }
        long sum = instant + offsetMillis;
        boolean overflow = ((instant ^ sum) & (offsetMillis ^ sum)) < 0;
        return overflow ? (offsetMillis > 0 ? NO_DEADLINE : Long.MIN_VALUE) : sum;
    }

    /** Returns the latest instant that, plus the offset, is not after {@code now}; saturates. */
    public static long latestDue(long now, long offsetMillis) {
        if (offsetMillis == NEVER) {
            return Long.MIN_VALUE;
        }
        long difference = now - offsetMillis;
        boolean overflow = ((now ^ offsetMillis) & (now ^ difference)) < 0;
        return overflow ? (now < 0 ? Long.MIN_VALUE : NO_DEADLINE - 1) : difference;
    }

    /** Seconds as milliseconds; saturates. */
    public static long secondsToMillis(long seconds) {
        long high = Math.multiplyHigh(seconds, 1000L);
        long product = seconds * 1000L;
        boolean fits = (high == 0 && product >= 0) || (high == -1 && product < 0);
        return fits ? product : seconds > 0 ? NEVER : Long.MIN_VALUE;
    }
}
