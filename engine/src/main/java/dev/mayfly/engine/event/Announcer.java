package dev.mayfly.engine.event;

import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.change.Change;
import dev.mayfly.engine.change.ChangeCapture;
import dev.mayfly.engine.commit.Announcement;
import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.read.LiveGate;
import dev.mayfly.engine.read.ReadView;
import org.jspecify.annotations.Nullable;

/**
 * Says in a draft that expiry has hidden a document, or gives one back: by the record of the announcement, to the log of
 * events, and to the face's own history. The one place where all three begin. Safe for concurrent use.
 */
public final class Announcer {
    private final @Nullable ChangeCapture changeCapture;
    private final EventLog log;

    /** @param changeCapture of the collection's history, or null where none is kept */
    public Announcer(@Nullable ChangeCapture changeCapture, EventLog log) {
        this.changeCapture = changeCapture;
        this.log = log;
    }

    private @Nullable ChangeCapture captureOf(ReadView reading) {
        return ChangeCapture.keeping(changeCapture, reading);
    }

    /** Returns true if anybody waits for the announcements of a collection. */
    public boolean isFollowed(CollectionName name) {
        return log.isFollowed(name);
    }

    /** Returns true if the announcer needs the whole document that it is to announce. */
    public boolean needsDocument(ReadView reading) {
        return captureOf(reading) != null || log.keepsDocuments(reading.record().name());
    }

    /**
     * Announces a hidden document.
     *
     * @param document null where it is not needed, or is not what its entry says, so that the draft must be made again
     * @param stands whether a record of it stands, since the same batch does not take the document out
     */
    public void expired(
            PendingCommit draft, Announcement announcement, @Nullable StoredDocument document, boolean stands) {
        draft.announce(announcement, stands);
        ReadView reading = draft.reading();
        if (document == null && needsDocument(reading)) {
            draft.race();
            return;
        }
        if (log.isKept()) {
            draft.addEvent(EventKind.EXPIRED.code(), announcement, bodyFor(reading, document));
        }
        ChangeCapture capture = captureOf(reading);
        if (capture != null && document != null) {
            capture.noteExpired(draft, LiveGate.withoutHidden(reading, document), announcement);
        }
    }

    /** Announces that a property of a document has died, which is no news to a history: nothing was written. */
    public void propertyExpired(PendingCommit draft, Announcement announcement) {
        draft.expiry().endProperty();
        if (log.isKept()) {
            draft.addEvent(EventKind.PROPERTY_EXPIRED.code(), announcement, null);
        }
    }

    /** Announces that a document that had been announced as expired is live again. */
    public void broughtBack(PendingCommit draft, StoredDocument document) {
        restored(draft, document);
        ChangeCapture capture = captureOf(draft.reading());
        if (capture != null) {
            capture.note(
                    draft,
                    document.key(),
                    new Change.BroughtBack(
                            LiveGate.withoutHidden(draft.reading(), document).body()),
                    null,
                    document);
        }
    }

    /** Announces the return of a document whose history continues with a write that itself says so. */
    public void restored(PendingCommit draft, StoredDocument document) {
        draft.expiry().bringBack();
        ReadView reading = draft.reading();
        if (log.isKept()) {
            Announcement back = new Announcement(
                    reading.record().name(), document.key(), document.version(), 0, 0, reading.now(), 0);
            draft.addEvent(EventKind.BROUGHT_BACK.code(), back, bodyFor(reading, document));
        }
    }

    private byte @Nullable [] bodyFor(ReadView reading, @Nullable StoredDocument document) {
        return document != null && log.keepsDocuments(reading.record().name())
                ? LiveGate.withoutHidden(reading, document).body()
                : null;
    }
}
