package dev.mayfly.engine.catalog;

/**
 * The rate at which the sweeper may look for expired documents of a collection; visibility does not depend on it.
 *
 * @param millis the least time between two looks, {@link #NEVER} or {@link #WHEN_DUE}
 */
public record SweepPace(long millis) {
    private static final long NEVER_MILLIS = 0;
    private static final long WHEN_DUE_MILLIS = -1;

    /** Whenever something has expired, as soon as the engine's own interval allows. */
    public static final SweepPace WHEN_DUE = new SweepPace(WHEN_DUE_MILLIS);

    /** Looks only on request. */
    public static final SweepPace NEVER = new SweepPace(NEVER_MILLIS);

    public SweepPace {
        if (millis < WHEN_DUE_MILLIS) {
            throw new IllegalArgumentException("a pace is a time");
        }
    }

    /** Returns a pace of one look per {@code millis}, which is raised to at least one. */
    public static SweepPace every(long millis) {
        return new SweepPace(Math.max(1, millis));
    }

    /** Returns true if looks are taken at their own times, whatever falls due. */
    public boolean isRegular() {
        return millis > 0;
    }

    public boolean isNever() {
        return millis == NEVER_MILLIS;
    }
}
