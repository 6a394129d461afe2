package dev.mayfly.store.rocksdb;

import static dev.mayfly.store.rocksdb.Natives.opened;

import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Snapshot;
import dev.mayfly.store.api.Space;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;

/** A snapshot of the database; released when it is closed and the last read and cursor of it has ended. */
final class RocksSnapshot implements Snapshot {
    private final RocksDatabase database;
    private final org.rocksdb.Snapshot snapshot;
    private final ReadOptions reading;
    private final RocksReader reader;
    private final Runnable onRelease;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** The reads and cursors in flight, and one more until the snapshot is closed. Never rises again from zero. */
    private final AtomicInteger users = new AtomicInteger(1);

    RocksSnapshot(RocksDatabase database, Failures failures, LargeValues large, Runnable onRelease) {
        this.database = database;
        this.snapshot = opened(database.database().getSnapshot());
        this.reading = opened(new ReadOptions()).setSnapshot(snapshot);
        this.reader = new RocksReader(database, failures, reading, large);
        this.onRelease = onRelease;
    }

    @Override
    public byte @Nullable [] get(Partition partition, Space space, byte[] key) {
        enter();
        try {
            return reader.get(partition, space, key);
        } finally {
            leave();
        }
    }

    @Override
    public List<byte @Nullable []> multiGet(Partition partition, Space space, List<byte[]> keys) {
        enter();
        try {
            return reader.multiGet(partition, space, keys);
        } finally {
            leave();
        }
    }

    @Override
    public Cursor scan(Partition partition, Space space, KeyRange range, Direction direction, int limit) {
        enter();
        return reader.scan(partition, space, range, direction, limit, this::leave);
    }

    private void enter() {
        int before = users.getAndUpdate(count -> count == 0 ? 0 : count + 1);
        if (before == 0) {
            throw new IllegalStateException("the snapshot is closed");
        }
        if (closed.get()) {
            leave();
            throw new IllegalStateException("the snapshot is closed");
        }
    }

    private void leave() {
        if (users.decrementAndGet() == 0) {
            Natives.close(reading);
            database.database().releaseSnapshot(snapshot);
            Natives.close(snapshot);
            onRelease.run();
        }
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            leave();
        }
    }
}
