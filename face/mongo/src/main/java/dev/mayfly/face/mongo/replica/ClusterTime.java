package dev.mayfly.face.mongo.replica;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The time of the replica set as clients see it: a second, and in its lower half a number that tells the writes of one
 * second apart. Never runs back. Safe for concurrent use.
 *
 * <p>Both halves are the engine's: the second is that of the clock of deadlines, the number the lower half of a version.
 * So what was written can be dated by what is stored with it, before a restart and after.
 */
public final class ClusterTime {
    private static final long MILLIS_PER_SECOND = 1000;

    private final LongSupplier versions;
    private final AtomicLong latest = new AtomicLong();

    /** @param versions tells the version up to which all writes have been made */
    public ClusterTime(LongSupplier versions) {
        this.versions = versions;
    }

    /** The time of a write with this version at this instant. */
    public static long of(long millis, long version) {
        return Math.floorDiv(millis, MILLIS_PER_SECOND) << Integer.SIZE | version & 0xFFFF_FFFFL;
    }

    /** The time at this instant: that of whatever was written last, or later. */
    public long at(long now) {
        long time = of(now, versions.getAsLong());
        long known = latest.get();
        while (time > known) {
            if (latest.compareAndSet(known, time)) {
                return time;
            }
            known = latest.get();
        }
        return known;
    }
}
