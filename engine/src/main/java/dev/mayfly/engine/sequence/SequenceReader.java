package dev.mayfly.engine.sequence;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.document.Tombstone;
import dev.mayfly.engine.format.IndexEntry;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.LiveGate;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.engine.write.Tombstones;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads the changes of the slots of one shard, a page at a time; holds nothing between two pages. Safe for concurrent use. */
final class SequenceReader {
    /** Bytes before the deadline in the record of an announcement. */
    private static final int DEADLINE_AT = 12;

    private final CollectionCommitter committer;

    SequenceReader(CollectionCommitter committer) {
        this.committer = committer;
    }

    /**
     * Reads a page. What is written meanwhile is left out: it comes with a higher number. A document that has expired and is
     * not announced yet is left out, too.
     */
    SequencedPage read(int slot, SequencedPage.Bounds bounds) {
        if (bounds.until() <= bounds.after()) {
            return new SequencedPage(List.of(), bounds.after());
        }
        ReadView reading = committer.reading();
        PageFill fill = new PageFill(reading, bounds);
        KeyRange range = new KeyRange(
                Layout.sequenceHead(slot, bounds.after() + 1), Layout.sequenceHead(slot, bounds.until() + 1));
        try (Cursor cursor = committer
                .store()
                .scan(committer.partition(), Space.INDEX, range, Direction.FORWARD, Reader.UNLIMITED)) {
            while (cursor.next()) {
                if (!fill.take(cursor.key(), cursor.value())) {
                    return new SequencedPage(fill.changes, fill.version);
                }
            }
        }
        return new SequencedPage(fill.changes, bounds.until());
    }

    /** Returns the number of entries of a slot above a number, or so many if there are more. */
    int count(int slot, long after, int max) {
        KeyRange range = new KeyRange(Layout.sequenceHead(slot, after + 1), Layout.sequenceHead(slot + 1, 0));
        int count = 0;
        try (Cursor cursor = committer
                .store()
                .scan(committer.partition(), Space.INDEX, range, Direction.FORWARD, Reader.UNLIMITED)) {
            while (count < max && cursor.next()) {
                count++;
            }
        }
        return count;
    }

    /** Returns the keys that have an entry in a slot, in their order, whatever has become of their documents. */
    List<DocumentKey> keys(int slot, Predicate<DocumentKey> wanted) {
        List<DocumentKey> keys = new ArrayList<>();
        KeyRange range = new KeyRange(Layout.sequenceHead(slot, 0), Layout.sequenceHead(slot + 1, 0));
        try (Cursor cursor = committer
                .store()
                .scan(committer.partition(), Space.INDEX, range, Direction.FORWARD, Reader.UNLIMITED)) {
            while (cursor.next()) {
                DocumentKey key = Layout.sequenceDocument(cursor.key());
                if (wanted.test(key)) {
                    keys.add(key);
                }
            }
        }
        keys.sort(null);
        return keys;
    }

    /** A page while it is filled. It ends between two batches, so that it can be said how far it goes. */
    private final class PageFill {
        private final ReadView reading;
        private final SequencedPage.Bounds bounds;
        private final List<SequencedChange> changes = new ArrayList<>();
        private long bytes;
        private long version;

        PageFill(ReadView reading, SequencedPage.Bounds bounds) {
            this.reading = reading;
            this.bounds = bounds;
        }

        /** Returns false if the page is full, and the entry is not in it. */
        boolean take(byte[] key, byte[] value) {
            long next = Layout.sequenceVersion(key);
            boolean isFull = changes.size() >= bounds.changesMax() || bytes >= bounds.bytesMax();
            if (isFull && next != version) {
                return false;
            }
            version = next;
            long number = next - SequenceIndex.offset(value);
            if (number > bounds.after() && number <= bounds.until()) {
                add(load(reading, Layout.sequenceDocument(key), next, number));
            }
            return true;
        }

        private void add(@Nullable SequencedChange change) {
            if (change != null) {
                changes.add(change);
                bytes += change.bytes();
            }
        }
    }

    /** Returns the change that an entry stands for; null if the key has been changed since, or has expired. */
    private @Nullable SequencedChange load(ReadView reading, DocumentKey key, long version, long number) {
        StoredDocument stored = StoredDocument.ofNullable(key, get(Space.DOCUMENT, key.bytes()));
        if (stored != null && stored.version() == version) {
            Document live = LiveGate.admit(reading, stored);
            return live == null ? null : new SequencedChange(number, key, live, null);
        }
        Tombstone tombstone = stored == null ? buried(key, version) : announced(stored, version);
        return tombstone == null ? null : new SequencedChange(number, key, null, tombstone);
    }

    private @Nullable Tombstone buried(DocumentKey key, long version) {
        byte[] value = get(Space.INDEX, Layout.tombstoneKey(key));
        Tombstone tombstone = value == null ? null : Tombstones.decode(value);
        return tombstone != null && tombstone.version() == version ? tombstone : null;
    }

    private @Nullable Tombstone announced(StoredDocument stored, long version) {
        byte[] record = get(Space.EXPIRY, Layout.announcementKey(stored.key(), stored.version()));
        boolean isIt = record != null && IndexEntry.version(record) == version;
        return isIt
                ? Tombstone.ofExpired(committer.forms(), stored, (long) Layout.LONG.get(record, DEADLINE_AT))
                : null;
    }

    private byte @Nullable [] get(Space space, byte[] key) {
        return committer.store().get(committer.partition(), space, key);
    }
}
