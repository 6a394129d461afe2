package dev.mayfly.engine.read;

import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Walks the entries of several ranges of one space, one after the other; its position is the last key it gave. */
public final class RangeWalk implements AutoCloseable {
    private Reader reader;
    private final Partition partition;
    private final Space space;
    private final List<KeyRange> ranges;
    private final Direction direction;
    private int range;
    private byte @Nullable [] position;
    private byte @Nullable [] last;
    private @Nullable Cursor cursor;

    /** @param ranges in the order in which they are to be walked */
    public RangeWalk(Reader reader, Partition partition, Space space, List<KeyRange> ranges, Direction direction) {
        this.reader = reader;
        this.partition = partition;
        this.space = space;
        this.ranges = List.copyOf(ranges);
        this.direction = direction;
    }

    /** Stands behind this key, as a walk that has passed it does. */
    void seek(byte[] key) {
        while (range < ranges.size() && isBefore(ranges.get(range), key)) {
            range++;
        }
        boolean within = range < ranges.size() && ranges.get(range).contains(key);
        position = within ? key : null;
        last = key;
    }

    private boolean isBefore(KeyRange whole, byte[] key) {
        byte[] until = whole.until();
        return direction == Direction.FORWARD
                ? until != null && Arrays.compareUnsigned(until, key) <= 0
                : Arrays.compareUnsigned(whole.from(), key) >= 0;
    }

    /** The key passed last, or null. */
    byte @Nullable [] position() {
        return last;
    }

    /** The cursor, standing at the next entry; null at the end. */
    @Nullable
    public Cursor next() {
        while (range < ranges.size()) {
            if (cursor == null) {
                cursor = reader.scan(partition, space, rest(ranges.get(range)), direction, Reader.UNLIMITED);
            }
            if (cursor.next()) {
                return cursor;
            }
            release();
            position = null;
            range++;
        }
        return null;
    }

    /** Returns the rest of a range behind the position. */
    private KeyRange rest(KeyRange whole) {
        if (position == null) {
            return whole;
        }
        return direction == Direction.FORWARD
                ? new KeyRange(Arrays.copyOf(position, position.length + 1), whole.until())
                : new KeyRange(whole.from(), position);
    }

    /** Remembers where it stands, and lets go of the store. */
    void suspend() {
        if (cursor != null) {
            release();
        }
    }

    /** Goes on behind the position, in another state of the store. */
    void resume(Reader later) {
        release();
        reader = later;
    }

    /** Call with the key of each entry that was used, so that a suspended walk goes on behind it. */
    void passed(byte[] key) {
        position = key;
        last = key;
    }

    private void release() {
        if (cursor != null) {
            cursor.close();
            cursor = null;
        }
    }

    @Override
    public void close() {
        release();
        range = ranges.size();
    }
}
