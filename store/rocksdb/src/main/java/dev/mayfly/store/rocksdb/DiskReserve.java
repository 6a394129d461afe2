package dev.mayfly.store.rocksdb;

import dev.mayfly.store.api.Space;
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
     * less than the reserve, and what frees space goes on. So does what only moves marks and counters or changes the
     * catalog: without that a store opened on a full disk could not delete either, and no client could shorten a
     * lifetime to make room. The disk is asked after every few megabytes written, and while it is full at every put:
     * so writing resumes by itself. Other processes fill the disk, too, without a byte written here: so the owner of
     * the store polls it, beside the writers and at no cost to them.
     *
     * A delete gives nothing back before compaction meets it, and few deletes begin none. So a writer that is refused
     * after documents were deleted requests a compaction; each one that has not helped makes twice as many refusals
     * wait for the next.
     */
    private static final Logger LOG = LoggerFactory.getLogger(DiskReserve.class);
    private static final long PROBE_BYTES_MAX = 4 << 20;
    private static final int PATIENCE_MAX = 1 << 10;

    private final Path folder;
    private final Disk disk;
    private final long reserve;
    private final long probeBytes;
    private final Relief relief;
    private final AtomicLong unprobed = new AtomicLong();
    private volatile boolean full;
    /** The disk is asked many times a second, and a failure to answer is told once. */
    private boolean isUnknown;

    private final AtomicLong freed = new AtomicLong();
    private int refusals;
    private int patience = 1;

    /** Gives back the space of what was deleted. */
    @FunctionalInterface
    interface Relief {
        /** Begins a compaction, unless this number of deleted documents is not worth it; returns at once. */
        boolean request(long documents);
    }

    DiskReserve(Path folder, Disk disk, long reserve, Relief relief) {
        this.folder = folder;
        this.disk = disk;
        this.reserve = reserve;
        this.relief = relief;
        this.probeBytes = Math.min(PROBE_BYTES_MAX, reserve / 8);
        probe();
    }

    /** Throws if there is no space for a batch of this number of bytes. */
    void admit(WriteBatch batch, long bytes) {
        if (reserve == 0) {
            return;
        }
        if (full || unprobed.addAndGet(bytes) > probeBytes) {
            unprobed.set(0);
            probe();
        }
        if (full && frees(batch)) {
            freed.addAndGet(documentsDeleted(batch));
        } else if (full) {
            refused();
            throw new StoreException(Reason.FULL, "less than " + reserve + " bytes are free for " + folder, null);
        }
    }

    /** Asks the disk, and answers whether there is too little space. */
    boolean isFull() {
        probe();
        return full;
    }

    private synchronized void refused() {
        refusals++;
        long documents = freed.get();
        if (documents > 0 && refusals >= patience && relief.request(documents)) {
            freed.addAndGet(-documents);
            refusals = 0;
            patience = Math.min(2 * patience, PATIENCE_MAX);
        }
    }

    private synchronized void forgetRefusals() {
        refusals = 0;
        patience = 1;
    }

    /** Returns true if it deletes at least as many keys as it puts: a sweep may note what it has removed. */
    static boolean frees(WriteBatch batch) {
        int balance = 0;
        for (WriteBatch.Write write : batch.writes()) {
            if (!(write instanceof WriteBatch.Put)) {
                balance++;
            } else if (write.space() != Space.META) {
                balance--;
            }
        }
        return balance >= 0;
    }

    private static long documentsDeleted(WriteBatch batch) {
        return batch.writes().stream()
                .filter(write -> write.space() == Space.DOCUMENT && !(write instanceof WriteBatch.Put))
                .count();
    }

    private synchronized void probe() {
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
                    forgetRefusals();
                    LOG.info("{} has {} bytes free: writing goes on", folder, usable);
                }
            }
            isUnknown = false;
        } catch (IOException failure) {
            if (!isUnknown) {
                isUnknown = true;
                LOG.warn("cannot tell the free space of {}: writing goes on until the disk refuses", folder, failure);
            }
        }
    }
}
