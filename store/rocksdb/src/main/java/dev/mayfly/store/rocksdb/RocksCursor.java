package dev.mayfly.store.rocksdb;

import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/**
 * Walks an iterator whose bounds are the range, so that it never looks at what lies beside it, deleted or not.
 *
 * <p>A hot path: keys and values are copied into two buffers that grow and are used again.
 */
final class RocksCursor implements Cursor {
    private final RocksIterator iterator;
    private final ReadOptions bounded;
    private final Slice lower;
    private final @Nullable Slice upper;
    private final boolean forward;
    private final Failures failures;
    private final LargeValues large;
    private final Runnable onClose;
    private int left;
    private boolean started;
    private boolean closed;
    private byte[] key = new byte[128];
    private byte[] value = new byte[512];
    private int keyLength;
    private int valueLength;

    RocksCursor(
            RocksIterator iterator,
            ReadOptions bounded,
            Slice lower,
            @Nullable Slice upper,
            Direction direction,
            int limit,
            Failures failures,
            LargeValues large,
            Runnable onClose) {
        this.iterator = iterator;
        this.bounded = bounded;
        this.lower = lower;
        this.upper = upper;
        this.forward = direction == Direction.FORWARD;
        this.left = limit;
        this.failures = failures;
        this.large = large;
        this.onClose = onClose;
    }

    @Override
    public boolean next() {
        if (closed) {
            throw new IllegalStateException("the cursor is closed");
        }
        if (left == 0) {
            return false;
        }
        step();
        if (!iterator.isValid()) {
            left = 0;
            refuseHalfARead();
            return false;
        }
        left--;
        load();
        return true;
    }

    private void step() {
        if (started) {
            if (forward) {
                iterator.next();
            } else {
                iterator.prev();
            }
            return;
        }
        started = true;
        if (forward) {
            iterator.seekToFirst();
        } else {
            iterator.seekToLast();
        }
    }

    /** An iterator also ends where it cannot read on. */
    private void refuseHalfARead() {
        try {
            iterator.status();
        } catch (RocksDBException failure) {
            throw failures.ofRead(failure);
        }
    }

    private void load() {
        int placed = iterator.key(key);
        if (placed > key.length) {
            key = new byte[Math.max(placed, key.length * 2)];
            iterator.key(key);
        }
        keyLength = placed - PlacedKeys.PREFIX;
        System.arraycopy(key, PlacedKeys.PREFIX, key, 0, keyLength);
        valueLength = iterator.value(value);
        if (valueLength > value.length) {
            boolean isLarge = valueLength >= LargeValues.BYTES_LEAST;
            if (isLarge) {
                large.reading(valueLength);
            }
            value = new byte[isLarge ? valueLength : Math.max(valueLength, value.length * 2)];
            iterator.value(value);
        }
    }

    @Override
    public byte[] keyBuffer() {
        return key;
    }

    @Override
    public int keyLength() {
        return keyLength;
    }

    @Override
    public byte[] valueBuffer() {
        return value;
    }

    @Override
    public int valueLength() {
        return valueLength;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        Natives.close(iterator);
        Natives.close(bounded);
        if (upper != null) {
            Natives.close(upper);
        }
        Natives.close(lower);
        onClose.run();
    }
}
