package dev.mayfly.store.rocksdb;

import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.WriteBatch;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Knows of every key whether it may have been written since a moment, so that what a writer has read need not be read
 * again when it commits. A hot path; bounded, and wrong only towards caution.
 */
final class RecentWrites {
    /*
     * Each stripe of partitions counts its commits, and keeps in a small table the number of the last commit that wrote a
     * key with this hash. A moment is the count. It rises when a batch is in the database, so a reader that takes a
     * moment and then reads sees every commit up to it; a later commit has a higher number and leaves it in the table
     * before the next commit checks, since commits of a partition follow one another under its lock. Keys that share a
     * place in the table only make each other look written. A range deletion counts for all keys of its space.
     */
    private static final int SLOTS = 1 << 12;
    private static final int SPACING = 8;
    private static final int SPACES = Space.values().length;

    private final AtomicLongArray counts = new AtomicLongArray(PartitionLocks.STRIPES * SPACING);
    private final long[][] written = new long[PartitionLocks.STRIPES][];
    private final long[][] ranges = new long[PartitionLocks.STRIPES][SPACES];

    RecentWrites() {
        for (int stripe = 0; stripe < PartitionLocks.STRIPES; stripe++) {
            counts.set(stripe * SPACING, 1);
        }
    }

    /** Never 0. Everything committed before it is seen by the reads that follow. */
    long moment(Partition partition) {
        return counts.get(PartitionLocks.stripe(partition) * SPACING);
    }

    /** Returns true if a key may have been written after the moment. Call under the partition's lock. */
    boolean mayHaveChanged(Partition partition, Space space, byte[] key, long moment) {
        int stripe = PartitionLocks.stripe(partition);
        long[] table = written[stripe];
        return ranges[stripe][space.ordinal()] > moment
                || (table != null && table[slot(partition, space, key)] > moment);
    }

    /** Notes a batch that is in the database, or may be. Call under the partition's lock. */
    void note(Partition partition, WriteBatch batch) {
        int stripe = PartitionLocks.stripe(partition);
        long count = counts.get(stripe * SPACING) + 1;
        long[] table = written[stripe];
        if (table == null) {
            table = new long[SLOTS];
            written[stripe] = table;
        }
        for (WriteBatch.Write write : batch.writes()) {
            if (write instanceof WriteBatch.DeleteRange) {
                ranges[stripe][write.space().ordinal()] = count;
            } else {
                table[slot(partition, write.space(), write.key())] = count;
            }
        }
        counts.set(stripe * SPACING, count);
    }

    private static int slot(Partition partition, Space space, byte[] key) {
        int hash = (Arrays.hashCode(key) * 31 + space.ordinal()) * 31 + partition.id();
        return (hash * 0x9E3779B9) >>> (Integer.SIZE - Integer.numberOfTrailingZeros(SLOTS));
    }
}
