package dev.mayfly.store.rocksdb;

import dev.mayfly.store.api.StoreException;
import dev.mayfly.store.api.StoreException.Reason;
import dev.mayfly.store.api.WriteBatch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps some of the disk free, so that what frees space can always be written. */
final class DiskReserve {
    /*
     * Deleting needs space too: for the log, for tombstones, for compaction. So puts are refused while the file system has
     * less than the reserve, and what frees space goes on. The disk is asked after every few megabytes written, and while
     * it is full at every put: so writing resumes by itself.
     */
    private static final Logger LOG = LoggerFactory.getLogger(DiskReserve.class);
    private static final long PROBE_BYTES_MAX = 4 << 20;

    private final Path folder;
    private final Disk disk;
    private final long reserve;
    private final long probeBytes;
    private final AtomicLong unprobed = new AtomicLong();
    private volatile boolean full;

    DiskReserve(Path folder, Disk disk, long reserve) {
        this.folder = folder;
        this.disk = disk;
        this.reserve = reserve;
        this.probeBytes = Math.min(PROBE_BYTES_MAX, reserve / 8);
        probe();
    }

    /** Refuses a batch of so many bytes for which there is no space. */
    void admit(WriteBatch batch, long bytes) {
        if (reserve == 0) {
            return;
        }
        if (full || unprobed.addAndGet(bytes) > probeBytes) {
            unprobed.set(0);
            probe();
        }
        if (full && !frees(batch)) {
            throw new StoreException(Reason.FULL, "less than " + reserve + " bytes are free for " + folder, null);
        }
    }

    /** Whether it deletes at least as many keys as it puts: a sweep moves a mark and may note what it has removed. */
    static boolean frees(WriteBatch batch) {
        int balance = 0;
        for (WriteBatch.Write write : batch.writes()) {
            balance += write instanceof WriteBatch.Put ? -1 : 1;
        }
        return balance >= 0;
    }

    private void probe() {
        if (reserve == 0) {
            return;
        }
        try {
            long usable = disk.usableBytes(folder);
            boolean now = usable < reserve;
            if (now != full) {
                full = now;
                if (now) {
                    LOG.warn(
                            "{} has {} bytes free, less than the reserve of {}: only deletes go on",
                            folder,
                            usable,
                            reserve);
                } else {
                    LOG.info("{} has {} bytes free: writing goes on", folder, usable);
                }
            }
        } catch (IOException failure) {
            LOG.warn("cannot tell the free space of {}", folder, failure);
        }
    }
}
