package dev.mayfly.engine.commit;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.engine.format.ByteWriter;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.WriteBatch;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Gives out versions, which strictly increase. Safe for concurrent use. */
public final class Versions {
    /*
     * The versions of a store of one process are a count over the whole store. A ceiling is written ahead of them, so that
     * after a crash they go on above everything that was given out.
     *
     * Where several engines write, each gives out those of a hybrid logical clock: the wall's milliseconds in the upper
     * bits, a count in the lower ones, and never below what the engine has seen. The versions of a shard increase since
     * each is above the last one of the shard's turn, and those of different shards are in the order of time up to the
     * difference of the clocks. Eleven bits of count keep them below 2^53, which JSON can say, until the year 2109.
     */
    private static final long RESERVED = 1L << 20;
    private static final int COUNT_BITS = 11;

    private final Store store;
    private final @Nullable ClockGuard clock;
    private final AtomicLong last;
    private volatile long ceiling;

    private Versions(Store store, @Nullable ClockGuard clock, long ceiling) {
        this.store = store;
        this.clock = clock;
        this.ceiling = ceiling;
        this.last = new AtomicLong(clock == null ? ceiling : of(clock.wallMillis()));
    }

    /** The versions of a store that one engine writes. */
    public static Versions ofStore(Store store) {
        byte[] kept = store.get(Partition.CATALOG, Space.META, Layout.VERSION_CEILING_KEY);
        return new Versions(store, null, kept == null ? 0 : (long) Layout.LONG.get(kept, 0));
    }

    /** The versions that one of several engines gives out. */
    static Versions ofNode(Store store, ClockGuard clock) {
        return new Versions(store, clock, Long.MAX_VALUE);
    }

    /** The first version of an instant. */
    private static long of(long wallMillis) {
        return wallMillis << COUNT_BITS;
    }

    /**
     * The version given out last. One above the ceiling is not given out before the ceiling is raised; if that fails, it is
     * given out again after a restart.
     */
    public long last() {
        return Math.min(last.get(), ceiling);
    }

    public long next() {
        return next(0);
    }

    /** Returns the next version, above this one, which another engine may have given out. */
    public long next(long above) {
        return next(above, 1);
    }

    /** Returns the last of so many versions, none of which is given to anybody else. */
    public long next(long above, int count) {
        if (clock != null) {
            long floor = Math.max(above, of(clock.wallMillis()) - 1);
            return last.updateAndGet(given -> Math.max(given, floor) + count);
        }
        long version = last.addAndGet(count);
        if (version > ceiling) {
            reserve(version);
        }
        return version;
    }

    /** The version up to which no other engine gives out any more, if its clock is not further behind than this. */
    public long settledElsewhere(long boundMillis) {
        return firstOf(-boundMillis) - 1;
    }

    /** The first version of the instant that is so far from now. Only where several engines write. */
    public long firstOf(long millisFromNow) {
        return clock == null ? 0 : of(clock.wallMillis() + millisFromNow);
    }

    /** The number of versions of so many milliseconds where several engines write. */
    public static long ofMillis(long millis) {
        return of(millis);
    }

    /** Returns a version above all that other engines have given out until now, if no clock is further ahead than this. */
    public long nextAhead(long boundMillis) {
        return next(firstOf(boundMillis));
    }

    /** From now on no version up to this one, which another engine has given out, is given out here. */
    public void observe(long version) {
        last.accumulateAndGet(version, Math::max);
    }

    private synchronized void reserve(long version) {
        if (version > ceiling) {
            long raised = version + RESERVED;
            byte[] value = new ByteWriter(8).put8(raised).toBytes();
            WriteBatch batch = CommitRetry.batch().put(Space.META, Layout.VERSION_CEILING_KEY, value);
            CommitRetry.commit(store, Partition.CATALOG, batch, Durability.LOGGED);
            ceiling = raised;
        }
    }
}
