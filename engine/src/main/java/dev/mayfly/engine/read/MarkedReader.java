package dev.mayfly.engine.read;

import dev.mayfly.engine.format.Layout;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A reader whose scans of a queue begin at the queue's low-water mark, below which no entry stands: so they never walk what
 * was deleted long ago. The marks must be as old as what is read, or older.
 */
public final class MarkedReader implements Reader {
    private static final int QUEUE_HEAD_BYTES = 1 + Integer.BYTES;

    private final Reader reader;
    private final Map<Integer, byte[]> marks;

    /** @param marks by the numbers of the queues */
    public MarkedReader(Reader reader, Map<Integer, byte[]> marks) {
        this.reader = reader;
        this.marks = Map.copyOf(marks);
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
        return reader.scan(partition, space, space == Space.EXPIRY ? aboveMark(range) : range, direction, limit);
    }

    private KeyRange aboveMark(KeyRange range) {
        byte[] from = range.from();
        boolean isOfQueue = from.length >= QUEUE_HEAD_BYTES && from[0] == Layout.QUEUE;
        byte[] mark = isOfQueue ? marks.get((int) Layout.INT.get(from, 1)) : null;
        return mark == null || Arrays.compareUnsigned(from, mark) >= 0 ? range : new KeyRange(mark, range.until());
    }
}
