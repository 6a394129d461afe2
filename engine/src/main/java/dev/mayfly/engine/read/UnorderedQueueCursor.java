package dev.mayfly.engine.read;

import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;

/**
 * The entries of a queue behind those of documents that stand in the recheck queue. The reader must be a snapshot, or nothing
 * may be written meanwhile. Used by one thread.
 */
final class UnorderedQueueCursor extends QueueCursor {
    private final RecheckedEntries entries;
    private final Cursor rechecked;

    UnorderedQueueCursor(RecheckedEntries entries, Reader reader, Partition partition, KeyRange range) {
        super(reader.scan(partition, Space.EXPIRY, range, Direction.FORWARD, Reader.UNLIMITED));
        this.entries = entries;
        this.rechecked = entries.open();
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
    public void close() {
        rechecked.close();
        super.close();
    }
}
