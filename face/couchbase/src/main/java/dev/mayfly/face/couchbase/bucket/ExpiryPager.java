package dev.mayfly.face.couchbase.bucket;

import dev.mayfly.engine.catalog.SweepPace;
import java.time.Duration;

/**
 * The interval at which expired documents of a bucket are looked for and destroyed, which decides nothing but when
 * their space is free. The setting lasts until the server ends. Safe for concurrent use.
 */
public final class ExpiryPager {
    public static final int SECONDS = 600;

    /** The value where no hour of the day is given. */
    public static final int ANY_HOUR = -1;

    private final Bucket bucket;
    private volatile int seconds = SECONDS;
    private volatile boolean enabled = true;
    private volatile int firstHour = ANY_HOUR;

    ExpiryPager(Bucket bucket) {
        this.bucket = bucket;
    }

    /** Returns the time between two passes; 0 for none at all. */
    public int seconds() {
        return seconds;
    }

    public boolean isEnabled() {
        return enabled;
    }

    /** @param changed the time between two passes; 0 for none at all */
    public void setSeconds(int changed) {
        seconds = changed;
        apply();
    }

    public void setEnabled(boolean changed) {
        enabled = changed;
        apply();
    }

    /** Returns the hour of the day, in UTC, set for the first pass; it is kept without effect. */
    public int firstHour() {
        return firstHour;
    }

    public void setFirstHour(int changed) {
        firstHour = changed;
    }

    SweepPace pace() {
        boolean isIdle = !enabled || seconds == 0;
        return isIdle
                ? SweepPace.NEVER
                : SweepPace.every(Duration.ofSeconds(seconds).toMillis());
    }

    void apply() {
        SweepPace pace = pace();
        for (BucketCollection each : bucket.collections()) {
            if (!each.collection().record().pace().equals(pace)) {
                each.collection().definition().changePace(pace);
            }
        }
    }
}
