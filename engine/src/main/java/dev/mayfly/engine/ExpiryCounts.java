package dev.mayfly.engine;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/** What has become of the expired documents of one collection since the start. Safe for concurrent use. */
final class ExpiryCounts {
    /*
     * Exactly how many documents are hidden costs as much as there are of them, so the number is kept for a while. What
     * was destroyed meanwhile has gone from the documents that are stored, and is taken from the hidden ones, too.
     */
    private final AtomicLongArray destroyed = new AtomicLongArray(Destroyer.values().length);
    private final AtomicLong sweeps = new AtomicLong();
    private volatile Hidden hidden = new Hidden(Long.MIN_VALUE, 0, 0);

    /** How many were hidden at an instant, when so many had been destroyed. */
    private record Hidden(long at, long documents, long destroyed) {}

    void destroyed(Destroyer by, int documents) {
        if (documents != 0) {
            destroyed.addAndGet(by.ordinal(), documents);
        }
    }

    void swept(long times) {
        sweeps.addAndGet(times);
    }

    long of(Destroyer by) {
        return destroyed.get(by.ordinal());
    }

    private long all() {
        long all = 0;
        for (Destroyer by : Destroyer.values()) {
            all += of(by);
        }
        return all;
    }

    /** About how many documents are live. */
    long live(Committer committer, Reading reading, long guarded) {
        Hidden known = hidden;
        long age = reading.now() - known.at;
        if (known.at == Long.MIN_VALUE || age < 0 || age >= Collection.COUNT_LAG_MILLIS) {
            long before = all();
            long now = HiddenCount.of(committer, reading, guarded).documents();
            known = new Hidden(reading.now(), now, before);
            hidden = known;
        }
        long rest = Math.max(0, known.documents - (all() - known.destroyed));
        return Math.max(0, committer.totals().documents() - rest);
    }

    ExpiryStatistics statistics(Committer committer, Reading reading, long guarded) {
        return new ExpiryStatistics(
                of(Destroyer.ACCESS),
                of(Destroyer.SWEEP),
                of(Destroyer.COMPACTION),
                of(Destroyer.WRITE),
                sweeps.get(),
                live(committer, reading, guarded),
                committer.totals().documents(),
                committer.totals().bytes(),
                committer.totals().tombstones());
    }
}
