package dev.mayfly.store.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The read operations of a store, now or in a snapshot. Safe for concurrent use. */
public interface Reader {
    /** No limit to the entries of a scan. */
    int UNLIMITED = Integer.MAX_VALUE;

    /** The value of a key, or null. The array is not to be changed: another may be answered the same. */
    byte @Nullable [] get(Partition partition, Space space, byte[] key);

    /** The values of the keys, in their order, null where there is none. */
    List<byte @Nullable []> multiGet(Partition partition, Space space, List<byte[]> keys);

    /** A cursor over at most {@code limit} entries of the range, standing before the first in its direction. */
    Cursor scan(Partition partition, Space space, KeyRange range, Direction direction, int limit);
}
