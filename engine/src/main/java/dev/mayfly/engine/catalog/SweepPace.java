package dev.mayfly.engine.catalog;

/**
 * How often the sweeper may look for expired documents of a collection; what is readable does not depend on it.
 *
 * @param millis the least time between two looks, {@link #NEVER} or {@link #WHEN_DUE}
 */
public record SweepPace(long millis) {
    private static final long NEVER_MILLIS = 0;
    private static final long WHEN_DUE_MILLIS = -1;

    /** Whenever something has expired, as soon as the engine's own interval allows. */
    public static final SweepPace WHEN_DUE = new SweepPace(WHEN_DUE_MILLIS);

    /** Only when asked to. */
    public static final SweepPace NEVER = new SweepPace(NEVER_MILLIS);

    public SweepPace {
        if (millis < WHEN_DUE_MILLIS) {
            throw new IllegalArgumentException("a pace is a time");
        }
    }

    /** Once in so many milliseconds, at the least one. */
    public static SweepPace every(long millis) {
        return new SweepPace(Math.max(1, millis));
    }

    /** Whether looks are taken at their own times, whatever falls due. */
    public boolean isRegular() {
        return millis > 0;
    }

    public boolean isNever() {
        return millis == NEVER_MILLIS;
    }
}
