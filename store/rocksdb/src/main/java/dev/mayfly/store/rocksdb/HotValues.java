package dev.mayfly.store.rocksdb;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.WriteBatch;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * Documents that were read lately, as they are in the database, so that reading one again asks nobody outside of the heap.
 * Bounded in bytes; a hot path.
 */
final class HotValues {
    /*
     * Keys share stripes. The stamp of a stripe counts the writes of its keys that have begun, above, and those of them
     * that are under way, below. While one is under way its stripe is not asked. Who has read a value from the database
     * keeps it only if no write was under way when he began and none has begun since, which is looked at under the lock of
     * the key in the cache. A writer replaces what is kept, under the same lock, after his write and before he says that it
     * is no longer under way: so whichever of the two comes second knows of the other.
     *
     * What a read takes from here was right when it looked at the stamp, which is while it ran.
     *
     * Keeping a value costs a third of reading it. So what is read for the first time leaves only a mark of its key, and is
     * kept when it is read again before the mark is overwritten: reads of many more documents than fit pay next to nothing.
     * Marks are a hint; threads may lose one another's.
     */
    private static final int STRIPES = 1 << 12;
    private static final int SHIFT = Integer.SIZE - Integer.numberOfTrailingZeros(STRIPES);
    private static final long MIX = 0x9E3779B97F4A7C15L;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long UNDER_WAY = 0xffff;
    private static final long BEGUN = UNDER_WAY + 1;

    private static final int MARKS = 1 << 17;

    /** Longer values are read from the database each time; copying them costs more than finding them. */
    private static final int VALUE_BYTES_MAX = 32 << 10;

    /** What an entry takes beside key and value, about. */
    private static final int ENTRY_BYTES = 160;

    private final AtomicLongArray stamps = new AtomicLongArray(STRIPES);
    private final int[] marks = new int[MARKS];
    private final Cache<PlacedKey, byte[]> values;

    /** @param bytes how much memory the values may take, about */
    HotValues(long bytes) {
        this.values = Caffeine.newBuilder()
                .maximumWeight(bytes)
                .weigher((PlacedKey key, byte[] value) -> key.key.length + value.length + ENTRY_BYTES)
                .executor(Runnable::run)
                .build();
    }

    /** A key of a partition; only what is kept owns its array. */
    private static final class PlacedKey {
        private final int partition;
        private final byte[] key;
        private final int hash;

        PlacedKey(Partition partition, byte[] key) {
            this(partition.id(), key, hash(partition.id(), key));
        }

        /** Keys differ in few of their last bits; the hash of arrays would give the same to several of them. */
        private static int hash(int partition, byte[] key) {
            long hash = partition * MIX;
            int at = 0;
            for (; at + Long.BYTES <= key.length; at += Long.BYTES) {
                hash = (hash ^ (long) LONG.get(key, at)) * MIX;
                hash ^= hash >>> 32;
            }
            for (; at < key.length; at++) {
                hash = (hash ^ key[at]) * MIX;
            }
            hash ^= hash >>> 32;
            return (int) (hash * MIX >>> 32);
        }

        private PlacedKey(int partition, byte[] key, int hash) {
            this.partition = partition;
            this.key = key;
            this.hash = hash;
        }

        PlacedKey owned() {
            return new PlacedKey(partition, key.clone(), hash);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof PlacedKey that
                    && hash == that.hash
                    && partition == that.partition
                    && Arrays.equals(key, that.key);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    /** Reads a value of the database where it is not kept here. */
    @FunctionalInterface
    interface Source {
        byte @Nullable [] get(Partition partition, Space space, byte[] key);
    }

    /** The value of a document's key, or null. Not to be changed. */
    byte @Nullable [] get(Partition partition, byte[] key, Source source) {
        PlacedKey placed = new PlacedKey(partition, key);
        int stripe = stripe(placed);
        long stamp = stamps.get(stripe);
        if ((stamp & UNDER_WAY) != 0) {
            return source.get(partition, Space.DOCUMENT, key);
        }
        byte[] kept = values.getIfPresent(placed);
        if (kept != null) {
            return kept;
        }
        byte[] value = source.get(partition, Space.DOCUMENT, key);
        if (value != null && value.length <= VALUE_BYTES_MAX && isReadAgain(placed)) {
            keep(placed.owned(), value, stripe, stamp);
        }
        return value;
    }

    private boolean isReadAgain(PlacedKey placed) {
        int place = placed.hash & (MARKS - 1);
        boolean isMarked = marks[place] == placed.hash;
        marks[place] = placed.hash;
        return isMarked;
    }

    private void keep(PlacedKey placed, byte[] value, int stripe, long stamp) {
        values.asMap().compute(placed, (_, other) -> stamps.get(stripe) == stamp ? value : other);
    }

    /** To be called before a batch is written, under the lock of its partition, and followed by {@link #end}. */
    void begin(Partition partition, WriteBatch batch) {
        for (WriteBatch.Write write : batch.writes()) {
            if (write.space() == Space.DOCUMENT) {
                begin(partition, write);
            }
        }
    }

    private void begin(Partition partition, WriteBatch.Write write) {
        if (write instanceof WriteBatch.DeleteRange) {
            for (int stripe = 0; stripe < STRIPES; stripe++) {
                stamps.addAndGet(stripe, BEGUN + 1);
            }
        } else {
            stamps.addAndGet(stripe(new PlacedKey(partition, write.key())), BEGUN + 1);
        }
    }

    /** @param isWritten whether the batch is in the database for certain; where it may be, its values are forgotten */
    void end(Partition partition, WriteBatch batch, boolean isWritten) {
        for (WriteBatch.Write write : batch.writes()) {
            if (write.space() == Space.DOCUMENT) {
                end(partition, write, isWritten);
            }
        }
    }

    private void end(Partition partition, WriteBatch.Write write, boolean isWritten) {
        switch (write) {
            case WriteBatch.DeleteRange _ -> {
                values.invalidateAll();
                for (int stripe = 0; stripe < STRIPES; stripe++) {
                    stamps.decrementAndGet(stripe);
                }
            }
            case WriteBatch.Delete delete -> {
                PlacedKey placed = new PlacedKey(partition, delete.key());
                values.asMap().remove(placed);
                stamps.decrementAndGet(stripe(placed));
            }
            case WriteBatch.Put put -> {
                PlacedKey placed = new PlacedKey(partition, put.key());
                if (isWritten && put.value().length <= VALUE_BYTES_MAX) {
                    values.asMap().replace(placed, put.value());
                } else {
                    values.asMap().remove(placed);
                }
                stamps.decrementAndGet(stripe(placed));
            }
        }
    }

    private static int stripe(PlacedKey placed) {
        return placed.hash >>> SHIFT;
    }
}
