package dev.mayfly.engine.change;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.commit.Announcement;
import dev.mayfly.engine.commit.CommitGroup;
import dev.mayfly.engine.commit.CommitParticipant;
import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.engine.commit.StateRows;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.read.ReadView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Adds to drafts what the history of one collection keeps of them, and gives it its place when they are committed. Drafts
 * are made by any thread.
 */
public final class ChangeCapture implements CommitParticipant {
    private final ChangeEncoder chronicler;
    private final ChangeLog feed;
    private long lastTime;

    ChangeCapture(ChangeEncoder chronicler, ChangeLog feed) {
        this.chronicler = chronicler;
        this.feed = feed;
    }

    public ChangeLog feed() {
        return feed;
    }

    /** Returns the capture if it keeps anything of the collection as of a reading, else null. */
    static @Nullable public ChangeCapture keeping(@Nullable ChangeCapture capture, ReadView reading) {
        return capture != null && capture.keeps(reading.record()) ? capture : null;
    }

    private boolean keeps(CollectionRecord record) {
        return !feed.isByCollection() || record.changes().hasHistory();
    }

    /**
     * Notes a change of a document.
     *
     * @param before what was stored and shown, or null
     * @param after what is stored now, or null
     */
    public void note(
            PendingCommit draft,
            DocumentKey key,
            Change change,
            @Nullable StoredDocument before,
            @Nullable StoredDocument after) {
        ReadView reading = draft.reading();
        CollectionRecord record = reading.record();
        byte[] note = chronicler.note(
                record,
                change,
                new ChangeEncoder.Stamps(before == null ? null : before.stamp(), after == null ? null : after.stamp()));
        if (note != null) {
            draft.remember(ChangeCodec.encode(
                    record.name(),
                    reading.now(),
                    key,
                    change,
                    PropertyInstants.of(reading, before, after),
                    note,
                    feed.isByCollection()));
        }
    }

    public void noteExpired(PendingCommit draft, StoredDocument document, Announcement announcement) {
        Change.Expired expired = new Change.Expired(document.body(), announcement.queue(), announcement.deadline());
        note(draft, document.key(), expired, document, null);
    }

    /** Gives the changes of the drafts their places in the history, in the order of the drafts. */
    @Override
    public void prepare(CommitGroup group) {
        List<PendingCommit> drafts = group.drafts();
        for (int index = 0; index < drafts.size(); index++) {
            PendingCommit draft = drafts.get(index);
            List<byte[]> changes = draft.changes();
            if (!changes.isEmpty()) {
                if (lastTime == 0) {
                    feed.depart();
                }
                for (int entry = 0; entry < changes.size(); entry++) {
                    ChangeCodec.seal(changes.get(entry), draft.version());
                }
                lastTime = feed.take(group.batch(), changes, draft.reading().now());
            }
        }
    }

    @Override
    public void reread(StateRows rows) {
        if (rows.lastChange() == 0) {
            pass();
        } else {
            feed.passed(rows.lastChange());
        }
    }

    /** Moves on behind what other engines have written to the history of the shard. */
    public void pass() {
        feed.reread();
    }

    @Override
    public void end(CommitGroup group) {
        if (lastTime != 0) {
            feed.land(lastTime);
            lastTime = 0;
        }
    }
}
