package dev.mayfly.engine.sweep;

import dev.mayfly.engine.commit.CommitGroup;
import dev.mayfly.engine.commit.CommitParticipant;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.store.api.Space;
import java.util.List;

/**
 * Stores documents from which properties were taken out, at the versions that they have. They are no part of the draft, so that
 * nobody who follows the commits takes them for written.
 */
final class TrimmedTail implements CommitParticipant {
    private final QueueTail tail;
    private final List<StoredDocument> trimmed;

    /** @param tail the changes of the same batch to the queue of the property */
    TrimmedTail(QueueTail tail, List<StoredDocument> trimmed) {
        this.tail = tail;
        this.trimmed = trimmed;
    }

    @Override
    public void prepare(CommitGroup group) {
        for (StoredDocument document : trimmed) {
            group.batch().put(Space.DOCUMENT, document.key().bytes(), document.bytes());
        }
        tail.prepare(group);
    }

    @Override
    public void applied(CommitGroup group) {
        tail.applied(group);
    }
}
