package dev.mayfly.engine.transaction;

import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.WriteBatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One partition as a transaction sees it: as it was when the transaction began, with what the transaction has written
 * laid over it. Used by one thread at a time.
 */
final class Overlay implements Reader {
    /** Stands for a key that the transaction has deleted. */
    static final byte[] GONE = {};

    private final Reader beneath;
    private final Map<Space, NavigableMap<byte[], byte[]>> written = new EnumMap<>(Space.class);

    /** @param beneath the snapshot of the transaction */
    public Overlay(Reader beneath) {
        this.beneath = beneath;
    }

    boolean isEmpty() {
        return written.isEmpty();
    }

    /** Returns true if the transaction has written this key. */
    boolean holds(Space space, byte[] key) {
        NavigableMap<byte[], byte[]> entries = written.get(space);
        return entries != null && entries.containsKey(key);
    }

    /** Lays a batch over what is there. It must have no range deletes, which drafts of documents never have. */
    void apply(WriteBatch batch) {
        for (WriteBatch.Write write : batch.writes()) {
            switch (write) {
                case WriteBatch.Put put -> entries(put.space()).put(put.key(), put.value());
                case WriteBatch.Delete delete -> entries(delete.space()).put(delete.key(), GONE);
                case WriteBatch.DeleteRange _ -> throw new IllegalStateException("a range in a draft of documents");
            }
        }
    }

    private NavigableMap<byte[], byte[]> entries(Space space) {
        return written.computeIfAbsent(space, _ -> new TreeMap<>(Arrays::compareUnsigned));
    }

    /** Puts all that was written into a draft, to be sealed and committed as one. */
    void fill(PendingCommit draft) {
        written.forEach((space, entries) -> entries.forEach((key, value) -> {
            if (isGone(value)) {
                draft.batch().delete(space, key);
            } else {
                draft.adopt(space, key, value);
            }
        }));
    }

    @SuppressWarnings("ReferenceEquality") // A value of no bytes would be something else.
    private static boolean isGone(byte[] value) {
        return value == GONE;
    }

    @Override
    public byte @Nullable [] get(Partition partition, Space space, byte[] key) {
        NavigableMap<byte[], byte[]> entries = written.get(space);
        byte[] own = entries == null ? null : entries.get(key);
        if (own == null) {
            return beneath.get(partition, space, key);
        }
        return isGone(own) ? null : own.clone();
    }

    @Override
    public List<byte @Nullable []> multiGet(Partition partition, Space space, List<byte[]> keys) {
        List<byte @Nullable []> values = new ArrayList<>(keys.size());
        for (byte[] key : keys) {
            values.add(get(partition, space, key));
        }
        return values;
    }

    @Override
    public Cursor scan(Partition partition, Space space, KeyRange range, Direction direction, int limit) {
        List<OverlayCursor.Own> own = own(space, range, direction);
        if (own.isEmpty()) {
            return beneath.scan(partition, space, range, direction, limit);
        }
        Cursor base = beneath.scan(partition, space, range, direction, Reader.UNLIMITED);
        return new OverlayCursor(base, own, direction, limit);
    }

    /** Returns the writes within a range so far; a cursor does not meet what is written while it walks. */
    private List<OverlayCursor.Own> own(Space space, KeyRange range, Direction direction) {
        NavigableMap<byte[], byte[]> entries = written.get(space);
        if (entries == null) {
            return List.of();
        }
        byte[] until = range.until();
        NavigableMap<byte[], byte[]> within = until == null
                ? entries.tailMap(range.from(), true)
                : range.isEmpty() ? Collections.emptyNavigableMap() : entries.subMap(range.from(), true, until, false);
        NavigableMap<byte[], byte[]> ordered = direction == Direction.FORWARD ? within : within.descendingMap();
        List<OverlayCursor.Own> own = new ArrayList<>(ordered.size());
        ordered.forEach((key, value) -> own.add(new OverlayCursor.Own(key, isGone(value) ? null : value.clone())));
        return own;
    }
}
