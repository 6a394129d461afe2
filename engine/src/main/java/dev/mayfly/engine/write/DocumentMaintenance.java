package dev.mayfly.engine.write;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.commit.Announcement;
import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.document.Tombstone;
import dev.mayfly.engine.erasure.DeletionCause;
import dev.mayfly.engine.event.Announcer;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.Instants;
import dev.mayfly.engine.format.IndexEntry;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.format.QueueEntry;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.schema.Schema;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Puts documents into a draft and takes them out, with all that belongs to them: index entries, queue entries, what they
 * leave behind and what is announced of them.
 *
 * <p>On the path of every write, hence plain.
 */
public final class DocumentMaintenance {
    private final CollectionCommitter committer;
    private final Announcer announcer;
    private final Reader store;
    private final Partition partition;
    private final ModifiedIndex recency;
    private final Tombstones tombstones;
    private final PropertyMaintenance properties;

    /** A stored document with all it has in indexes and queues. */
    public record Standing(StoredDocument document, Instants instants, List<IndexEntry> entries) {}

    /** @param reader through which it sees what is there */
    DocumentMaintenance(CollectionCommitter committer, Announcer announcer, Reader reader) {
        this.committer = committer;
        this.announcer = announcer;
        this.store = reader;
        this.partition = committer.partition();
        this.recency = committer.modifiedIndex();
        this.tombstones = committer.tombstones();
        this.properties = new PropertyMaintenance(reader, partition, announcer);
    }

    /** What drafts owe the properties of documents. */
    public PropertyMaintenance properties() {
        return properties;
    }

    public static Standing standing(ReadView reading, StoredDocument document) {
        Schema schema = reading.schema();
        return new Standing(
                document, schema.instants(document), schema.entries(document).all());
    }

    void putDocument(
            PendingCommit draft, StoredDocument written, List<IndexEntry> entries, @Nullable Standing replaced) {
        DocumentKey key = written.key();
        Schema schema = draft.reading().schema();
        Instants instants = schema.instants(written);
        long recheck = replaced == null
                ? Deadlines.NO_DEADLINE
                : committer.rechecks().recheck(draft.reading(), replaced, instants);
        StoredDocument next = recheck == Deadlines.NO_DEADLINE ? written : written.recheckedAt(recheck);
        draft.putDocument(next);
        if (recency.isKept()) {
            draft.putRecency(key);
            if (replaced != null) {
                recency.forget(draft.batch(), key, replaced.document.version());
            }
        }
        Set<IndexEntry> before = replaced == null ? new HashSet<>(0) : new HashSet<>(replaced.entries);
        for (IndexEntry entry : entries) {
            // An entry that stays as it is keeps its old version, unless it is unique and names the holder of the
            // value.
            if (!before.remove(entry) || entry.unique()) {
                draft.putVersioned(Space.INDEX, entry.storeKey(key), entry.storeValue(key));
            }
        }
        for (IndexEntry gone : before) {
            deleteEntry(draft, key, gone);
        }
        draft.track(instants, next.bytes().length, 1);
        if (replaced != null) {
            draft.track(replaced.instants, replaced.document.bytes().length, -1);
        }
        if (replaced == null || recheck == Deadlines.NO_DEADLINE) {
            putQueueEntries(draft, next, instants, entries, replaced);
        } else {
            putRecheckEntry(draft, next, replaced);
        }
    }

    /** Puts nothing where the replaced document's entry serves. */
    private static void putRecheckEntry(PendingCommit draft, StoredDocument next, Standing replaced) {
        draft.relyOnRecheck(next.recheck());
        if (replaced.document.recheck() != next.recheck()) {
            draft.rely(next.recheck());
            draft.putQueueEntry(RecheckSchedule.entryKey(next), new byte[Long.BYTES]);
            for (byte[] gone : queueKeys(replaced)) {
                draft.batch().delete(Space.EXPIRY, gone);
            }
        }
    }

    private static void putQueueEntries(
            PendingCommit draft,
            StoredDocument next,
            Instants instants,
            List<IndexEntry> entries,
            @Nullable Standing replaced) {
        DocumentKey key = next.key();
        Schema schema = draft.reading().schema();
        List<byte[]> stale = replaced == null ? List.of() : queueKeys(replaced);
        byte[] payload = null;
        for (int position = 0; position < instants.queues().length; position++) {
            if (QueueEntry.stands(instants, position) && schema.keeps(position)) {
                byte[] value = payload == null
                        ? schema.queueEntry(next, instants, entries).toBytes()
                        : payload.clone();
                payload = value;
                byte[] queueKey = Layout.queueKey(instants.queues()[position], instants.at()[position], key);
                stale = without(stale, queueKey);
                draft.putQueueEntry(queueKey, value);
            }
        }
        for (byte[] gone : stale) {
            draft.batch().delete(Space.EXPIRY, gone);
        }
    }

    /** The keys of the entries that a document may have in the queues. */
    private static List<byte[]> queueKeys(Standing standing) {
        List<byte[]> keys = Schema.queueKeys(standing.document.key(), standing.instants);
        if (standing.document.recheck() != Deadlines.NO_DEADLINE) {
            keys.add(RecheckSchedule.entryKey(standing.document));
        }
        return keys;
    }

    private static List<byte[]> without(List<byte[]> keys, byte[] key) {
        for (int index = 0; index < keys.size(); index++) {
            if (Arrays.equals(keys.get(index), key)) {
                List<byte[]> rest = new ArrayList<>(keys);
                rest.remove(index);
                return rest;
            }
        }
        return keys;
    }

    /** Takes a document out with all that belongs to it, except the unique values that are taken over. */
    public void remove(PendingCommit draft, Standing standing, List<IndexEntry> takenOver) {
        remove(draft, standing, takenOver, null);
    }

    /** @param left its tombstone; null for the default one */
    void remove(PendingCommit draft, Standing standing, List<IndexEntry> takenOver, @Nullable Tombstone left) {
        StoredDocument document = standing.document;
        draft.touch(document.key().bytes());
        draft.expect(new Expectation.Version(Space.DOCUMENT, document.key().bytes(), document.version()));
        draft.batch().delete(Space.DOCUMENT, document.key().bytes());
        recency.forget(draft.batch(), document.key(), document.version());
        draft.sizes().removeDocument(document.bytes().length);
        draft.track(standing.instants, document.bytes().length, -1);
        for (IndexEntry entry : standing.entries) {
            if (!entry.unique() || !takenOver.contains(entry)) {
                deleteEntry(draft, document.key(), entry);
            }
        }
        for (byte[] queueKey : queueKeys(standing)) {
            draft.batch().delete(Space.EXPIRY, queueKey);
        }
        ReadView reading = draft.reading();
        boolean hidden = reading.policy().isHidden(standing.instants, reading.now());
        properties.release(draft, document, standing.instants, !hidden);
        if (left != null) {
            tombstones.put(draft, document.key(), left);
        } else if (hidden) {
            long goneAt = reading.policy().diedAt(standing.instants, reading.now());
            tombstones.leave(draft, document, Tombstone.Cause.EXPIRED, goneAt);
        } else {
            tombstones.leave(draft, document, Tombstone.Cause.REMOVED, reading.now());
        }
        if (hidden) {
            bury(draft, standing);
        }
    }

    /** Deletes an index entry; one that names another document is not ours to delete. */
    private void deleteEntry(PendingCommit draft, DocumentKey key, IndexEntry entry) {
        byte[] storeKey = entry.storeKey(key);
        if (entry.unique()) {
            byte[] held = store.get(partition, Space.INDEX, storeKey);
            if (draft.touches(storeKey)) {
                return;
            }
            draft.expect(IndexEntry.unchanged(storeKey, held));
            if (held == null || !IndexEntry.holder(held).equals(key)) {
                return;
            }
            draft.touch(storeKey);
        }
        draft.batch().delete(Space.INDEX, storeKey);
    }

    /** A write takes a hidden document's place: it is announced now if it was not before, and beyond recall unless held. */
    void bury(PendingCommit draft, Standing standing) {
        ReadView reading = draft.reading();
        DocumentKey key = standing.document.key();
        if (reading.schema().holds().covers(key)) {
            HeldDocuments.layAside(draft, standing.document, standing.instants);
        } else {
            committer.countDestroyed(draft, key, standing.document.bytes().length, standing.instants);
        }
        noteTaken(draft, standing);
        if (withdraw(draft, standing.document)) {
            return;
        }
        draft.expiry().expire(standing.document.bytes().length);
        byte[] record = Layout.announcementKey(standing.document.key(), standing.document.version());
        draft.expectUnread(new Expectation.Absent(Space.EXPIRY, record));
        Announcement announcement = announcement(draft.reading(), standing.document.key(), standing.instants);
        announcer.expired(draft, announcement, standing.document, false);
    }

    /**
     * Records a document that an undo of the last change of policy would have brought back, had this write not
     * replaced it.
     */
    private static void noteTaken(PendingCommit draft, Standing standing) {
        ReadView reading = draft.reading();
        long change = draft.expiry().cause() == DeletionCause.WRITE
                ? reading.policy().hiddenByChange(standing.instants, reading.now())
                : 0;
        if (change != 0) {
            byte[] key = Layout.takenKey(change, standing.document.key());
            draft.putVersioned(Space.META, key, new byte[Long.BYTES]);
        }
    }

    /** A write to a live document that had been announced says itself that it was brought back. */
    void recall(PendingCommit draft, StoredDocument document) {
        if (withdraw(draft, document)) {
            announcer.broughtBack(draft, document);
        } else if (committer.state().engine().isShared()) {
            // Another engine, whose clock is ahead, may announce it meanwhile.
            draft.noteUnrecorded(Layout.announcementKey(document.key(), document.version()));
        }
    }

    /** Returns true if a record of an announcement exists. */
    public boolean isRecorded(byte[] record) {
        return committer.totals().hasRecords() && store.get(partition, Space.EXPIRY, record) != null;
    }

    /** Takes away the record of a document, if one stands. */
    private boolean withdraw(PendingCommit draft, StoredDocument document) {
        if (!committer.totals().hasRecords()) {
            return false;
        }
        byte[] record = Layout.announcementKey(document.key(), document.version());
        byte[] held = store.get(partition, Space.EXPIRY, record);
        if (held == null) {
            return false;
        }
        draft.expect(new Expectation.Version(Space.EXPIRY, record, IndexEntry.version(held)));
        draft.withdraw(record);
        return true;
    }

    public static Announcement announcement(ReadView reading, DocumentKey key, Instants instants) {
        int queue = reading.policy().decidingQueue(instants, reading.now());
        long deadline = reading.policy().diedAt(instants, reading.now());
        return new Announcement(reading.record().name(), key, instants.version(), queue, deadline, reading.now(), 0);
    }
}
