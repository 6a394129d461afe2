package dev.mayfly.engine.read;

import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Merges entries that stand with others; of two with one key the one that stands is given. Used by one thread. */
final class AddedCursor extends QueueCursor {
    private final NavigableMap<byte[], byte[]> rest;
    private final boolean isForward;
    private boolean stands;
    private boolean hasEnded;

    /** @param added by key, in ascending order */
    AddedCursor(Cursor standing, NavigableMap<byte[], byte[]> added, Direction direction) {
        super(standing);
        this.isForward = direction == Direction.FORWARD;
        this.rest = new TreeMap<>(isForward ? added : added.descendingMap());
    }

    @Override
    public boolean next() {
        if (given == null && !hasEnded) {
            stands = exact.next();
            hasEnded = !stands;
        }
        Map.Entry<byte[], byte[]> first = rest.firstEntry();
        if (first == null) {
            given = null;
            return stands;
        }
        int order = stands ? order(first.getKey()) : 1;
        if (order >= 0) {
            rest.pollFirstEntry();
        }
        given = order <= 0 ? null : new RecheckedEntries.Entry(first.getKey(), first.getValue());
        return true;
    }

    private int order(byte[] key) {
        int ascending = Arrays.compareUnsigned(exact.keyBuffer(), 0, exact.keyLength(), key, 0, key.length);
        return isForward ? ascending : -ascending;
    }
}
