package dev.mayfly.engine.read;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.expiry.Instants;
import dev.mayfly.engine.format.IndexEntry;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.format.QueueEntry;
import dev.mayfly.engine.schema.PropertyRules;
import dev.mayfly.engine.schema.Schema;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A reader that shows one index as if the sweeper had taken out every property that is dead by now: beside the entries that
 * stand, those that such documents have without their dead properties. Used by one thread.
 */
final class TrimmedEntries implements Reader {
    /*
     * A document whose property has died is in the index by what it was, and not by what it is: it would be missed by whoever
     * looks for documents without the property, and by a partial index whose filter it passes now. The queues tell which
     * documents these are. Entries that are not true any more are left to the reader of the documents, who compares.
     *
     * The documents are read before the index is: one that the sweeper gets to in between is then met twice, as one key.
     */
    private static final long ENTRY_BYTES = 64;

    private final Reader reader;
    private final Partition partition;
    private final ReadView reading;
    private final PropertyRules properties;
    private final IndexDefinition index;
    private final boolean isMarked;
    private @Nullable NavigableMap<byte[], byte[]> made;
    private final RequestGuard guard = RequestGuard.current();
    private long heldBytes;

    /** @param isMarked whether no entry stands below the marks that the reader finds, as one may within a transaction */
    TrimmedEntries(
            Reader reader,
            Partition partition,
            ReadView reading,
            PropertyRules properties,
            IndexDefinition index,
            boolean isMarked) {
        this.isMarked = isMarked;
        this.reader = reader;
        this.partition = partition;
        this.reading = reading;
        this.properties = properties;
        this.index = index;
    }

    @Override
    public byte @Nullable [] get(Partition asked, Space space, byte[] key) {
        return reader.get(asked, space, key);
    }

    @Override
    public List<byte @Nullable []> multiGet(Partition asked, Space space, List<byte[]> keys) {
        return reader.multiGet(asked, space, keys);
    }

    @Override
    public Cursor scan(Partition asked, Space space, KeyRange range, Direction direction, int limit) {
        NavigableMap<byte[], byte[]> entries = made();
        Cursor standing = reader.scan(asked, space, range, direction, limit);
        if (entries.isEmpty() || range.isEmpty()) {
            return standing;
        }
        byte[] until = range.until();
        NavigableMap<byte[], byte[]> within =
                until == null ? entries.tailMap(range.from(), true) : entries.subMap(range.from(), true, until, false);
        return within.isEmpty() ? standing : new AddedCursor(standing, within, direction);
    }

    /** Forgets what was made, and the memory that it takes. */
    void forget() {
        guard.letGo(heldBytes);
        heldBytes = 0;
        made = null;
    }

    private NavigableMap<byte[], byte[]> made() {
        NavigableMap<byte[], byte[]> known = made;
        if (known == null) {
            known = new TreeMap<>(Arrays::compareUnsigned);
            made = known;
            for (int queue : properties.queues()) {
                addAll(queue, known);
            }
        }
        return known;
    }

    private void addAll(int queue, NavigableMap<byte[], byte[]> entries) {
        long latest = properties.latestDue(queue, reading.now());
        if (latest == Long.MIN_VALUE) {
            return;
        }
        byte[] from = isMarked ? lowWaterMark(queue) : Layout.queuePrefix(queue);
        KeyRange due = new KeyRange(from, QueueEntry.frontier(queue, latest));
        if (due.isEmpty()) {
            return;
        }
        try (Cursor cursor = reader.scan(partition, Space.EXPIRY, due, Direction.FORWARD, Reader.UNLIMITED)) {
            while (cursor.next()) {
                guard.steps(DocumentScan.ENTRY_STEPS);
                add(Layout.queueDocument(cursor.key()), entries);
            }
        }
    }

    /**
     * Returns the key below which no entry of the queue stands, by the mark that is stored together with the entries; so the
     * walk passes over none of those that the sweeper has deleted.
     */
    private byte[] lowWaterMark(int queue) {
        byte[] lowest = null;
        int marks = 0;
        byte[] key = Layout.markKey(queue);
        KeyRange only = new KeyRange(key, Arrays.copyOf(key, key.length + 1));
        try (Cursor cursor = reader.scan(partition, Space.META, only, Direction.FORWARD, Reader.UNLIMITED)) {
            while (cursor.next()) {
                marks++;
                byte[] mark = cursor.value();
                lowest = lowest == null || Arrays.compareUnsigned(mark, lowest) < 0 ? mark : lowest;
            }
        }
        // A shard in which nothing was ever swept has no mark.
        int shards = reader instanceof ShardReader
                ? 1
                : reading.record().partitions().size();
        return lowest == null || marks < shards ? Layout.queuePrefix(queue) : lowest;
    }

    private void add(DocumentKey key, NavigableMap<byte[], byte[]> entries) {
        StoredDocument stored = StoredDocument.ofNullable(key, reader.get(partition, Space.DOCUMENT, key.bytes()));
        if (stored == null) {
            return;
        }
        Schema schema = reading.schema();
        Instants instants = schema.instants(stored);
        List<FieldPath> hidden = properties.hidden(instants, reading.now());
        if (hidden.isEmpty()) {
            return;
        }
        StoredDocument visible = properties.without(stored, hidden);
        for (byte[] value : schema.values(index, visible)) {
            IndexEntry entry = new IndexEntry(index.id(), index.unique(), value);
            byte[] storeKey = entry.storeKey(key);
            byte[] storeValue = entry.storeValue(key);
            Layout.LONG.set(storeValue, 0, stored.version());
            long bytes = ENTRY_BYTES + storeKey.length + storeValue.length;
            guard.hold(bytes);
            heldBytes += bytes;
            entries.put(storeKey, storeValue);
        }
    }
}
