package dev.mayfly.engine.change;

import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.commit.CommitRetry;
import dev.mayfly.engine.commit.EngineStore;
import dev.mayfly.engine.format.ByteReader;
import dev.mayfly.engine.format.ByteWriter;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.WriteBatch;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The oldest points to which the history goes back. Trimmed by one thread at a time; read by any. */
final class HistoryRetention {
    /*
     * First it is written down from where on the history is kept, and only then is deleted what lies before: a reader
     * that has opened its cursors and finds its position kept misses nothing.
     *
     * A face's history begins when it is first asked for. A process that runs without it forgets it: there would be a gap.
     */
    private static final int STEPS = 64;
    private static final long STEP_SECONDS_MIN = 1;

    private final EngineStore engine;
    private final HistorySettings settings;
    private final History history;
    private final Map<String, Long> since = new ConcurrentHashMap<>();
    private volatile long trimmed;

    HistoryRetention(EngineStore engine, HistorySettings settings, History history) {
        this.engine = engine;
        this.settings = settings;
        this.history = history;
    }

    long earliest(String face) {
        return History.later(since.getOrDefault(face, -1L), trimmed);
    }

    void restore(List<CollectionRecord> records) {
        byte[] kept = engine.store().get(Partition.CATALOG, Space.META, Layout.HISTORY_TRIMMED_KEY);
        trimmed = kept == null ? 0 : new ByteReader(kept).take8();
        for (String face : keptFaces()) {
            if (settings.chroniclers().containsKey(face)) {
                byte[] value = engine.store().get(Partition.CATALOG, Space.META, sinceKey(face));
                since.put(face, value == null ? -1 : new ByteReader(value).take8());
            } else {
                discard(face, records);
            }
        }
        history.passed(trimmed);
        since.values().forEach(history::passed);
        for (String face : settings.chroniclers().keySet()) {
            since.computeIfAbsent(face, this::begin);
        }
    }

    private List<String> keptFaces() {
        List<String> faces = new ArrayList<>();
        KeyRange range = KeyRange.prefix(new byte[] {Layout.HISTORY_SINCE});
        try (Cursor cursor =
                engine.store().scan(Partition.CATALOG, Space.META, range, Direction.FORWARD, Reader.UNLIMITED)) {
            while (cursor.next()) {
                byte[] key = cursor.key();
                faces.add(new String(Arrays.copyOfRange(key, 1, key.length), StandardCharsets.UTF_8));
            }
        }
        return faces;
    }

    private long begin(String face) {
        long time = history.take(1, engine.clock().wallMillis());
        byte[] value = new ByteWriter(8).put8(time).toBytes();
        commit(Partition.CATALOG, CommitRetry.batch().put(Space.META, sinceKey(face), value));
        return time;
    }

    private void discard(String face, List<CollectionRecord> records) {
        WriteBatch gone = CommitRetry.batch().deleteRange(Space.CHANGE, KeyRange.ALL);
        commit(Partition.CATALOG, gone.delete(Space.META, sinceKey(face)));
        for (CollectionRecord record : records) {
            if (record.name().face().equals(face)) {
                for (Partition shard : record.partitions()) {
                    commit(shard, CommitRetry.batch().deleteRange(Space.CHANGE, KeyRange.ALL));
                }
            }
        }
    }

    private static byte[] sinceKey(String face) {
        return new ByteWriter(16)
                .put1(Layout.HISTORY_SINCE)
                .put(face.getBytes(StandardCharsets.UTF_8))
                .toBytes();
    }

    private void commit(Partition partition, WriteBatch batch) {
        CommitRetry.commit(engine.store(), partition, batch, Durability.LOGGED);
    }

    /**
     * Deletes what a collection with a history of its own keeps no longer, and writes down up to which version. While
     * the clock is suspect it may run ahead, and nothing is deleted.
     */
    void trim(CollectionRecord record) {
        for (Partition shard : record.partitions()) {
            trim(record, history.feed(shard.id()));
        }
    }

    private void trim(CollectionRecord record, @Nullable ChangeLog feed) {
        if (feed == null || !feed.isByCollection() || engine.clock().isSuspect()) {
            return;
        }
        long kept = record.changes().historyMillis();
        long step = Math.max(STEP_SECONDS_MIN, kept / 1000 / STEPS) << 32;
        long until = ChangePosition.timeOf(engine.clock().wallMillis() - kept);
        boolean due = Long.compareUnsigned(until, feed.trimmed() + step) >= 0;
        if (due && feed.last() != 0 && Long.compareUnsigned(feed.last(), feed.trimmed()) >= 0) {
            trimOwn(feed, until);
        }
    }

    private void trimOwn(ChangeLog feed, long until) {
        KeyRange gone = new KeyRange(new byte[0], ChangeCodec.keyOf(ChangePosition.at(until)));
        long version = 0;
        try (Cursor cursor = engine.store().scan(feed.partition(), Space.CHANGE, gone, Direction.BACKWARD, 1)) {
            version = cursor.next() ? ChangeCodec.version(cursor.value()) : 0;
        }
        if (version != 0) {
            byte[] value = new ByteWriter(8).put8(version).toBytes();
            WriteBatch batch = CommitRetry.batch().put(Space.META, Layout.HISTORY_TRIMMED_VERSION_KEY, value);
            commit(feed.partition(), batch.deleteRange(Space.CHANGE, gone));
        }
        feed.setTrimmed(until);
    }

    void trim() {
        if (settings.chroniclers().isEmpty()) {
            return;
        }
        long step = Math.max(STEP_SECONDS_MIN, settings.retention().toSeconds() / STEPS) << 32;
        long until = ChangePosition.timeOf(
                engine.clock().wallMillis() - settings.retention().toMillis());
        if (Long.compareUnsigned(until, trimmed + step) < 0) {
            return;
        }
        byte[] value = new ByteWriter(8).put8(until).toBytes();
        commit(Partition.CATALOG, CommitRetry.batch().put(Space.META, Layout.HISTORY_TRIMMED_KEY, value));
        trimmed = until;
        trim(history.catalog(), until);
        for (ChangeLog feed : history.feeds()) {
            if (!feed.isByCollection()) {
                trim(feed, until);
            }
        }
    }

    private void trim(ChangeLog feed, long until) {
        long last = feed.last();
        DroppedCollection dropped = feed.dropped();
        if (dropped != null && Long.compareUnsigned(dropped.time(), until) < 0) {
            commit(feed.partition(), CommitRetry.batch().deleteRange(Space.CHANGE, KeyRange.ALL));
            history.forget(feed);
            if (dropped.partitions().stream().allMatch(shard -> history.feed(shard.id()) == null)) {
                byte[] key = Layout.collectionKey(Layout.DROPPED, dropped.id());
                commit(Partition.CATALOG, CommitRetry.batch().delete(Space.META, key));
            }
        } else if (last != 0 && Long.compareUnsigned(last, feed.trimmed()) >= 0) {
            byte[] from = ChangeCodec.keyOf(ChangePosition.at(feed.trimmed()));
            byte[] end = ChangeCodec.keyOf(ChangePosition.at(until));
            commit(feed.partition(), CommitRetry.batch().deleteRange(Space.CHANGE, new KeyRange(from, end)));
            feed.setTrimmed(until);
        }
    }
}
