package dev.mayfly.engine.read;

import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One shard of a collection, read as if it were all of it: whatever partition is named, the shard is meant. */
public final class ShardReader implements Reader {
    private final Reader reader;
    private final Partition shard;

    public ShardReader(Reader reader, Partition shard) {
        this.reader = reader;
        this.shard = shard;
    }

    @Override
    public byte @Nullable [] get(Partition partition, Space space, byte[] key) {
        return reader.get(shard, space, key);
    }

    @Override
    public List<byte @Nullable []> multiGet(Partition partition, Space space, List<byte[]> keys) {
        return reader.multiGet(shard, space, keys);
    }

    @Override
    public Cursor scan(Partition partition, Space space, KeyRange range, Direction direction, int limit) {
        return reader.scan(shard, space, range, direction, limit);
    }
}
