package dev.mayfly.store.rocksdb;

import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.WriteBatch;
import org.jspecify.annotations.Nullable;

/**
 * A cache of recently read documents, as they are in the database, so that rereading one stays on the heap. Bounded in
 * bytes; a hot path. Safe for use by any number of threads.
 */
final class DocumentCache {
    /*
     * Caching a value costs a third of reading it. So a value that is read for the first time leaves only a mark of its
     * key, and is cached when it is read again before the mark is overwritten: reads of many more documents than fit pay
     * next to nothing. Marks are a hint; threads may lose one another's.
     */
    private static final int MARKS = 1 << 17;

    /** Longer values are read from the database each time; copying them costs more than finding them. */
    private static final int VALUE_BYTES_MAX = 32 << 10;

    private final StampedSets sets;
    private final int[] marks = new int[MARKS];

    /** @param bytes how much memory the values may take, about */
    DocumentCache(long bytes) {
        this.sets = new StampedSets(bytes);
    }

    /** Reads a value of the database where it is not cached. */
    @FunctionalInterface
    interface Source {
        byte @Nullable [] get(Partition partition, Space space, byte[] key);
    }

    /** Returns the value of a document's key, or null. Not to be changed. */
    byte @Nullable [] get(Partition partition, byte[] key, Source source) {
        long hash = StampedSets.hash(partition.id(), key);
        long stamp = sets.stamp(hash);
        if (StampedSets.isWritten(stamp)) {
            return source.get(partition, Space.DOCUMENT, key);
        }
        byte[] cached = sets.get(hash, partition.id(), key);
        if (cached != null) {
            return cached;
        }
        byte[] value = source.get(partition, Space.DOCUMENT, key);
        if (value != null && value.length <= VALUE_BYTES_MAX && isReadAgain(hash)) {
            sets.putIfUnchanged(hash, partition.id(), key, value, stamp);
        }
        return value;
    }

    private boolean isReadAgain(long hash) {
        int mark = (int) hash;
        int place = mark & (MARKS - 1);
        boolean isMarked = marks[place] == mark;
        marks[place] = mark;
        return isMarked;
    }

    /** Call before a batch is written, under the lock of its partition, and then call {@link #end}. */
    void begin(Partition partition, WriteBatch batch) {
        for (WriteBatch.Write write : batch.writes()) {
            if (write.space() == Space.DOCUMENT) {
                switch (write) {
                    case WriteBatch.DeleteRange _ -> sets.beginAll();
                    case WriteBatch.Delete _, WriteBatch.Put _ ->
                        sets.begin(StampedSets.hash(partition.id(), write.key()));
                }
            }
        }
    }

    /** @param isWritten whether the batch is in the database for certain; where it may be, its values are forgotten */
    void end(Partition partition, WriteBatch batch, boolean isWritten) {
        for (WriteBatch.Write write : batch.writes()) {
            if (write.space() == Space.DOCUMENT) {
                end(partition.id(), write, isWritten);
            }
        }
    }

    private void end(int partition, WriteBatch.Write write, boolean isWritten) {
        switch (write) {
            case WriteBatch.DeleteRange _ -> sets.endAll();
            case WriteBatch.Delete delete ->
                sets.end(StampedSets.hash(partition, delete.key()), partition, delete.key(), null);
            case WriteBatch.Put put -> {
                byte[] value = isWritten && put.value().length <= VALUE_BYTES_MAX ? put.value() : null;
                sets.end(StampedSets.hash(partition, put.key()), partition, put.key(), value);
            }
        }
    }
}
