package dev.mayfly.engine.commit;

import dev.mayfly.engine.format.ByteWriter;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.WriteBatch;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Gives out versions: strictly increasing over the whole store, never reused. A ceiling is written ahead of them, so
 * that after a crash they go on above everything that was given out. Safe for concurrent use.
 */
public final class Versions {
    private static final long RESERVED = 1L << 20;

    private final Store store;
    private final AtomicLong last;
    private volatile long ceiling;

    public Versions(Store store) {
        this.store = store;
        byte[] kept = store.get(Partition.CATALOG, Space.META, Layout.VERSION_CEILING_KEY);
        this.ceiling = kept == null ? 0 : (long) Layout.LONG.get(kept, 0);
        this.last = new AtomicLong(ceiling);
    }

    /**
     * The version given out last. One above the ceiling is not given out before the ceiling is raised; if that fails, it is
     * given out again after a restart.
     */
    public long last() {
        return Math.min(last.get(), ceiling);
    }

    public long next() {
        long version = last.incrementAndGet();
        if (version > ceiling) {
            reserve(version);
        }
        return version;
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
