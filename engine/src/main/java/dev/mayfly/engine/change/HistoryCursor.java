package dev.mayfly.engine.change;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.format.ByteReader;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.read.DocumentScan;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.StoreException;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the history of one collection that keeps its own, or of some of its shards, from behind one version up to what is settled. Used by one
 * thread at a time; must be closed.
 */
public final class HistoryCursor implements AutoCloseable {
    /*
     * Times and versions are both given under the latch of a shard, so its entries in the order of their times are in that
     * of their versions, and the first behind a version is found by halving. Entries of different shards are merged by their
     * versions: by their times they may come in another order.
     */
    private final PriorityQueue<Lane> lanes;
    private final long after;
    private final long end;

    /**
     * @param record of the collection as it is whenever it is asked for
     * @param read the shards of which the history is read
     * @param settled the version up to which everything was in the store before this was made
     */
    public HistoryCursor(
            Store store, Supplier<CollectionRecord> record, List<Partition> read, long after, long settled) {
        this.after = after;
        this.end = Math.max(after, settled);
        this.lanes = new PriorityQueue<>(Comparator.comparingLong(Lane::version).thenComparingInt(Lane::shard));
        try {
            for (Partition shard : read) {
                KeyRange rest = new KeyRange(seek(store, shard, after), null);
                advance(new Lane(
                        store.scan(shard, Space.CHANGE, rest, Direction.FORWARD, Reader.UNLIMITED), shard.id()));
            }
            // Asked behind the opening: what the cursors see was not deleted before.
            if (after < begin(store, record.get(), read)) {
                throw new EngineException(new EngineError.HistoryLost());
            }
        } catch (RuntimeException failure) {
            close();
            throw failure;
        }
    }

    /** The history of one shard; its cursor stands at an entry that is still to be given. */
    private static final class Lane {
        private final Cursor cursor;
        private final int shard;
        private @Nullable ChangeEntry entry;

        Lane(Cursor cursor, int shard) {
            this.cursor = cursor;
            this.shard = shard;
        }

        int shard() {
            return shard;
        }

        long version() {
            return entry == null ? Long.MAX_VALUE : entry.version();
        }
    }

    /** Moves to the next entry of a lane, which is closed if there is none up to the end. */
    private void advance(Lane lane) {
        RequestGuard guard = RequestGuard.current();
        boolean isOpen = false;
        try {
            while (lane.cursor.next()) {
                guard.steps(DocumentScan.ENTRY_STEPS);
                ChangeEntry entry = ChangeCodec.decode(lane.cursor.key(), lane.cursor.value());
                if (entry == null) {
                    throw new EngineException(new EngineError.StoreCorrupt());
                }
                if (entry.version() > end) {
                    return;
                }
                if (entry.version() > after) {
                    lane.entry = entry;
                    lanes.add(lane);
                    isOpen = true;
                    return;
                }
            }
        } finally {
            if (!isOpen) {
                lane.cursor.close();
            }
        }
    }

    /** The version behind which nothing is missing. */
    public static long begin(Reader store, CollectionRecord record) {
        return begin(store, record, record.partitions());
    }

    private static long begin(Reader store, CollectionRecord record, List<Partition> read) {
        long begin = record.changes().historySince();
        for (Partition shard : read) {
            begin = Math.max(begin, trimmed(store, shard));
        }
        return begin;
    }

    /** The version up to which it was deleted, or 0. */
    private static long trimmed(Reader store, Partition partition) {
        byte[] version = store.get(partition, Space.META, Layout.HISTORY_TRIMMED_VERSION_KEY);
        return version == null ? 0 : new ByteReader(version).take8();
    }

    /** The version of the last entry, be it deleted since; 0 when there was none. */
    public static long lastVersion(Reader store, Partition partition) {
        try (Cursor cursor = store.scan(partition, Space.CHANGE, KeyRange.ALL, Direction.BACKWARD, 1)) {
            return cursor.next() ? ChangeCodec.version(cursor.value()) : trimmed(store, partition);
        }
    }

    private static byte[] seek(Store store, Partition partition, long after) {
        long high = edge(store, partition, Direction.BACKWARD) + 1;
        if (lastVersion(store, partition) <= after) {
            // The most frequent case: the reader has read everything.
            return ChangeCodec.keyOf(ChangePosition.at(high));
        }
        long low = edge(store, partition, Direction.FORWARD);
        while (Long.compareUnsigned(low, high) < 0) {
            long middle = low + ((high - low) >>> 1);
            KeyRange rest = new KeyRange(ChangeCodec.keyOf(ChangePosition.at(middle)), null);
            try (Cursor cursor = store.scan(partition, Space.CHANGE, rest, Direction.FORWARD, 1)) {
                if (!cursor.next() || ChangeCodec.version(cursor.value()) > after) {
                    high = middle;
                } else {
                    low = ChangeCodec.positionOf(cursor.key()).time() + 1;
                }
            }
        }
        return ChangeCodec.keyOf(ChangePosition.at(low));
    }

    /** The time of the first or the last entry, or 0. */
    private static long edge(Store store, Partition partition, Direction direction) {
        try (Cursor cursor = store.scan(partition, Space.CHANGE, KeyRange.ALL, direction, 1)) {
            return cursor.next() ? ChangeCodec.positionOf(cursor.key()).time() : 0;
        }
    }

    /** The next change, or null when there is none up to the {@link #end}. */
    public @Nullable ChangeEntry next() {
        try {
            Lane lane = lanes.poll();
            if (lane == null) {
                return null;
            }
            ChangeEntry entry = lane.entry;
            advance(lane);
            return entry;
        } catch (StoreException failure) {
            throw EngineException.of(failure);
        }
    }

    /** The version from which on to read when {@link #next} has answered null. */
    public long end() {
        return end;
    }

    @Override
    public void close() {
        lanes.forEach(lane -> lane.cursor.close());
        lanes.clear();
    }
}
