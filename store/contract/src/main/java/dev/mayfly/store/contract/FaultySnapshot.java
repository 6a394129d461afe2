package dev.mayfly.store.contract;

import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Snapshot;
import dev.mayfly.store.api.Space;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A snapshot whose reads may fail, counted together with the store's own. */
record FaultySnapshot(FaultyStore faults, Snapshot snapshot) implements Snapshot {
    @Override
    public byte @Nullable [] get(Partition partition, Space space, byte[] key) {
        faults.meet(StoreCall.GET);
        return snapshot.get(partition, space, key);
    }

    @Override
    public List<byte @Nullable []> multiGet(Partition partition, Space space, List<byte[]> keys) {
        faults.meet(StoreCall.MULTI_GET);
        return snapshot.multiGet(partition, space, keys);
    }

    @Override
    public Cursor scan(Partition partition, Space space, KeyRange range, Direction direction, int limit) {
        faults.meet(StoreCall.SCAN);
        return new FaultyCursor(faults, snapshot.scan(partition, space, range, direction, limit));
    }

    @Override
    public void close() {
        snapshot.close();
    }
}
