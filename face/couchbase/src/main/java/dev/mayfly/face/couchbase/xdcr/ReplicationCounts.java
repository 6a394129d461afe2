package dev.mayfly.face.couchbase.xdcr;

import java.util.concurrent.atomic.AtomicLong;

/** What a replication has done since it was started here. */
public final class ReplicationCounts {
    final AtomicLong written = new AtomicLong();
    final AtomicLong filtered = new AtomicLong();
    final AtomicLong behind = new AtomicLong();
    final AtomicLong unmapped = new AtomicLong();

    /** The number of changes that the target has taken. */
    public long written() {
        return written.get();
    }

    /** The number of changes that the filter has left out. */
    public long filtered() {
        return filtered.get();
    }

    /** The number of changes of which the target had something newer, or the same. */
    public long behind() {
        return behind.get();
    }

    /** The number of changes whose collection the target does not have. */
    public long unmapped() {
        return unmapped.get();
    }
}
