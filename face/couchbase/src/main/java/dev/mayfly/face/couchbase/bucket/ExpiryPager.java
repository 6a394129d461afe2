package dev.mayfly.face.couchbase.bucket;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineException;
import dev.mayfly.engine.ExpiryStatistics;
import dev.mayfly.engine.catalog.SweepPace;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How and when what has expired in a bucket is taken out, with its tombstones. What is read does not depend on it. Safe for
 * concurrent use.
 */
public final class ExpiryPager {
    /*
     * As long as nobody sets an interval, documents are taken out as soon as they expire, and the interval shown is the one
     * that a server has by default. One that was set is kept with every collection, so that it holds after a restart; one
     * that is off forgets what it was before once the process ends.
     */
    /** Seconds. */
    public static final int INTERVAL_DEFAULT = 600;

    private static final long MILLIS = 1_000;

    private final Engine engine;
    private final Map<String, Integer> before = new ConcurrentHashMap<>();

    ExpiryPager(Engine engine) {
        this.engine = engine;
    }

    /** In seconds; 0 while it is off. */
    public int interval(Bucket bucket) {
        SweepPace pace = pace(bucket);
        return pace.isRegular() ? (int) (pace.millis() / MILLIS) : pace.isNever() ? 0 : INTERVAL_DEFAULT;
    }

    /** @param seconds 0 to switch it off */
    public void setInterval(Bucket bucket, int seconds) {
        setPace(bucket, seconds == 0 ? SweepPace.NEVER : SweepPace.every(seconds * MILLIS));
    }

    public boolean isEnabled(Bucket bucket) {
        return !pace(bucket).isNever();
    }

    /** Switches it off, or on again with the interval it had. */
    public void setEnabled(Bucket bucket, boolean enabled) {
        if (enabled == isEnabled(bucket)) {
            return;
        }
        SweepPace pace = pace(bucket);
        if (enabled) {
            Integer seconds = before.remove(bucket.uuid());
            setPace(bucket, seconds == null ? SweepPace.WHEN_DUE : SweepPace.every(seconds * MILLIS));
        } else {
            if (pace.isRegular()) {
                before.put(bucket.uuid(), interval(bucket));
            }
            setPace(bucket, SweepPace.NEVER);
        }
    }

    private static SweepPace pace(Bucket bucket) {
        List<BucketCollection> all = bucket.collections();
        return all.isEmpty() ? SweepPace.WHEN_DUE : all.getFirst().collection().record().pace();
    }

    private static void setPace(Bucket bucket, SweepPace pace) {
        each(bucket, collection -> collection.changePace(pace));
    }

    /** How long the tombstones of documents stay. */
    public void keepTombstones(Bucket bucket, long millis) {
        each(bucket, collection -> collection.keepTombstones(Math.max(1, millis)));
    }

    /**
     * Takes out what has expired and the tombstones that are past, and makes the disk forget them; ends when that is done.
     *
     * @param forced whether tombstones go however young they are
     */
    public void compact(Bucket bucket, boolean forced) {
        List<Collection> collections =
                bucket.collections().stream().map(BucketCollection::collection).toList();
        if (forced) {
            engine.sweeper().compact(collections);
            engine.sweeper().purge(collections);
        }
        engine.compact(collections);
    }

    /** Of all collections. */
    public ExpiryStatistics statistics(Bucket bucket) {
        ExpiryStatistics all = ExpiryStatistics.NOTHING;
        for (BucketCollection each : bucket.collections()) {
            try {
                all = all.plus(each.collection().statistics());
            } catch (EngineException _) {
                // It was dropped or emptied just now.
            }
        }
        return all;
    }

    /** What is to be done to a collection. */
    private interface Task {
        void accept(Collection collection);
    }

    private static void each(Bucket bucket, Task task) {
        for (BucketCollection each : bucket.collections()) {
            try {
                task.accept(each.collection());
            } catch (EngineException failure) {
                if (!bucket.isDropped()) {
                    throw failure;
                }
            }
        }
    }
}
