package dev.mayfly.store.memory;

import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Snapshot;
import dev.mayfly.store.api.Space;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A world that is kept, and keeps the store from closing. */
final class MemorySnapshot implements Snapshot {
    private final AtomicReference<@Nullable World> world;
    private final Visitors visitors;

    MemorySnapshot(World world, Visitors visitors) {
        this.world = new AtomicReference<>(world);
        this.visitors = visitors;
    }

    private World world() {
        World open = world.get();
        if (open == null) {
            throw new IllegalStateException("the snapshot is closed");
        }
        return open;
    }

    @Override
    public byte @Nullable [] get(Partition partition, Space space, byte[] key) {
        return MemoryReader.get(world(), partition, space, key);
    }

    @Override
    public List<byte @Nullable []> multiGet(Partition partition, Space space, List<byte[]> keys) {
        return MemoryReader.multiGet(world(), partition, space, keys);
    }

    @Override
    public Cursor scan(Partition partition, Space space, KeyRange range, Direction direction, int limit) {
        return MemoryReader.scan(world(), partition, space, range, direction, limit, () -> {});
    }

    @Override
    public void close() {
        if (world.getAndSet(null) != null) {
            visitors.leave();
        }
    }
}
