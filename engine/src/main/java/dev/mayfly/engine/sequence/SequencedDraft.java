package dev.mayfly.engine.sequence;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.format.ByteWriter;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.WriteBatch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** What a sealed draft means for the order of changes: found from what it writes and what it expects. Used once. */
final class SequencedDraft {
    private final PendingCommit draft;
    private final ToIntFunction<DocumentKey> slotOf;
    private final int versionsBehind;
    private final Map<DocumentKey, KeyChange> changes = new HashMap<>(4);

    /** Hears what the draft adds to each slot. */
    interface Marks {
        void changed(int slot, long number);

        void purged(int slot, long number);
    }

    /** What the draft does to one key, and the versions that it expects to find there. */
    private static final class KeyChange {
        private boolean isWritten;
        private boolean isDeleted;
        private boolean isUnburied;
        private boolean isAnnounced;
        private byte @Nullable [] tombstone;
        private byte @Nullable [] tombstoneEntry;
        private long documentVersion;
        private long tombstoneVersion;
        private long announcedVersion;

        /** The version under which the key has its entry, or 0. */
        long before() {
            return announcedVersion != 0 ? announcedVersion : Math.max(documentVersion, tombstoneVersion);
        }

        boolean isChange() {
            return isWritten || tombstone != null || isAnnounced;
        }

        boolean isPurge() {
            return isDeleted || isUnburied;
        }
    }

    SequencedDraft(PendingCommit draft, ToIntFunction<DocumentKey> slotOf, int versionsBehind) {
        this.draft = draft;
        this.slotOf = slotOf;
        this.versionsBehind = versionsBehind;
    }

    void addTo(WriteBatch batch, Marks marks) {
        readWrites();
        readExpectations();
        Map<Integer, TreeMap<DocumentKey, KeyChange>> bySlot = new HashMap<>(4);
        Map<Integer, Long> purged = new HashMap<>(0);
        changes.forEach((key, change) -> {
            int slot = slotOf.applyAsInt(key);
            boolean isTold = change.announcedVersion != 0 && draft.isLeftByExpiry(key);
            if (isTold) {
                // Nothing new happens: an expiry that was announced before leaves its tombstone.
                keepEntry(change);
                return;
            }
            long before = change.before();
            if (before != 0) {
                batch.delete(Space.INDEX, Layout.sequenceKey(slot, before, key));
            }
            if (change.isChange()) {
                bySlot.computeIfAbsent(slot, _ -> new TreeMap<>()).put(key, change);
            } else if (change.isPurge()) {
                long number = change.isDeleted ? draft.version() : before;
                purged.merge(slot, number, Math::max);
            }
        });
        bySlot.forEach((slot, changed) -> marks.changed(slot, putEntries(batch, slot, List.copyOf(changed.keySet()))));
        purged.forEach(marks::purged);
    }

    /** Returns the number of the last. */
    private long putEntries(WriteBatch batch, int slot, List<DocumentKey> keys) {
        for (int index = 0; index < keys.size(); index++) {
            int offset = versionsBehind + keys.size() - 1 - index;
            boolean isPlain = keys.size() == 1 && versionsBehind == 0;
            byte[] value =
                    isPlain ? new byte[0] : new ByteWriter(4).put4(offset).toBytes();
            batch.put(Space.INDEX, Layout.sequenceKey(slot, draft.version(), keys.get(index)), value);
        }
        return draft.version() - versionsBehind;
    }

    /** The tombstone of an expiry that has been told is known by the version under which it was. */
    private static void keepEntry(KeyChange change) {
        byte[] tombstone = change.tombstone;
        byte[] entry = change.tombstoneEntry;
        if (tombstone != null) {
            Layout.LONG.set(tombstone, 0, change.announcedVersion);
        }
        if (entry != null) {
            Layout.LONG.set(entry, 0, change.announcedVersion);
        }
    }

    private void readWrites() {
        List<WriteBatch.Write> writes = new ArrayList<>(draft.batch().writes());
        for (WriteBatch.Write write : writes) {
            switch (write) {
                case WriteBatch.Put put -> readPut(put);
                case WriteBatch.Delete delete -> readDelete(delete);
                case WriteBatch.DeleteRange _ -> {}
            }
        }
    }

    private void readPut(WriteBatch.Put put) {
        byte[] key = put.key();
        switch (put.space()) {
            case DOCUMENT -> change(new DocumentKey(key)).isWritten = true;
            case INDEX -> {
                if (Layout.isTombstone(key)) {
                    change(Layout.buriedDocument(key)).tombstone = put.value();
                }
            }
            case EXPIRY -> {
                if (key[0] == Layout.ANNOUNCEMENT) {
                    change(Layout.announcedDocument(key)).isAnnounced = true;
                } else if (key[0] == Layout.QUEUE && (int) Layout.INT.get(key, 1) == QueueIds.TOMBSTONES) {
                    change(Layout.queueDocument(key)).tombstoneEntry = put.value();
                }
            }
            case CHANGE, META -> {}
        }
    }

    private void readDelete(WriteBatch.Delete delete) {
        byte[] key = delete.key();
        switch (delete.space()) {
            case DOCUMENT -> change(new DocumentKey(key)).isDeleted = true;
            case INDEX -> {
                if (Layout.isTombstone(key)) {
                    change(Layout.buriedDocument(key)).isUnburied = true;
                }
            }
            case EXPIRY, CHANGE, META -> {}
        }
    }

    private KeyChange change(DocumentKey key) {
        return changes.computeIfAbsent(key, _ -> new KeyChange());
    }

    private void readExpectations() {
        for (Expectation expectation : draft.expectations()) {
            if (expectation instanceof Expectation.Version expected) {
                readVersion(expected);
            }
        }
    }

    private void readVersion(Expectation.Version expected) {
        byte[] key = expected.key();
        switch (expected.space()) {
            case DOCUMENT -> {
                KeyChange change = changes.get(new DocumentKey(key));
                if (change != null) {
                    change.documentVersion = expected.version();
                }
            }
            case INDEX -> {
                KeyChange change = Layout.isTombstone(key) ? changes.get(Layout.buriedDocument(key)) : null;
                if (change != null) {
                    change.tombstoneVersion = expected.version();
                }
            }
            case EXPIRY -> {
                KeyChange change = key[0] == Layout.ANNOUNCEMENT ? changes.get(Layout.announcedDocument(key)) : null;
                if (change != null) {
                    change.announcedVersion = expected.version();
                }
            }
            case CHANGE, META -> {}
        }
    }
}
