package dev.mayfly.engine.hidden;

import dev.mayfly.engine.commit.CommitGroup;
import dev.mayfly.engine.commit.CommitParticipant;
import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.engine.erasure.DeletionCause;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.write.CollectionShards;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/** Counts the expired documents of one collection since the start, by outcome. Safe for concurrent use. */
public final class ExpiryCounts implements CommitParticipant {
    /*
     * Counting the hidden documents exactly costs as much as there are of them, so the number is kept for a while.
     * Documents destroyed meanwhile have left the stored ones, and are subtracted from the hidden ones, too.
     */
    /** The longest time for which the number of hidden documents is kept. */
    public static final long LAG_MILLIS = 2_000;

    private final AtomicLongArray destroyed = new AtomicLongArray(DeletionCause.values().length);
    private final AtomicLong sweeps = new AtomicLong();
    private volatile Hidden hidden = new Hidden(Long.MIN_VALUE, 0, 0);

    /** The number of hidden documents at an instant, and the number destroyed by then. */
    private record Hidden(long at, long documents, long destroyed) {}

    @Override
    public void applied(CommitGroup group) {
        for (PendingCommit draft : group.drafts()) {
            int documents = draft.expiry().destroyed();
            if (documents != 0) {
                destroyed.addAndGet(draft.expiry().cause().ordinal(), documents);
            }
        }
    }

    public void swept(long times) {
        sweeps.addAndGet(times);
    }

    public long of(DeletionCause by) {
        return destroyed.get(by.ordinal());
    }

    private long all() {
        long all = 0;
        for (DeletionCause by : DeletionCause.values()) {
            all += of(by);
        }
        return all;
    }

    /** Returns the approximate number of live documents. */
    public long live(CollectionShards shards, ReadView reading, long guarded) {
        Hidden known = hidden;
        long age = reading.now() - known.at;
        if (known.at == Long.MIN_VALUE || age < 0 || age >= LAG_MILLIS) {
            long before = all();
            long now = HiddenCount.of(shards, reading, guarded).documents();
            known = new Hidden(reading.now(), now, before);
            hidden = known;
        }
        long rest = Math.max(0, known.documents - (all() - known.destroyed));
        return Math.max(0, shards.documents() - rest);
    }

    /** The number of times that the sweeper has looked for expired documents. */
    public long sweeps() {
        return sweeps.get();
    }
}
