package dev.mayfly.face.couchbase.bucket;

import dev.mayfly.engine.catalog.SweepPace;
import java.time.Duration;

/**
 * How often expired documents of a bucket are looked for and destroyed, which decides nothing but when their space is
 * free. Set until the server ends. Safe for concurrent use.
 */
public final class ExpiryPager {
    public static final int SECONDS = 600;

    /** Stands where no hour of the day is said. */
    public static final int ANY_HOUR = -1;

    private final Bucket bucket;
    private volatile int seconds = SECONDS;
    private volatile boolean enabled = true;
    private volatile int firstHour = ANY_HOUR;

    ExpiryPager(Bucket bucket) {
        this.bucket = bucket;
    }

    /** The time between two looks; 0 for none at all. */
    public int seconds() {
        return seconds;
    }

    public boolean isEnabled() {
        return enabled;
    }

    /** @param changed the time between two looks; 0 for none at all */
    public void setSeconds(int changed) {
        seconds = changed;
        apply();
    }

    public void setEnabled(boolean changed) {
        enabled = changed;
        apply();
    }

    /** The hour of the day, in Greenwich, that is wanted for a first look; it is kept, and nothing follows from it. */
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
