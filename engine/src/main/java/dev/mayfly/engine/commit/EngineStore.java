package dev.mayfly.engine.commit;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.store.api.Capability;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.StoreException;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The store of one engine, with the clock and the versions by which everything in it is written.
 *
 * @param clock what deadlines are compared with
 * @param isShared whether other engines write the store, too
 * @param isWound whether all of them are wound together, and their clock stands between
 * @param catalogWatch notices what other engines have changed in the catalog
 */
public record EngineStore(
        Store store,
        ClockGuard clock,
        Versions versions,
        boolean isShared,
        boolean isWound,
        CatalogWatch catalogWatch) {
    /** The time by which the clocks of engines that share a store may differ, for what must be in the order of time. */
    public static final long CLOCK_BOUND_MILLIS = 1_000;

    /** What is written while a clock stands has versions of its present instant, and some of what follows. */
    private static final long STANDING_MILLIS = 1_000;

    /** The time after which a follower looks for what other engines have written. */
    private static final long FOLLOW_NANOS = 50_000_000;

    /**
     * @param trust how long a look at the catalog counts, in a store that several engines write
     * @param isWound whether these are wound together
     */
    public static EngineStore open(Store store, ClockGuard clock, Duration trust, boolean isWound) {
        boolean isShared = store.capabilities().contains(Capability.TURNS);
        Versions versions = isShared ? Versions.ofNode(store, clock) : Versions.ofStore(store);
        return new EngineStore(store, clock, versions, isShared, isWound, new CatalogWatch(store, isShared, trust));
    }

    /**
     * Returns by how much a reader of several shards is ahead of the clock, at most: what it meets up to there it can tell in the
     * order of time. That is the past, by what the clocks may differ. A clock that is wound may never come to the end of
     * its present instant, so what is written in it is told as it is met.
     */
    public long orderedUntilMillis() {
        return isWound ? STANDING_MILLIS : -CLOCK_BOUND_MILLIS;
    }

    /**
     * Returns how long a follower may wait before it looks again, though no writer of this engine has woken it: all of its time
     * where no other engine writes.
     */
    public long followNanos(long rest) {
        return isShared ? Math.min(rest, FOLLOW_NANOS) : rest;
    }

    /** As {@link Store#beginSync}, whose failures are the engine's. */
    public void beginSync(Consumer<@Nullable Throwable> ended) {
        store.beginSync(failure ->
                ended.accept(failure instanceof StoreException ofStore ? EngineException.of(ofStore) : failure));
    }

    /** Makes everything acknowledged so far survive a loss of power. */
    public void sync() {
        try {
            store.sync();
        } catch (StoreException failure) {
            throw EngineException.of(failure);
        }
    }
}
