package dev.mayfly.engine.commit;

import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;

/**
 * Notices that another engine has changed the catalog, and has it read anew. Does nothing over a store of one process. Safe
 * for concurrent use.
 */
public final class CatalogWatch {
    /*
     * Every change of what collections there are, and of what one is like, raises the schema number of the catalog's turn.
     * A request looks at it before it begins, so that it never answers by what had been changed, and acknowledged, before
     * it came. Whoever changes a collection then raises the number of each of its shards to the same, so that an engine
     * that has not looked cannot write by the schema before.
     *
     * A look counts for a moment, so that requests which come close together share one. Whoever makes a change lets twice that
     * moment pass before it is acknowledged: a request that begins after the acknowledgement then cannot go by a look from
     * before the change. It does not matter how long an engine stops between its look and its answer, since a request that
     * began before the acknowledgement may be answered by either schema.
     */
    private final Store store;
    private final boolean isShared;
    private final long trustNanos;
    private final List<Runnable> ofRecords = new CopyOnWriteArrayList<>();
    private volatile LongConsumer reload = _ -> {};
    private final ReentrantLock looking = new ReentrantLock();
    private volatile long seen;
    private volatile long lookedAt;
    private Look last;

    /** The schema number of the catalog as it was at some moment after the beginning. */
    private record Look(long begun, long number) {}

    /** @param trust how long a look at the catalog counts */
    CatalogWatch(Store store, boolean isShared, Duration trust) {
        this.store = store;
        this.isShared = isShared;
        this.trustNanos = trust.toNanos();
        this.lookedAt = tickNanos() - trustNanos - 1;
        this.last = new Look(lookedAt, 0);
    }

    /** The time that passes for the processes themselves, whatever clock their documents live by. */
    private static long tickNanos() {
        return SystemClock.INSTANCE.tickNanos();
    }

    /** @param action reads the catalog anew, and then says as of which schema number by {@link #seen(long)} */
    public void onChange(LongConsumer action) {
        reload = action;
    }

    /** @param action reads what a face remembers of its records anew */
    public void onRecords(Runnable action) {
        ofRecords.add(action);
    }

    /** Has everything read anew that faces remember of their records. */
    public void recordsChanged() {
        ofRecords.forEach(Runnable::run);
    }

    /** The catalog as it is read from now on is that of this schema number, or of a later one. */
    public void seen(long number) {
        seen = number;
    }

    /** The schema number of the catalog as it was read last. */
    public long seen() {
        return seen;
    }

    /** Returns when the catalog is known as it was when this was called, or later. Not to be called under a latch. */
    public void refresh() {
        if (isShared) {
            refresh(tickNanos() - trustNanos);
        }
    }

    /** The same, however short a time ago the last look was. */
    public void refreshNow() {
        if (isShared) {
            refresh(tickNanos());
        }
    }

    /** Goes by the last look if it began after this moment, else by another. */
    private void refresh(long moment) {
        if (lookedAt - moment > 0) {
            return;
        }
        Look look = lookAfter(moment);
        if (look.number() != seen) {
            try {
                reload.accept(look.number());
            } catch (StoreException failure) {
                throw EngineException.of(failure);
            }
        }
        lookedAt = look.begun();
    }

    /** Requests that come during a look wait for it, and share the next. Nothing else is locked meanwhile. */
    private Look lookAfter(long moment) {
        looking.lock();
        try {
            if (last.begun() - moment <= 0) {
                last = new Look(tickNanos(), number());
            }
            return last;
        } finally {
            looking.unlock();
        }
    }

    /** Returns when no request begins any more that goes by a look from before this was called. */
    public void settle() {
        long begun = tickNanos();
        long left = 2 * trustNanos;
        while (left > 0) {
            LockSupport.parkNanos(this, left);
            left = 2 * trustNanos - (tickNanos() - begun);
        }
    }

    /** The schema number of the catalog now. */
    public long number() {
        try {
            return store.head(Partition.CATALOG).turn().schema();
        } catch (StoreException failure) {
            throw EngineException.of(failure);
        }
    }
}
