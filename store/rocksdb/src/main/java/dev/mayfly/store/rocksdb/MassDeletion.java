package dev.mayfly.store.rocksdb;

import dev.mayfly.base.clock.Timers;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Gives back the space of documents that were deleted in great numbers, as those are that expire at one instant. Deleted documents
 * take their space until a compaction meets them, and few begin one. Safe for concurrent use.
 */
final class MassDeletion implements AutoCloseable {
    /*
     * It waits until the deletions have ended, nearly: a compaction beside them would hold up who reads and writes meanwhile,
     * and leave the rest to another. Where they never end, compactions come of themselves.
     */

    /** Fewer are not worth a look. */
    static final int DOCUMENTS_MIN = 100_000;

    /** They have ended when those of the last second are less than one in this many. */
    private static final long CALM_SHARE = 64;

    private static final Duration LOOKS = Duration.ofSeconds(1);

    private final DiskReserve.Relief relief;
    private final AtomicLong deleted = new AtomicLong();
    private final AtomicBoolean watched = new AtomicBoolean();
    private final Timers timers;
    private volatile boolean closed;

    /** @param relief is asked when the deletions have ended; what it finds not worth while is counted with the next ones */
    MassDeletion(DiskReserve.Relief relief, Timers timers) {
        this.relief = relief;
        this.timers = timers;
    }

    /** Tells of deleted documents. Cheap. */
    void add(int documents) {
        long all = deleted.addAndGet(documents);
        if (all >= DOCUMENTS_MIN && watched.compareAndSet(false, true)) {
            lookAgain(all);
        }
    }

    private void lookAgain(long before) {
        if (closed) {
            return;
        }
        try {
            timers.schedule(LOOKS, () -> look(before));
        } catch (RejectedExecutionException _) {
            // The store has been closed meanwhile.
        }
    }

    private void look(long before) {
        long now = deleted.get();
        if ((now - before) * CALM_SHARE > now) {
            lookAgain(now);
            return;
        }
        if (relief.request(now)) {
            deleted.addAndGet(-now);
        }
        watched.set(false);
    }

    /** Lets nothing begin any more. */
    @Override
    public void close() {
        closed = true;
    }
}
