package dev.mayfly.engine.read;

import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The entries of several cursors in one order of their keys; equal keys come in the order of the cursors. Owns the cursors.
 *
 * <p>A hot path: nothing is allocated for an entry.
 */
final class MergedCursor implements Cursor {
    private final PriorityQueue<Lane> lanes;
    private final List<Cursor> cursors;
    private int left;
    private @Nullable Lane current;

    /** One cursor, standing at an entry that is still to be given. */
    private record Lane(Cursor cursor, int number) {}

    /** @param limit the largest number of entries */
    MergedCursor(List<Cursor> cursors, Direction direction, int limit) {
        Comparator<Lane> byKey = (left, right) -> Arrays.compareUnsigned(
                left.cursor.keyBuffer(),
                0,
                left.cursor.keyLength(),
                right.cursor.keyBuffer(),
                0,
                right.cursor.keyLength());
        Comparator<Lane> ordered = direction == Direction.FORWARD ? byKey : byKey.reversed();
        this.lanes = new PriorityQueue<>(ordered.thenComparingInt(Lane::number));
        this.cursors = cursors;
        this.left = limit;
        for (int number = 0; number < cursors.size(); number++) {
            if (cursors.get(number).next()) {
                lanes.add(new Lane(cursors.get(number), number));
            }
        }
    }

    @Override
    public boolean next() {
        Lane before = current;
        current = null;
        if (before != null && before.cursor.next()) {
            lanes.add(before);
        }
        if (left == 0) {
            return false;
        }
        left--;
        current = lanes.poll();
        return current != null;
    }

    private Cursor here() {
        Lane lane = current;
        if (lane == null) {
            throw new IllegalStateException("the cursor stands at no entry");
        }
        return lane.cursor;
    }

    @Override
    public byte[] keyBuffer() {
        return here().keyBuffer();
    }

    @Override
    public int keyLength() {
        return here().keyLength();
    }

    @Override
    public byte[] valueBuffer() {
        return here().valueBuffer();
    }

    @Override
    public int valueLength() {
        return here().valueLength();
    }

    @Override
    public void close() {
        cursors.forEach(Cursor::close);
    }
}
