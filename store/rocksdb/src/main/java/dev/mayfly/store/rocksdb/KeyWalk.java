package dev.mayfly.store.rocksdb;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksIterator;

/**
 * Looks for rising keys that are mostly neighbours. A key that it finds is there; one that it does not find may be
 * there all the same, since the walk gives up early among deleted keys. A hot path. Used by one thread at a time; must be closed.
 */
final class KeyWalk implements AutoCloseable {
    /** The surplus of seeks over steps that shows that the keys are no neighbours. */
    private static final int SEEKS_MAX = 8;

    private final RocksIterator iterator;
    private final ReadOptions reading;
    private final byte[] value = new byte[Long.BYTES];
    private byte[] found = new byte[128];
    private boolean placed;
    private int excess;

    /** @param reading closed with the walk */
    KeyWalk(RocksIterator iterator, ReadOptions reading) {
        this.iterator = iterator;
        this.reading = reading;
    }

    /** Returns true if the walk has found the key and stands on it. */
    boolean finds(byte[] key) {
        if (placed) {
            iterator.next();
            if (isAt(key)) {
                excess--;
                return true;
            }
        }
        excess++;
        iterator.seek(key);
        placed = isAt(key);
        return placed;
    }

    private boolean isAt(byte[] key) {
        if (!iterator.isValid()) {
            return false;
        }
        if (found.length < key.length) {
            found = new byte[key.length];
        }
        return iterator.key(found) == key.length && Arrays.equals(found, 0, key.length, key, 0, key.length);
    }

    /** Returns true if the value it stands on begins with this version. */
    boolean holds(long version) {
        return iterator.value(value) >= Long.BYTES && ByteBuffer.wrap(value).getLong() == version;
    }

    /** Returns true if gets would be cheaper for these keys. */
    boolean isUseless() {
        return excess > SEEKS_MAX;
    }

    @Override
    public void close() {
        Natives.close(iterator);
        Natives.close(reading);
    }
}
