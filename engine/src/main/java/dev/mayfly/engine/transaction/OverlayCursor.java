package dev.mayfly.engine.transaction;

import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Merges what lies beneath a transaction with what it has written: of two entries of one key its own counts. */
final class OverlayCursor implements Cursor {
    /** An entry that the transaction has written, or deleted if it has no value. */
    record Own(byte[] key, byte @Nullable [] value) {}

    private final Cursor base;
    private final List<Own> own;
    private final Direction direction;
    private final int limit;
    private int given;
    private int place;
    private boolean isBaseAhead;
    private boolean isBaseDone;
    private @Nullable Own current;

    /** @param own in the direction of the walk */
    OverlayCursor(Cursor base, List<Own> own, Direction direction, int limit) {
        this.base = base;
        this.own = own;
        this.direction = direction;
        this.limit = limit;
    }

    @Override
    public boolean next() {
        if (given >= limit) {
            return false;
        }
        while (step()) {
            if (current == null || current.value != null) {
                given++;
                return true;
            }
        }
        return false;
    }

    /** Moves to the next key on either side, deleted or not. */
    private boolean step() {
        if (!isBaseAhead && !isBaseDone) {
            isBaseAhead = base.next();
            isBaseDone = !isBaseAhead;
        }
        Own next = place < own.size() ? own.get(place) : null;
        if (next == null) {
            current = null;
            boolean isThere = isBaseAhead;
            isBaseAhead = false;
            return isThere;
        }
        int order = isBaseAhead ? order(next.key) : -1;
        if (order <= 0) {
            current = next;
            place++;
        } else {
            current = null;
        }
        if (order >= 0) {
            isBaseAhead = false;
        }
        return true;
    }

    /** Below zero if the transaction's own entry comes first. */
    private int order(byte[] key) {
        int order = Arrays.compareUnsigned(key, 0, key.length, base.keyBuffer(), 0, base.keyLength());
        return direction == Direction.FORWARD ? order : -order;
    }

    @Override
    public byte[] keyBuffer() {
        return current == null ? base.keyBuffer() : current.key;
    }

    @Override
    public int keyLength() {
        return current == null ? base.keyLength() : current.key.length;
    }

    @Override
    public byte[] valueBuffer() {
        byte[] value = current == null ? null : current.value;
        return value == null ? base.valueBuffer() : value;
    }

    @Override
    public int valueLength() {
        byte[] value = current == null ? null : current.value;
        return value == null ? base.valueLength() : value.length;
    }

    @Override
    public void close() {
        base.close();
    }
}
