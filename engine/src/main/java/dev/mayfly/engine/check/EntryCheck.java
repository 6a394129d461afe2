package dev.mayfly.engine.check;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.change.ChangeCodec;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.document.Tombstone;
import dev.mayfly.engine.event.EventBlock;
import dev.mayfly.engine.expiry.Instants;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.format.IndexEntry;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.format.QueueEntry;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.engine.write.ModifiedIndex;
import dev.mayfly.engine.write.RecheckSchedule;
import dev.mayfly.engine.write.Tombstones;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Verifies that every entry, and every record of an announcement, belongs to a document. */
final class EntryCheck {
    private final CollectionCommitter committer;
    private final CollectionCheck.Facts facts;
    private final CheckFindings findings;
    private long indexEntries;
    private long queueEntries;
    private long latest = Long.MIN_VALUE;

    EntryCheck(CollectionCommitter committer, CollectionCheck.Facts facts, CheckFindings findings) {
        this.committer = committer;
        this.facts = facts;
        this.findings = findings;
    }

    long indexEntries() {
        return indexEntries;
    }

    long queueEntries() {
        return queueEntries;
    }

    void run() {
        try (Cursor cursor = walk(Space.INDEX)) {
            while (cursor.next()) {
                indexEntries++;
                checkIndexEntry(cursor.key(), cursor.value());
            }
        }
        try (Cursor cursor = walk(Space.EXPIRY)) {
            while (cursor.next()) {
                byte[] key = cursor.key();
                if (key[0] == Layout.EVENTS) {
                    checkEvents(key, cursor.value());
                } else if (key[0] == Layout.ANNOUNCEMENT) {
                    checkRecord(key);
                } else {
                    queueEntries++;
                    checkQueueEntry(key, cursor.value());
                }
            }
        }
    }

    private void checkEvents(byte[] key, byte[] value) {
        if (!EventBlock.isWhole(key, value)) {
            findings.add(CheckFinding.Kind.CHANGE_DAMAGED, 0, null);
        }
    }

    /** Verifies that what the history keeps is what was written. */
    void checkHistory() {
        try (Cursor cursor = walk(Space.CHANGE)) {
            while (cursor.next()) {
                if (ChangeCodec.decode(cursor.key(), cursor.value()) == null) {
                    findings.add(CheckFinding.Kind.CHANGE_DAMAGED, 0, null);
                }
            }
        }
    }

    private Cursor walk(Space space) {
        return facts.reader().scan(committer.partition(), space, KeyRange.ALL, Direction.FORWARD, Reader.UNLIMITED);
    }

    private void checkIndexEntry(byte[] key, byte[] value) {
        if (Layout.isRecency(key) && facts.record().changes().recency()) {
            checkRecency(key, value);
            return;
        }
        if (Layout.isTombstone(key)) {
            checkTombstone(key, value);
            return;
        }
        if (Layout.isSequence(key)) {
            checkSequence(key);
            return;
        }
        int id = key.length < 4 ? 0 : (int) Layout.INT.get(key, 0);
        Optional<IndexDefinition> index = facts.record().index(id);
        DocumentKey document = index.isEmpty() ? null : named(index.get(), key, value);
        boolean belongs = document != null && belongs(index.get(), document, key);
        if (!belongs) {
            findings.delete(CheckFinding.Kind.INDEX_ENTRY_ORPHANED, id, document, Space.INDEX, key);
        }
    }

    private void checkRecency(byte[] key, byte[] value) {
        DocumentKey document = Layout.recencyDocument(key);
        byte[] stored = facts.reader().get(committer.partition(), Space.DOCUMENT, document.bytes());
        boolean belongs = stored != null && IndexEntry.version(stored) == Layout.recencyVersion(key);
        if (!belongs) {
            findings.delete(CheckFinding.Kind.INDEX_ENTRY_ORPHANED, Layout.RECENCY, document, Space.INDEX, key);
        } else if (ModifiedIndex.isWhole(value)) {
            if (ModifiedIndex.instant(value) < latest) {
                byte[] right = ModifiedIndex.value(latest);
                findings.put(CheckFinding.Kind.INDEX_ENTRY_WRONG, Layout.RECENCY, document, Space.INDEX, key, right);
            }
            latest = Math.max(latest, ModifiedIndex.instant(value));
        }
    }

    /** A key has a document or a tombstone; what has been buried can be found again only by its entry in the queue. */
    private void checkTombstone(byte[] key, byte[] value) {
        DocumentKey document = Layout.buriedDocument(key);
        boolean taken = facts.reader().get(committer.partition(), Space.DOCUMENT, document.bytes()) != null;
        if (taken || !Tombstones.isWhole(value)) {
            findings.delete(CheckFinding.Kind.TOMBSTONE_WRONG, 0, document, Space.INDEX, key);
            return;
        }
        Tombstone tombstone = Tombstones.decode(value);
        byte[] entryKey = Layout.queueKey(QueueIds.TOMBSTONES, tombstone.goneAt(), document);
        byte[] entry = new byte[Long.BYTES];
        Layout.LONG.set(entry, 0, tombstone.version());
        byte[] held = facts.reader().get(committer.partition(), Space.EXPIRY, entryKey);
        byte[] mark = facts.marks().get(QueueIds.TOMBSTONES);
        if (held == null) {
            findings.putQueueEntry(
                    CheckFinding.Kind.QUEUE_ENTRY_MISSING, QueueIds.TOMBSTONES, document, entryKey, entry);
        } else if (!Arrays.equals(held, entry)) {
            findings.putQueueEntry(CheckFinding.Kind.QUEUE_ENTRY_WRONG, QueueIds.TOMBSTONES, document, entryKey, entry);
        } else if (Arrays.compareUnsigned(entryKey, mark) < 0) {
            findings.putQueueEntry(
                    CheckFinding.Kind.QUEUE_ENTRY_BELOW_MARK, QueueIds.TOMBSTONES, document, entryKey, entry);
        }
    }

    private boolean belongsToTombstone(DocumentKey key, byte[] storeKey) {
        byte[] value = facts.reader().get(committer.partition(), Space.INDEX, Layout.tombstoneKey(key));
        return value != null
                && Tombstones.isWhole(value)
                && Tombstones.decode(value).goneAt() == Layout.queueInstant(storeKey);
    }

    /** An entry in the order of changes has the version of its document, of its tombstone, or of the document's announcement. */
    private void checkSequence(byte[] key) {
        DocumentKey document = Layout.sequenceDocument(key);
        long version = Layout.sequenceVersion(key);
        byte[] stored = facts.reader().get(committer.partition(), Space.DOCUMENT, document.bytes());
        byte[] held = stored == null
                ? facts.reader().get(committer.partition(), Space.INDEX, Layout.tombstoneKey(document))
                : facts.reader()
                        .get(
                                committer.partition(),
                                Space.EXPIRY,
                                Layout.announcementKey(document, IndexEntry.version(stored)));
        boolean belongs = (stored != null && IndexEntry.version(stored) == version)
                || (held != null && IndexEntry.version(held) == version);
        if (!belongs) {
            findings.delete(CheckFinding.Kind.INDEX_ENTRY_ORPHANED, Layout.SEQUENCE, document, Space.INDEX, key);
        }
    }

    private static @Nullable DocumentKey named(IndexDefinition index, byte[] key, byte[] value) {
        try {
            return IndexEntry.document(index.unique(), key, value);
        } catch (RuntimeException malformed) {
            return null;
        }
    }

    private boolean belongs(IndexDefinition index, DocumentKey key, byte[] storeKey) {
        byte[] value = facts.reader().get(committer.partition(), Space.DOCUMENT, key.bytes());
        if (value == null) {
            return false;
        }
        StoredDocument document = CollectionCheck.undamaged(key, value);
        if (document == null) {
            // The values of a damaged document are unknown; its entries stay with it.
            return true;
        }
        for (byte[] has : facts.schema().values(index, document)) {
            IndexEntry entry = new IndexEntry(index.id(), index.unique(), has);
            if (Arrays.equals(entry.storeKey(key), storeKey)) {
                return true;
            }
        }
        return false;
    }

    private void checkQueueEntry(byte[] key, byte[] value) {
        if (key.length < Layout.QUEUE_HEAD_BYTES) {
            findings.delete(CheckFinding.Kind.QUEUE_ENTRY_ORPHANED, 0, null, Space.EXPIRY, key);
            return;
        }
        int queue = (int) Layout.INT.get(key, 1);
        DocumentKey document = Layout.queueDocument(key);
        boolean belongs = switch (queue) {
            case QueueIds.TOMBSTONES -> belongsToTombstone(document, key);
            case QueueIds.RECHECK -> isRecheckOf(document, key);
            default -> belongs(queue, document, key, value);
        };
        if (!belongs) {
            findings.delete(CheckFinding.Kind.QUEUE_ENTRY_ORPHANED, queue, document, Space.EXPIRY, key);
        }
    }

    private boolean isRecheckOf(DocumentKey key, byte[] storeKey) {
        byte[] stored = facts.reader().get(committer.partition(), Space.DOCUMENT, key.bytes());
        StoredDocument document = stored == null ? null : CollectionCheck.undamaged(key, stored);
        boolean isDamaged = stored != null && document == null;
        return isDamaged
                || (document != null
                        && document.recheck() == Layout.queueInstant(storeKey)
                        && document.recheck() >= facts.rechecked());
    }

    private boolean belongs(int queue, DocumentKey key, byte[] storeKey, byte[] value) {
        byte[] stored = facts.reader().get(committer.partition(), Space.DOCUMENT, key.bytes());
        if (stored == null || facts.record().queue(queue).isEmpty()) {
            return false;
        }
        StoredDocument document = CollectionCheck.undamaged(key, stored);
        if (document == null) {
            return true;
        }
        Instants instants = facts.schema().instants(document);
        QueueEntry entry = CollectionCheck.queueEntry(value);
        return instants.in(queue) == Layout.queueInstant(storeKey)
                && !(RecheckSchedule.covers(queue) && facts.isRechecked(document))
                && entry != null
                && entry.instants().version() == document.version();
    }

    private void checkRecord(byte[] key) {
        DocumentKey document = Layout.announcedDocument(key);
        byte[] stored = facts.reader().get(committer.partition(), Space.DOCUMENT, document.bytes());
        boolean belongs = stored != null && (long) Layout.LONG.get(stored, 0) == Layout.announcedVersion(key);
        if (!belongs) {
            findings.delete(CheckFinding.Kind.RECORD_ORPHANED, 0, document, Space.EXPIRY, key);
        }
    }
}
