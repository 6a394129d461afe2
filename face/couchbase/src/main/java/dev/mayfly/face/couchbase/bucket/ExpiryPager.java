package dev.mayfly.face.couchbase.bucket;

import dev.mayfly.engine.catalog.SweepPace;
import java.time.Duration;

/**
 * How often expired documents of a bucket are looked for and destroyed, which decides nothing but when their space is
 * free. Set until the server ends. Safe for concurrent use.
 */
public final class ExpiryPager {
    public static final int SECONDS = 600;

    private final Bucket bucket;
    private volatile int seconds = SECONDS;
    private volatile boolean enabled = true;

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

    SweepPace pace() {
        boolean isIdle = !enabled || seconds == 0;
        return isIdle ? SweepPace.NEVER : SweepPace.every(Duration.ofSeconds(seconds).toMillis());
    }

    void apply() {
        SweepPace pace = pace();
        for (BucketCollection each : bucket.collections()) {
            if (!each.collection().record().pace().equals(pace)) {
                each.collection().changePace(pace);
            }
        }
    }
}
