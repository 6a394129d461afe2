package dev.mayfly.face.mongo.replica;

import java.util.function.LongSupplier;

/**
 * The time of the replica set as clients see it: a second, and in its lower half a number that tells the writes of one
 * second apart. Never runs back. Safe for concurrent use.
 *
 * <p>It is the time of the engine's history, so what was written can be dated by what is stored of it, before a restart and
 * after.
 */
public final class ClusterTime {
    private static final long MILLIS_PER_SECOND = 1000;

    private final LongSupplier history;

    /** @param history tells the time of whatever was written last, or later; never runs back */
    public ClusterTime(LongSupplier history) {
        this.history = history;
    }

    /** The time of a write with this version at this instant. */
    public static long of(long millis, long version) {
        return Math.floorDiv(millis, MILLIS_PER_SECOND) << Integer.SIZE | version & 0xFFFF_FFFFL;
    }

    /** Returns the time of the last write, or a later one. */
    public long now() {
        return history.getAsLong();
    }
}
