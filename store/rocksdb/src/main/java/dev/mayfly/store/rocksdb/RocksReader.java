package dev.mayfly.store.rocksdb;

import static dev.mayfly.store.rocksdb.Natives.opened;

import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/** The reads of a database, of its present or of a snapshot. */
final class RocksReader {
    /** After how many deleted keys in a row a walk gives up. */
    private static final int DELETED_MAX = 32;

    private final RocksDatabase database;
    private final Failures failures;
    private final ReadOptions reading;
    private final LargeValues large;
    private final ValueLengths lengths;

    RocksReader(RocksDatabase database, Failures failures, ReadOptions reading, LargeValues large) {
        this.database = database;
        this.failures = failures;
        this.reading = reading;
        this.large = large;
        this.lengths = database.lengths();
    }

    byte @Nullable [] get(Partition partition, Space space, byte[] key) {
        byte[] value = new byte[lengths.expected(space)];
        int length = getInto(partition, space, key, value);
        if (length < 0) {
            return null;
        }
        lengths.saw(space, length);
        // A value that grows between two reads is read once more.
        while (length > value.length) {
            if (length >= LargeValues.BYTES_LEAST) {
                large.reading(length);
            }
            value = new byte[length];
            length = getInto(partition, space, key, value);
            if (length < 0) {
                return null;
            }
        }
        return length == value.length ? value : Arrays.copyOf(value, length);
    }

    List<byte @Nullable []> multiGet(Partition partition, Space space, List<byte[]> keys) {
        List<byte @Nullable []> values = new ArrayList<>(keys.size());
        for (byte[] key : keys) {
            values.add(get(partition, space, key));
        }
        return values;
    }

    /** Returns the length of the value, or -1 if there is none; its beginning is in the buffer. */
    int getInto(Partition partition, Space space, byte[] key, byte[] buffer) {
        try {
            byte[] placed = PlacedKeys.of(partition, key);
            int length = database.database()
                    .get(database.column(space), reading, placed, 0, placed.length, buffer, 0, buffer.length);
            return length == RocksDB.NOT_FOUND ? -1 : length;
        } catch (RocksDBException failure) {
            throw failures.ofRead(failure);
        }
    }

    /** A walk over the keys of a space. */
    KeyWalk walk(Space space) {
        ReadOptions impatient = opened(new ReadOptions(reading)).setMaxSkippableInternalKeys(DELETED_MAX);
        return new KeyWalk(opened(database.database().newIterator(database.column(space), impatient)), impatient);
    }

    Cursor scan(Partition partition, Space space, KeyRange range, Direction direction, int limit, Runnable onClose) {
        if (range.isEmpty() || limit == 0) {
            return new NoEntries(onClose);
        }
        Slice lower = opened(new Slice(PlacedKeys.of(partition, range.from())));
        byte[] end = PlacedKeys.end(partition, range.until());
        Slice upper = end == null ? null : opened(new Slice(end));
        ReadOptions bounded = opened(new ReadOptions(reading)).setIterateLowerBound(lower);
        if (upper != null) {
            bounded.setIterateUpperBound(upper);
        }
        RocksIterator iterator = opened(database.database().newIterator(database.column(space), bounded));
        return new RocksCursor(iterator, bounded, lower, upper, direction, limit, failures, large, onClose);
    }
}
