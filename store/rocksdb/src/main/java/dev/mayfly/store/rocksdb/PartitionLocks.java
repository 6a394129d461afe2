package dev.mayfly.store.rocksdb;

import dev.mayfly.store.api.Partition;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/** One lock a partition, shared by chance with others; what makes checking and writing one step. */
final class PartitionLocks {
    static final int STRIPES = Long.SIZE;

    private final List<ReentrantLock> locks =
            Stream.generate(ReentrantLock::new).limit(STRIPES).toList();

    ReentrantLock of(Partition partition) {
        return locks.get(stripe(partition));
    }

    /** The number of the lock that the partition shares. */
    static int stripe(Partition partition) {
        return (partition.id() * 0x9E3779B9) >>> (Integer.SIZE - Integer.numberOfTrailingZeros(STRIPES));
    }

    /** The locks of all these partitions as bits. */
    static long stripes(Iterable<Partition> partitions) {
        long stripes = 0;
        for (Partition partition : partitions) {
            stripes |= 1L << stripe(partition);
        }
        return stripes;
    }

    /** Locks all of them in one global order, so that no deadlock is possible. */
    void lock(long stripes) {
        for (int i = 0; i < STRIPES; i++) {
            if ((stripes & (1L << i)) != 0) {
                locks.get(i).lock();
            }
        }
    }

    void unlock(long stripes) {
        for (int i = 0; i < STRIPES; i++) {
            if ((stripes & (1L << i)) != 0) {
                locks.get(i).unlock();
            }
        }
    }
}
