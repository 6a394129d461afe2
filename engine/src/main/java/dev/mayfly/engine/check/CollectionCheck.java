package dev.mayfly.engine.check;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.format.QueueEntry;
import dev.mayfly.engine.schema.Schema;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.engine.write.SizeCounters;
import dev.mayfly.store.api.Capability;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Snapshot;
import dev.mayfly.store.api.Space;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Verifies one collection: first from the documents to their entries, then from the entries back. */
public final class CollectionCheck {
    private final CollectionCommitter committer;
    private final CheckFindings findings;
    private final Facts facts;

    /**
     * The input of a check: the collection at one instant.
     *
     * @param marks of the queues of the record
     * @param rechecked the last instant of which the sweeper may have looked at documents again
     */
    record Facts(Reader reader, Schema schema, Map<Integer, byte[]> marks, long rechecked, SizeCounters.Change totals) {
        /** Returns true if a document stands in the recheck queue, and in no other. */
        boolean isRechecked(StoredDocument document) {
            return document.recheck() != Deadlines.NO_DEADLINE && document.recheck() > rechecked;
        }

        CollectionRecord record() {
            return schema.record();
        }
    }

    private CollectionCheck(CollectionCommitter committer, Facts facts, boolean heals) {
        this.committer = committer;
        this.facts = facts;
        this.findings = new CheckFindings(committer, heals);
    }

    public static CheckReport check(CollectionCommitter committer) {
        if (!committer.store().capabilities().contains(Capability.SNAPSHOTS)) {
            return committer.latched(
                    () -> new CollectionCheck(committer, facts(committer, committer.store()), false).run());
        }
        List<Snapshot> opened = new ArrayList<>(1);
        try {
            Facts frozen = committer.latched(() -> {
                opened.add(committer.store().snapshot());
                return facts(committer, opened.getFirst());
            });
            return new CollectionCheck(committer, frozen, false).run();
        } finally {
            opened.forEach(Snapshot::close);
        }
    }

    public static CheckReport repair(CollectionCommitter committer) {
        return committer.latched(() -> new CollectionCheck(committer, facts(committer, committer.store()), true).run());
    }

    private static Facts facts(CollectionCommitter committer, Reader reader) {
        committer.catchUp();
        Map<Integer, byte[]> marks = new HashMap<>();
        for (QueueDefinition queue : committer.record().queues()) {
            marks.put(queue.id(), committer.marks().at(queue.id()));
        }
        marks.put(QueueIds.TOMBSTONES, committer.marks().at(QueueIds.TOMBSTONES));
        return new Facts(
                reader,
                committer.schema(),
                marks,
                committer.rechecks().floor(),
                committer.totals().now());
    }

    private CheckReport run() {
        DocumentCheck documents = new DocumentCheck(committer, facts, findings);
        documents.run();
        findings.flush();
        EntryCheck entries = new EntryCheck(committer, facts, findings);
        entries.run();
        entries.checkHistory();
        findings.flush();
        checkTotals();
        findings.flush();
        return new CheckReport(
                documents.documents(),
                entries.indexEntries(),
                entries.queueEntries(),
                findings.all(),
                findings.found());
    }

    private void checkTotals() {
        SizeCounters.Change counted = SizeCounters.count(facts.reader(), committer.partition());
        byte[] kept = facts.reader().get(committer.partition(), Space.META, Layout.TOTALS_KEY);
        boolean empty = kept == null && counted.equals(SizeCounters.Change.NOTHING);
        boolean same = counted.equals(facts.totals()) && (empty || Arrays.equals(kept, SizeCounters.encode(counted)));
        if (!same) {
            findings.putTotals(counted);
        }
    }

    /** The document of a key; null when there is none, or none that is undamaged. */
    static @Nullable StoredDocument load(Reader reader, Partition partition, DocumentKey key) {
        byte[] value = reader.get(partition, Space.DOCUMENT, key.bytes());
        return value == null ? null : undamaged(key, value);
    }

    /** The document, or null when its checksum does not match. */
    static @Nullable StoredDocument undamaged(DocumentKey key, byte[] value) {
        try {
            return StoredDocument.of(key, value);
        } catch (StoredDocument.CorruptDocumentException damage) {
            return null;
        }
    }

    /** Decodes an entry of a queue; returns null if it cannot be read. */
    static @Nullable QueueEntry queueEntry(byte[] value) {
        try {
            return QueueEntry.of(value);
        } catch (RuntimeException malformed) {
            return null;
        }
    }
}
