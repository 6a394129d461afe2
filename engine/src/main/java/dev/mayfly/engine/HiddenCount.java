package dev.mayfly.engine;

import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.Instants;
import dev.mayfly.engine.expiry.PolicyState;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import org.jspecify.annotations.Nullable;

/** Counts the hidden documents of a collection from the heads of its queues. For one count. */
final class HiddenCount {
    private final Committer committer;
    private final Reading reading;
    private final long guarded;
    private long documents;
    private long bytes;
    private long deadDocuments;
    private long deadBytes;
    private long oldestDead = Deadlines.NO_DEADLINE;

    private HiddenCount(Committer committer, Reading reading, long guarded) {
        this.committer = committer;
        this.reading = reading;
        this.guarded = guarded;
    }

    /** @param guarded what time is when only a trusted clock counts, for only by that a document is dead */
    static HiddenCensus of(Committer committer, Reading reading, long guarded) {
        if (!reading.policy().canHide()) {
            return HiddenCensus.NOTHING;
        }
        HiddenCount count = new HiddenCount(committer, reading, guarded);
        for (QueueDefinition queue : reading.record().queues()) {
            count.addQueue(queue.id());
        }
        return new HiddenCensus(count.documents, count.bytes, count.deadDocuments, count.deadBytes, count.oldestDead);
    }

    private void addQueue(int queue) {
        PolicyState policy = reading.policy();
        long latest = policy.latestDue(queue, reading.now());
        if (latest == Long.MIN_VALUE) {
            return;
        }
        byte[] from = committer.latched(() -> committer.marks().at(queue));
        KeyRange due = new KeyRange(from, QueuePass.frontier(queue, latest));
        try (Cursor cursor =
                committer.store().scan(committer.partition(), Space.EXPIRY, due, Direction.FORWARD, Reader.UNLIMITED)) {
            while (cursor.next()) {
                QueueEntry entry = QueueEntry.headOf(cursor.valueBuffer());
                Instants instants = current(entry, cursor);
                // A document may be due in several queues; it is counted where the deciding rule finds it.
                if (instants != null
                        && policy.isHidden(instants, reading.now())
                        && policy.decidingQueue(instants, reading.now()) == queue) {
                    add(entry, instants);
                }
            }
        }
    }

    private void add(QueueEntry entry, Instants instants) {
        documents++;
        bytes += entry.bytes();
        if (reading.policy().isDead(instants, guarded)) {
            deadDocuments++;
            deadBytes += entry.bytes();
            oldestDead = Math.min(oldestDead, reading.policy().deadFrom(instants));
        }
    }

    private @Nullable Instants current(QueueEntry entry, Cursor cursor) {
        if (entry.generation() == reading.record().generation()) {
            return entry.instants();
        }
        var key = Layout.queueDocument(cursor.key());
        StoredDocument stored = StoredDocument.ofNullable(
                key, committer.store().get(committer.partition(), Space.DOCUMENT, key.bytes()));
        return stored == null ? null : reading.schema().instants(stored);
    }
}
