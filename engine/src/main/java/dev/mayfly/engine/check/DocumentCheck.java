package dev.mayfly.engine.check;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.expiry.Grave;
import dev.mayfly.engine.expiry.Instants;
import dev.mayfly.engine.expiry.PolicyState;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.expiry.ReplacedPolicy;
import dev.mayfly.engine.format.IndexEntry;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.format.QueueEntry;
import dev.mayfly.engine.schema.Schema;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.engine.write.ModifiedIndex;
import dev.mayfly.engine.write.RecheckSchedule;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Verifies that every document has the entries that it should have. */
final class DocumentCheck {
    private final CollectionCommitter committer;
    private final CollectionCheck.Facts facts;
    private final CheckFindings findings;
    private final Map<Integer, Long> owedBelow = new HashMap<>();
    private final Set<Integer> turned = new HashSet<>();
    private long documents;

    DocumentCheck(CollectionCommitter committer, CollectionCheck.Facts facts, CheckFindings findings) {
        this.committer = committer;
        this.facts = facts;
        this.findings = findings;
        facts.record().queues().forEach(queue -> owedBelow.put(queue.id(), owedBelow(facts.record(), queue)));
    }

    /**
     * Documents of a lower version owe the queue an entry. A queue that drains gets no entries any more, so it is owed
     * only those of documents that lived under a rule which rested on it.
     */
    private static long owedBelow(CollectionRecord record, QueueDefinition queue) {
        return switch (queue.state()) {
            case READY -> Long.MAX_VALUE;
            case BUILDING -> 0;
            case DRAINING -> {
                PolicyState state = record.policy();
                long below = 0;
                for (ReplacedPolicy replaced : state.recent()) {
                    below = replaced.policy().restsOn(queue.id()) ? Math.max(below, replaced.version()) : below;
                }
                for (Grave grave : state.graves()) {
                    for (Grave.Counted counted : grave.counted()) {
                        below = counted.policy().restsOn(queue.id()) ? Math.max(below, counted.replacedBy()) : below;
                    }
                }
                yield below;
            }
        };
    }

    long documents() {
        return documents;
    }

    void run() {
        try (Cursor cursor = facts.reader()
                .scan(committer.partition(), Space.DOCUMENT, KeyRange.ALL, Direction.FORWARD, Reader.UNLIMITED)) {
            while (cursor.next()) {
                documents++;
                check(new DocumentKey(cursor.key()), cursor.value());
            }
        }
    }

    private void check(DocumentKey key, byte[] value) {
        StoredDocument document;
        try {
            document = StoredDocument.of(key, value);
        } catch (StoredDocument.CorruptDocumentException damage) {
            findings.add(CheckFinding.Kind.DOCUMENT_DAMAGED, 0, key);
            return;
        }
        Schema.Entries entries = facts.schema().entries(document);
        for (IndexDefinition index : entries.turningMultikey()) {
            if (index.isReady() && turned.add(index.id())) {
                findings.addMultikey(index);
            }
        }
        for (IndexEntry entry : entries.all()) {
            if (facts.record().index(entry.index()).orElseThrow().isReady()) {
                checkEntry(document, entry);
            }
        }
        checkQueues(document, entries.all());
        if (facts.record().changes().recency()) {
            checkRecency(document);
        }
    }

    private void checkEntry(StoredDocument document, IndexEntry entry) {
        byte[] storeKey = entry.storeKey(document.key());
        byte[] held = facts.reader().get(committer.partition(), Space.INDEX, storeKey);
        CheckFinding.Kind kind =
                held == null ? CheckFinding.Kind.INDEX_ENTRY_MISSING : wrongness(document, entry, held);
        if (kind == null) {
            return;
        }
        if (kind == CheckFinding.Kind.VALUE_NOT_UNIQUE) {
            findings.add(kind, entry.index(), document.key());
            return;
        }
        byte[] value = entry.storeValue(document.key());
        Layout.LONG.set(value, 0, document.version());
        findings.put(kind, entry.index(), document.key(), Space.INDEX, storeKey, value);
    }

    /** An entry of an index that is not unique may be older than its document, which has kept the value. */
    private CheckFinding.@Nullable Kind wrongness(StoredDocument document, IndexEntry entry, byte[] held) {
        byte[] right = entry.storeValue(document.key());
        Layout.LONG.set(right, 0, document.version());
        boolean same = held.length == right.length && Arrays.equals(held, 8, held.length, right, 8, right.length);
        if (same) {
            long version = IndexEntry.version(held);
            boolean fits = entry.unique() ? version == document.version() : version <= document.version();
            return fits && version > 0 ? null : CheckFinding.Kind.INDEX_ENTRY_WRONG;
        }
        boolean another = entry.unique() && held.length > 8 && hasValue(IndexEntry.holder(held), entry);
        return another ? CheckFinding.Kind.VALUE_NOT_UNIQUE : CheckFinding.Kind.INDEX_ENTRY_WRONG;
    }

    /** Returns true if the other document exists, and has this value too. */
    private boolean hasValue(DocumentKey other, IndexEntry entry) {
        StoredDocument holder = CollectionCheck.load(facts.reader(), committer.partition(), other);
        return holder != null && facts.schema().entries(holder).all().contains(entry);
    }

    private void checkRecency(StoredDocument document) {
        byte[] storeKey = Layout.recencyKey(document.version(), document.key());
        byte[] held = facts.reader().get(committer.partition(), Space.INDEX, storeKey);
        boolean fits =
                held != null && ModifiedIndex.isWhole(held) && ModifiedIndex.instant(held) >= document.modified();
        if (fits) {
            return;
        }
        CheckFinding.Kind kind =
                held == null ? CheckFinding.Kind.INDEX_ENTRY_MISSING : CheckFinding.Kind.INDEX_ENTRY_WRONG;
        long before = ModifiedIndex.latest(facts.reader(), committer.partition(), document.version());
        byte[] right = ModifiedIndex.value(Math.max(before, document.modified()));
        findings.put(kind, Layout.RECENCY, document.key(), Space.INDEX, storeKey, right);
    }

    private void checkQueues(StoredDocument document, List<IndexEntry> entries) {
        Instants instants = facts.schema().instants(document);
        for (int position = 0; position < instants.queues().length; position++) {
            int queue = instants.queues()[position];
            boolean owed = document.version() < owedBelow.getOrDefault(queue, 0L);
            if (owed && QueueEntry.stands(instants, position)) {
                if (facts.isRechecked(document)) {
                    checkRecheck(document);
                } else if (!stands(document)) {
                    checkQueueEntry(document, entries, instants, position);
                }
            }
        }
    }

    private void checkRecheck(StoredDocument document) {
        byte[] storeKey = RecheckSchedule.entryKey(document);
        if (facts.reader().get(committer.partition(), Space.EXPIRY, storeKey) == null) {
            byte[] right = new byte[Long.BYTES];
            Layout.LONG.set(right, 0, document.version());
            findings.putQueueEntry(
                    CheckFinding.Kind.QUEUE_ENTRY_MISSING, QueueIds.RECHECK, document.key(), storeKey, right);
        }
    }

    /** Returns true if the document is one that the sweeper is looking at, and has not come to yet. */
    private boolean stands(StoredDocument document) {
        return document.recheck() == facts.rechecked()
                && facts.reader().get(committer.partition(), Space.EXPIRY, RecheckSchedule.entryKey(document)) != null;
    }

    private void checkQueueEntry(StoredDocument document, List<IndexEntry> entries, Instants instants, int position) {
        int queue = instants.queues()[position];
        byte[] storeKey = Layout.queueKey(queue, instants.at()[position], document.key());
        byte[] held = facts.reader().get(committer.partition(), Space.EXPIRY, storeKey);
        QueueEntry right = facts.schema().queueEntry(document, instants, entries);
        CheckFinding.Kind kind;
        if (held == null) {
            kind = CheckFinding.Kind.QUEUE_ENTRY_MISSING;
        } else if (!fits(held, right)) {
            kind = CheckFinding.Kind.QUEUE_ENTRY_WRONG;
        } else if (Arrays.compareUnsigned(storeKey, facts.marks().get(queue)) < 0) {
            kind = CheckFinding.Kind.QUEUE_ENTRY_BELOW_MARK;
        } else {
            return;
        }
        findings.putQueueEntry(kind, queue, document.key(), storeKey, right.toBytes());
    }

    /** An entry of an earlier generation need only name the version: the sweep then reads the document. */
    private boolean fits(byte[] held, QueueEntry right) {
        QueueEntry entry = CollectionCheck.queueEntry(held);
        if (entry == null || entry.instants().version() != right.instants().version()) {
            return false;
        }
        return entry.generation() != right.generation() || saysTheSame(entry, right);
    }

    /** It may say more than today's: of queues and indexes that are gone, or of an index that became a mere rule. */
    private boolean saysTheSame(QueueEntry entry, QueueEntry right) {
        for (int position = 0; position < right.instants().queues().length; position++) {
            if (entry.instants().in(right.instants().queues()[position])
                    != right.instants().at()[position]) {
                return false;
            }
        }
        Set<IndexEntry> said = new HashSet<>(entry.entries());
        said.removeIf(one -> facts.record()
                .index(one.index())
                .filter(IndexDefinition::hasEntries)
                .isEmpty());
        return entry.bytes() == right.bytes() && said.equals(new HashSet<>(right.entries()));
    }
}
