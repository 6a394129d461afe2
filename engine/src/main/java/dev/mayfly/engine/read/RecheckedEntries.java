package dev.mayfly.engine.read;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.Instants;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.schema.Schema;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** The entries that documents of the recheck queue would have in a range of the queue of their deadline. */
final class RecheckedEntries {
    /*
     * A document is never looked at again later than at its deadline. So the documents of a range stand in the recheck queue
     * before the range ends, and whoever wants the first few of them need not look further than the last of those.
     */
    private final Reader reader;
    private final Partition partition;
    private final Schema schema;
    private final KeyRange range;
    private final int queue;
    private final RequestGuard guard = RequestGuard.current();

    /** An entry, as it would stand in the queue of the deadline. */
    record Entry(byte[] key, byte[] value) {
        private static final Comparator<Entry> BY_KEY = (left, right) -> Arrays.compareUnsigned(left.key, right.key);
    }

    /** @param range within one queue */
    RecheckedEntries(Reader reader, Partition partition, Schema schema, KeyRange range) {
        this.reader = reader;
        this.partition = partition;
        this.schema = schema;
        this.range = range;
        this.queue = (int) Layout.INT.get(range.from(), 1);
    }

    /** Opens the part of the recheck queue in which documents of the range may stand. */
    Cursor open() {
        byte[] until = range.until();
        long last = until == null || until.length < Layout.QUEUE_HEAD_BYTES
                ? Deadlines.NO_DEADLINE
                : Layout.queueInstant(until);
        byte[] end = last == Deadlines.NO_DEADLINE
                ? Layout.queuePrefix(QueueIds.RECHECK + 1)
                : Layout.queueHead(QueueIds.RECHECK, last + 1);
        KeyRange looked = new KeyRange(Layout.queuePrefix(QueueIds.RECHECK), end);
        return reader.scan(partition, Space.EXPIRY, looked, Direction.FORWARD, Reader.UNLIMITED);
    }

    /** Makes the entry of the document at which a cursor over the recheck queue stands; null if it is not of the range. */
    @Nullable
    Entry at(Cursor rechecked) {
        byte[] key = rechecked.key();
        DocumentKey document = Layout.queueDocument(key);
        StoredDocument stored = load(document);
        if (stored == null || stored.recheck() != Layout.queueInstant(key)) {
            return null;
        }
        Instants instants = schema.instants(stored);
        long deadline = instants.in(queue);
        if (deadline == Deadlines.NO_DEADLINE) {
            return null;
        }
        byte[] entryKey = Layout.queueKey(queue, deadline, document);
        if (!range.contains(entryKey)) {
            return null;
        }
        byte[] value = schema.queueEntry(
                        stored, instants, schema.entries(stored).all())
                .toBytes();
        return new Entry(entryKey, value);
    }

    private @Nullable StoredDocument load(DocumentKey document) {
        try {
            return StoredDocument.ofNullable(document, reader.get(partition, Space.DOCUMENT, document.bytes()));
        } catch (StoredDocument.CorruptDocumentException damage) {
            return null;
        }
    }

    /**
     * Returns the first entries of the range that are not before a key, in order.
     *
     * @param most how many; fewer come back only if there are no more
     */
    List<Entry> first(byte[] from, int most) {
        PriorityQueue<Entry> least = new PriorityQueue<>(Entry.BY_KEY.reversed());
        try (Cursor cursor = open()) {
            while (cursor.next()) {
                boolean isPast = least.size() == most
                        && Layout.queueInstant(cursor.keyBuffer()) > Layout.queueInstant(least.element().key);
                if (isPast) {
                    break;
                }
                guard.steps(DocumentScan.ENTRY_STEPS);
                Entry entry = at(cursor);
                if (entry != null && Arrays.compareUnsigned(entry.key, from) >= 0) {
                    least.add(entry);
                    if (least.size() > most) {
                        least.remove();
                    }
                }
            }
        }
        List<Entry> sorted = new ArrayList<>(least);
        sorted.sort(Entry.BY_KEY);
        return sorted;
    }
}
