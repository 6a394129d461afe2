package dev.mayfly.engine;

import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.expiry.Instants;
import dev.mayfly.engine.expiry.PolicyState;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import org.jspecify.annotations.Nullable;

/** Counts the hidden documents of a collection from the heads of its queues. */
final class HiddenCount {
    private HiddenCount() {}

    static long of(Committer committer, Reading reading) {
        if (!reading.policy().canHide()) {
            return 0;
        }
        long hidden = 0;
        for (QueueDefinition queue : reading.record().queues()) {
            hidden += inQueue(committer, reading, queue.id());
        }
        return hidden;
    }

    private static long inQueue(Committer committer, Reading reading, int queue) {
        PolicyState policy = reading.policy();
        long latest = policy.latestDue(queue, reading.now());
        if (latest == Long.MIN_VALUE) {
            return 0;
        }
        long hidden = 0;
        byte[] from = committer.latched(() -> committer.marks().at(queue));
        KeyRange due = new KeyRange(from, QueuePass.frontier(queue, latest));
        try (Cursor cursor =
                committer.store().scan(committer.partition(), Space.EXPIRY, due, Direction.FORWARD, Reader.UNLIMITED)) {
            while (cursor.next()) {
                Instants instants = current(committer, reading, cursor);
                // A document may be due in several queues; it is counted where the deciding rule finds it.
                boolean counts = instants != null
                        && policy.isHidden(instants, reading.now())
                        && policy.decidingQueue(instants, reading.now()) == queue;
                hidden += counts ? 1 : 0;
            }
        }
        return hidden;
    }

    private static @Nullable Instants current(Committer committer, Reading reading, Cursor cursor) {
        QueueEntry entry = QueueEntry.of(cursor.value());
        if (entry.generation() == reading.record().generation()) {
            return entry.instants();
        }
        var key = Layout.queueDocument(cursor.key());
        StoredDocument stored = StoredDocument.ofNullable(
                key, committer.store().get(committer.partition(), Space.DOCUMENT, key.bytes()));
        return stored == null ? null : reading.schema().instants(stored);
    }
}
