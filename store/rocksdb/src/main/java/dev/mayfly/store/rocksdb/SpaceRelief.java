package dev.mayfly.store.rocksdb;

import static dev.mayfly.store.rocksdb.Natives.opened;

import java.util.concurrent.atomic.AtomicBoolean;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gives back the space of what was deleted, when asked to, one compaction at a time; a store that closes ends it. */
final class SpaceRelief implements DiskReserve.Relief, AutoCloseable {
    /**
     * A compaction needs space itself, for the documents that stay: it begins when one document in this many has gone.
     */
    private static final long WORTHWHILE = 8;

    /** As many documents have gone for each that is left. */
    private static final long MOST = 4;

    private static final Logger LOG = LoggerFactory.getLogger(SpaceRelief.class);

    private final RocksDatabase database;
    private final LongWork work;
    private final CloseGuard gate;
    private final CompactRangeOptions options = opened(RocksDatabase.compacting());
    private final AtomicBoolean wanted = new AtomicBoolean();
    private volatile boolean cancelled;

    SpaceRelief(RocksDatabase database, LongWork work, CloseGuard gate) {
        this.database = database;
        this.work = work;
        this.gate = gate;
    }

    @Override
    public boolean request(long documents) {
        return documents * WORTHWHILE >= database.documentsEstimate() && begin();
    }

    /** Begins a compaction if these deleted documents are many more than there are left: it rewrites little then. */
    boolean requestForMost(long documents) {
        if (cancelled) {
            return false;
        }
        int place = gate.enter();
        try {
            return documents >= MOST * database.documentsEstimate() && begin();
        } finally {
            gate.leave(place);
        }
    }

    private boolean begin() {
        boolean begins = !cancelled && wanted.compareAndSet(false, true);
        if (begins) {
            work.begin(this::compact);
        }
        return begins;
    }

    private void compact() {
        if (cancelled) {
            return;
        }
        int place = gate.enter();
        try {
            database.compact(options);
        } catch (RocksDBException failure) {
            if (!cancelled) {
                LOG.warn("the space of what was deleted could not be given back", failure);
            }
        } finally {
            wanted.set(false);
            gate.leave(place);
        }
    }

    /** Ends what runs and lets nothing begin any more; to be called before the gate closes. */
    void cancel() {
        cancelled = true;
        options.setCanceled(true);
    }

    @Override
    public void close() {
        Natives.close(options);
    }
}
