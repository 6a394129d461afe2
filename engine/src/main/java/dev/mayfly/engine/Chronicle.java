package dev.mayfly.engine;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.Stamp;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.change.Change;
import dev.mayfly.engine.change.Chronicler;
import org.jspecify.annotations.Nullable;

/** Adds to drafts what the history of one collection keeps of them. Safe for concurrent use. */
final class Chronicle {
    private final Chronicler chronicler;
    private final Feed feed;

    Chronicle(Chronicler chronicler, Feed feed) {
        this.chronicler = chronicler;
        this.feed = feed;
    }

    Feed feed() {
        return feed;
    }

    /** Whether anything is kept of a collection that has this record. */
    boolean keeps(CollectionRecord record) {
        return !feed.isByCollection() || record.changes().hasHistory();
    }

    void note(Draft draft, DocumentKey key, Change change, @Nullable Stamp before, @Nullable Stamp after) {
        Reading reading = draft.reading();
        CollectionRecord record = reading.record();
        byte[] note = chronicler.note(record, change, new Chronicler.Stamps(before, after));
        if (note != null) {
            draft.remember(ChangeCodec.encode(record.name(), reading.now(), key, change, note, feed.isByCollection()));
        }
    }

    void noteExpired(Draft draft, StoredDocument document, Announcement announcement) {
        Change.Expired expired = new Change.Expired(document.body(), announcement.queue(), announcement.deadline());
        note(draft, document.key(), expired, document.stamp(), null);
    }

    /** Gives a draft that is about to be committed its place in the history; answers its last time, or 0 for none. */
    long begin(Draft draft) {
        return draft.changes().isEmpty()
                ? 0
                : feed.add(draft.batch(), draft.changes(), draft.reading().now());
    }

    /** To be called once the draft is committed, or has failed. */
    void end(long lastTime) {
        if (lastTime != 0) {
            feed.land(lastTime);
        }
    }
}
