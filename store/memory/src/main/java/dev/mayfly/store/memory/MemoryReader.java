package dev.mayfly.store.memory;

import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The reads of one world. */
final class MemoryReader {
    private MemoryReader() {}

    static byte @Nullable [] get(World world, Partition partition, Space space, byte[] key) {
        byte[] value = world.get(partition, space, key);
        return value == null ? null : value.clone();
    }

    static List<byte @Nullable []> multiGet(World world, Partition partition, Space space, List<byte[]> keys) {
        List<byte @Nullable []> values = new ArrayList<>(keys.size());
        for (byte[] key : keys) {
            values.add(get(world, partition, space, key));
        }
        return values;
    }

    static Cursor scan(
            World world,
            Partition partition,
            Space space,
            KeyRange range,
            Direction direction,
            int limit,
            Runnable onClose) {
        KeyRange placed = range.isEmpty()
                ? new KeyRange(new byte[0], new byte[0])
                : World.placed(partition, range.from(), range.until());
        return new MemoryCursor(world.root(space), placed, direction, limit, onClose);
    }
}
