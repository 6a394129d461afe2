package dev.mayfly.engine.read;

import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.schema.Schema;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A reader that shows the queues of a collection as if every document stood in the queue of its deadline: those that stand in
 * the recheck queue are read, and their entries made of them. Safe for concurrent use if the reader below is.
 */
public final class RecheckReader implements Reader {
    private static final int QUEUE_HEAD_BYTES = 1 + Integer.BYTES;

    private final Reader reader;
    private final Schema schema;

    public RecheckReader(Reader reader, Schema schema) {
        this.reader = reader;
        this.schema = schema;
    }

    @Override
    public byte @Nullable [] get(Partition partition, Space space, byte[] key) {
        return reader.get(partition, space, key);
    }

    @Override
    public List<byte @Nullable []> multiGet(Partition partition, Space space, List<byte[]> keys) {
        return reader.multiGet(partition, space, keys);
    }

    @Override
    public Cursor scan(Partition partition, Space space, KeyRange range, Direction direction, int limit) {
        if (!isCovered(space, range)) {
            return reader.scan(partition, space, range, direction, limit);
        }
        if (direction != Direction.FORWARD) {
            throw new IllegalArgumentException("queues are read forward");
        }
        RecheckedEntries rechecked = new RecheckedEntries(reader, partition, schema, range);
        return new RecheckCursor(rechecked, reader, partition, range, limit);
    }

    /** As {@link #scan}, in no order: takes no memory for what stands in the recheck queue. */
    public Cursor scanUnordered(Partition partition, KeyRange range) {
        if (!isCovered(Space.EXPIRY, range)) {
            return reader.scan(partition, Space.EXPIRY, range, Direction.FORWARD, Reader.UNLIMITED);
        }
        return new UnorderedQueueCursor(
                new RecheckedEntries(reader, partition, schema, range), reader, partition, range);
    }

    /** Returns true for a range of a queue from which documents may be missing. */
    private boolean isCovered(Space space, KeyRange range) {
        byte[] from = range.from();
        if (space != Space.EXPIRY || from.length < QUEUE_HEAD_BYTES || from[0] != Layout.QUEUE) {
            return false;
        }
        int queue = (int) Layout.INT.get(from, 1);
        return (queue == QueueIds.UNTIL || queue == QueueIds.FOR)
                && schema.record().queue(queue).isPresent();
    }
}
