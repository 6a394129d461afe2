package dev.mayfly.engine.node;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.store.api.Cluster;
import java.util.Arrays;
import java.util.OptionalLong;

/** Measures how far a clock is from that of a cluster. */
final class OffsetMeter {
    /*
     * The store is asked several times, another machine of it at each time. An answer tells the time at some moment between
     * question and answer; it is taken for the middle, so half the round trip is the most by which that is wrong. Answers
     * that took long say too little. Of the others the median counts, so that one machine with a wrong clock of its own
     * changes nothing.
     */
    private static final int READINGS = 5;
    private static final int READINGS_MIN = 3;
    private static final long ROUND_TRIP_NANOS_MAX = 200_000_000;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private OffsetMeter() {}

    /** Returns by how many milliseconds the clock is ahead; empty if the store answers too slowly to tell. */
    static OptionalLong measure(Cluster cluster, Clock clock) {
        long[] offsets = new long[READINGS];
        int taken = 0;
        for (int reading = 0; reading < READINGS; reading++) {
            long begun = clock.tickNanos();
            long ours = clock.wallMillis();
            long theirs = cluster.clockMillis();
            long tripNanos = clock.tickNanos() - begun;
            if (tripNanos <= ROUND_TRIP_NANOS_MAX) {
                offsets[taken++] = ours + tripNanos / 2 / NANOS_PER_MILLI - theirs;
            }
        }
        if (taken < READINGS_MIN) {
            return OptionalLong.empty();
        }
        Arrays.sort(offsets, 0, taken);
        return OptionalLong.of(offsets[taken / 2]);
    }
}
