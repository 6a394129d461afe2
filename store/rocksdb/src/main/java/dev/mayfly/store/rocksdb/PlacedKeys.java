package dev.mayfly.store.rocksdb;

import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import org.jspecify.annotations.Nullable;

/** Keys as they stand in a column family: the partition's number in four big-endian bytes, then the key. */
final class PlacedKeys {
    static final int PREFIX = Integer.BYTES;

    /** Behind every key: more bytes than the number of a partition has, all of them the highest. */
    static final byte[] LAST = {-1, -1, -1, -1, -1, -1, -1, -1};

    private static final byte[] EMPTY = {};

    private PlacedKeys() {}

    static byte[] of(Partition partition, byte[] key) {
        byte[] placed = new byte[PREFIX + key.length];
        writePrefix(partition, placed, 0);
        System.arraycopy(key, 0, placed, PREFIX, key.length);
        return placed;
    }

    static void writePrefix(Partition partition, byte[] target, int at) {
        int id = partition.id();
        target[at] = (byte) (id >>> 24);
        target[at + 1] = (byte) (id >>> 16);
        target[at + 2] = (byte) (id >>> 8);
        target[at + 3] = (byte) id;
    }

    /** The first key behind the range or the partition; null behind the very last partition, where there is none. */
    static byte @Nullable [] end(Partition partition, byte @Nullable [] until) {
        return until == null ? KeyRange.after(of(partition, EMPTY)) : of(partition, until);
    }
}
