package dev.mayfly.face.cosmos.throughput;

/**
 * A token bucket of request units: filled at a rate per second, it holds what a second provides. The charge of a request is known
 * when it has been answered, so the request that empties the bucket may overdraw it, and those behind it wait until the
 * debt is paid. Safe for concurrent use.
 */
final class UnitBucket {
    private static final double MILLIS = 1_000;

    private double perSecond;
    private double units;
    private long filledAt;

    /** @param now in milliseconds since the epoch */
    UnitBucket(double perSecond, long now) {
        this.perSecond = perSecond;
        this.units = perSecond;
        this.filledAt = now;
    }

    /** Changes the rate; a larger one provides its first second at once. */
    synchronized void setRate(double changed, long now) {
        fill(now);
        if (changed != perSecond) {
            units = Math.min(changed, units + Math.max(0, changed - perSecond));
            perSecond = changed;
        }
    }

    /**
     * Returns 0 if a request may pass, else the milliseconds after which one may.
     *
     * @param owed what is going to be taken beside
     */
    synchronized long waitMillis(double owed, long now) {
        fill(now);
        double left = units - owed;
        return left > 0 ? 0 : (long) Math.floor(-left * MILLIS / perSecond) + 1;
    }

    synchronized void take(double charge, long now) {
        fill(now);
        units -= charge;
    }

    /** Returns what lies above this share of a second's units; 0 if nothing does. */
    synchronized double above(double share, long now) {
        fill(now);
        return Math.max(0, units - share * perSecond);
    }

    private void fill(long now) {
        long millis = now - filledAt;
        if (millis > 0) {
            units = Math.min(perSecond, units + perSecond * millis / MILLIS);
            filledAt = now;
        }
    }
}
