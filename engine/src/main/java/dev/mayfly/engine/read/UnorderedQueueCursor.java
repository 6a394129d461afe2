package dev.mayfly.engine.read;

import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a queue behind those of documents that stand in the recheck queue. The reader must be a snapshot, or nothing
 * may be written meanwhile. Used by one thread.
 */
final class UnorderedQueueCursor implements Cursor {
    private final RecheckedEntries entries;
    private final Cursor rechecked;
    private final Cursor exact;
    private RecheckedEntries.@Nullable Entry given;

    UnorderedQueueCursor(RecheckedEntries entries, Reader reader, Partition partition, KeyRange range) {
        this.entries = entries;
        this.rechecked = entries.open();
        this.exact = reader.scan(partition, Space.EXPIRY, range, Direction.FORWARD, Reader.UNLIMITED);
    }

    @Override
    public boolean next() {
        while (rechecked.next()) {
            given = entries.at(rechecked);
            if (given != null) {
                return true;
            }
        }
        given = null;
        return exact.next();
    }

    @Override
    public byte[] keyBuffer() {
        return given == null ? exact.keyBuffer() : given.key();
    }

    @Override
    public int keyLength() {
        return given == null ? exact.keyLength() : given.key().length;
    }

    @Override
    public byte[] valueBuffer() {
        return given == null ? exact.valueBuffer() : given.value();
    }

    @Override
    public int valueLength() {
        return given == null ? exact.valueLength() : given.value().length;
    }

    @Override
    public void close() {
        rechecked.close();
        exact.close();
    }
}
