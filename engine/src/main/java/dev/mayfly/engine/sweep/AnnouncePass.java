package dev.mayfly.engine.sweep;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.Instants;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.format.QueueEntry;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.sequence.SequenceIndex;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.engine.write.DocumentMaintenance;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.Space;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Announces what has expired in one queue of a collection that is followed, or whose events are waited for, and leaves it to
 * stand until the collection's pace lets it be destroyed. Used by one thread at a time.
 */
final class AnnouncePass implements SweepStep {
    private static final Logger LOG = LoggerFactory.getLogger(AnnouncePass.class);

    private final SweepContext context;
    private final SweptCollection swept;
    private final CollectionCommitter committer;
    private final SequenceIndex sequence;
    private final int queue;
    private QueueStretch stretch;
    private boolean ended;
    private long nextDue = Deadlines.NO_DEADLINE;

    AnnouncePass(SweepContext context, SweptCollection swept, int queue) {
        this.context = context;
        this.swept = swept;
        this.committer = swept.committer();
        this.sequence = swept.sequence();
        this.queue = queue;
        this.stretch = QueueStretch.none(committer);
    }

    void begin() {
        ReadView reading = committer.reading();
        long latest = reading.policy().latestDue(queue, reading.now());
        if (latest == Long.MIN_VALUE || context.clock().isSuspect()) {
            end(reading);
            return;
        }
        stretch = committer.latched(() -> {
            byte[] from = sequence.announced().from(queue, committer.marks().at(queue));
            QueueStretch due = new QueueStretch(committer, from, QueueEntry.frontier(queue, latest));
            if (due.isEmpty()) {
                return new QueueStretch(committer, from, from);
            }
            sequence.announced().advance(queue, due.frontier());
            return due;
        });
        if (stretch.isEmpty()) {
            end(reading);
        }
    }

    @Override
    public boolean hasEnded() {
        return ended;
    }

    @Override
    public long nextDue() {
        return nextDue;
    }

    @Override
    public int step() {
        long moment = committer.store().moment(committer.partition());
        swept.countVisit();
        List<byte[]> entries = stretch.next(context.sweepBatch());
        ReadView reading = committer.reading();
        if (context.clock().isSuspect()) {
            return 0;
        }
        if (entries.isEmpty()) {
            end(reading);
            return 0;
        }
        PendingCommit draft = new PendingCommit(reading, moment);
        QueuedDocuments documents = new QueuedDocuments(
                committer, entries.stream().map(Layout::queueDocument).toList());
        int judged = 0;
        while (judged < entries.size() && draft.weight() < QueuePass.HISTORY_BYTES) {
            judge(draft, entries.get(judged), documents, judged);
            judged++;
        }
        if (!draft.isEmpty() && committer.commit(draft, Durability.LOGGED) == 0) {
            return 0;
        }
        stretch.passed(entries.get(judged - 1));
        return judged;
    }

    private void judge(PendingCommit draft, byte[] entry, QueuedDocuments documents, int place) {
        DocumentKey key = documents.key(place);
        StoredDocument stored;
        try {
            stored = documents.at(place);
        } catch (StoredDocument.CorruptDocumentException damage) {
            LOG.error("the expiry of a damaged document is not announced: {} in {}", key, swept.name());
            return;
        }
        ReadView reading = draft.reading();
        if (stored == null) {
            return;
        }
        Instants instants = reading.schema().instants(stored);
        boolean isHidden = instants.in(queue) == Layout.queueInstant(entry)
                && reading.policy().isHidden(instants, reading.now());
        if (isHidden && draft.touch(key.bytes()) && !isRecorded(stored)) {
            draft.expect(new Expectation.Version(Space.DOCUMENT, key.bytes(), stored.version()));
            draft.expiry().expire(stored.bytes().length);
            swept.announcer().expired(draft, DocumentMaintenance.announcement(reading, key, instants), stored, true);
        }
    }

    private boolean isRecorded(StoredDocument stored) {
        byte[] record = Layout.announcementKey(stored.key(), stored.version());
        return committer.totals().hasRecords()
                && committer.store().get(committer.partition(), Space.EXPIRY, record) != null;
    }

    /** Finds out when the first entry behind the frontier falls due. */
    private void end(ReadView reading) {
        ended = true;
        long offset = reading.policy().current().offset(queue);
        if (offset == Deadlines.NEVER) {
            return;
        }
        swept.countVisit();
        byte[] from = stretch.frontier().length == 0 ? Layout.queuePrefix(queue) : stretch.frontier();
        long first = QueueStretch.firstInstant(committer, queue, from);
        nextDue = first == Deadlines.NO_DEADLINE ? first : Deadlines.plus(first, offset);
    }
}
