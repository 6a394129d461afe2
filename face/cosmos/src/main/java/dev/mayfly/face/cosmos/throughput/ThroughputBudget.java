package dev.mayfly.face.cosmos.throughput;

import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;

/**
 * The request units of one container, or of all containers that share a database's: the same part of them for each range of
 * partition keys. Safe for concurrent use.
 */
final class ThroughputBudget {
    /** The share of a second's units that is left to requests when expired items are purged. */
    private static final double RESERVE = 0.5;

    private final UnitBucket[] buckets;
    private final DoubleAdder used = new DoubleAdder();
    private final DoubleAdder purged = new DoubleAdder();
    private final LongAdder throttled = new LongAdder();
    private volatile double provided;

    ThroughputBudget(int ranges, double perSecond, long now) {
        buckets = new UnitBucket[ranges];
        provided = perSecond;
        for (int range = 0; range < ranges; range++) {
            buckets[range] = new UnitBucket(perSecond / ranges, now);
        }
    }

    void provide(double perSecond, long now) {
        provided = perSecond;
        for (UnitBucket bucket : buckets) {
            bucket.setRate(perSecond / buckets.length, now);
        }
    }

    /**
     * Returns 0 if a request may pass, else the milliseconds after which one may.
     *
     * @param owed what is going to be taken beside
     */
    long waitMillis(int range, double owed, long now) {
        long wait = 0;
        int from = first(range);
        int until = behind(range);
        for (int at = from; at < until; at++) {
            wait = Math.max(wait, buckets[at].waitMillis(owed / (until - from), now));
        }
        if (wait > 0) {
            throttled.increment();
        }
        return wait;
    }

    void take(int range, double charge, long now) {
        used.add(charge);
        int from = first(range);
        int until = behind(range);
        for (int at = from; at < until; at++) {
            buckets[at].take(charge / (until - from), now);
        }
    }

    /** Returns the units that requests leave over at present. */
    double leftOver(int range, long now) {
        return above(RESERVE, range, now);
    }

    /** Returns the units that there are at present. */
    double left(int range, long now) {
        return above(0, range, now);
    }

    private double above(double share, int range, long now) {
        double left = 0;
        for (int at = first(range); at < behind(range); at++) {
            left += buckets[at].above(share, now);
        }
        return left;
    }

    void takeForPurge(int range, double charge, long now) {
        take(range, charge, now);
        purged.add(charge);
    }

    /** A request that names no range is about all. */
    private int first(int range) {
        return isOne(range) ? range : 0;
    }

    private int behind(int range) {
        return isOne(range) ? range + 1 : buckets.length;
    }

    private boolean isOne(int range) {
        return range >= 0 && range < buckets.length;
    }

    int ranges() {
        return buckets.length;
    }

    double provided() {
        return provided;
    }

    double used() {
        return used.sum();
    }

    double purged() {
        return purged.sum();
    }

    long throttled() {
        return throttled.sum();
    }
}
