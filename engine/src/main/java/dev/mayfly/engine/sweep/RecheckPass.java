package dev.mayfly.engine.sweep;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.commit.CommitRetry;
import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.Instants;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.format.IndexEntry;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.format.QueueEntry;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.schema.Schema;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.engine.write.PropertyMaintenance;
import dev.mayfly.engine.write.RecheckSchedule;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.WriteBatch;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One pass of the sweeper over the documents that it looks at again, batch by batch: puts each into the queue of its deadline
 * as it is now. Destroys nothing. Used by one thread at a time.
 */
final class RecheckPass implements SweepStep {
    private static final Logger LOG = LoggerFactory.getLogger(RecheckPass.class);

    /** The time by which the floor may lag behind the emptied part of the queue. */
    private static final long FLOOR_LAG_MILLIS = 10_000;

    private final SweepContext context;
    private final CollectionCommitter committer;
    private final RecheckSchedule rechecks;
    private QueueStretch stretch;
    private long latest;
    private long epoch;
    private boolean ended;
    private long nextDue = Deadlines.NO_DEADLINE;

    RecheckPass(SweepContext context, CollectionCommitter committer) {
        this.context = context;
        this.committer = committer;
        this.rechecks = committer.rechecks();
        this.stretch = QueueStretch.none(committer);
    }

    /** Time runs on within an epoch of the clock, so an entry that is put from now on is ahead of what the pass looks at. */
    void begin() {
        epoch = context.clock().epoch();
        latest = context.clock().wallMillis();
        stretch = new QueueStretch(
                committer,
                Layout.queueHead(QueueIds.RECHECK, rechecks.floor()),
                QueueEntry.frontier(QueueIds.RECHECK, latest));
        ended = !rechecks.mayHold() || context.clock().isSuspect();
        if (!ended && stretch.isEmpty()) {
            end();
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
        ReadView reading = committer.reading();
        if (reading.epoch() != epoch) {
            begin();
            return 0;
        }
        List<byte[]> entries = stretch.next(context.sweepBatch());
        if (entries.isEmpty()) {
            end();
            return 0;
        }
        PendingCommit draft = new PendingCommit(reading, moment);
        for (byte[] entry : entries) {
            draft.batch().delete(Space.EXPIRY, entry);
            move(draft, entry);
        }
        byte[] last = entries.getLast();
        if (committer.commit(draft.with(rechecks.lookingUpTo(Layout.queueInstant(last))), Durability.LOGGED) == 0) {
            return 0;
        }
        stretch.passed(last);
        return entries.size();
    }

    /** Puts the document of an entry into the queue of its deadline, unless the entry is not the document's any more. */
    private void move(PendingCommit draft, byte[] entry) {
        StoredDocument stored = load(draft.reading(), Layout.queueDocument(entry));
        if (stored == null
                || stored.recheck() != Layout.queueInstant(entry)
                || !draft.touch(stored.key().bytes())) {
            return;
        }
        draft.expect(new Expectation.Version(Space.DOCUMENT, stored.key().bytes(), stored.version()));
        Schema schema = draft.reading().schema();
        Instants instants = schema.instants(stored);
        PropertyMaintenance.expectStored(draft, committer.store(), committer.partition(), stored, instants);
        for (int place = 0; place < instants.queues().length; place++) {
            if (QueueEntry.stands(instants, place)) {
                List<IndexEntry> indexed = schema.entries(stored).all();
                draft.putStandingQueueEntry(
                        Layout.queueKey(instants.queues()[place], instants.at()[place], stored.key()),
                        schema.queueEntry(stored, instants, indexed).toBytes());
            }
        }
    }

    /** The entry of a damaged document goes, since its deadline is not known; a repair finds that it has none. */
    private @Nullable StoredDocument load(ReadView reading, DocumentKey key) {
        try {
            return StoredDocument.ofNullable(
                    key, committer.store().get(committer.partition(), Space.DOCUMENT, key.bytes()));
        } catch (StoredDocument.CorruptDocumentException damage) {
            LOG.error(
                    "the deadline of a damaged document is not known: {} in {}",
                    key,
                    reading.record().name());
            return null;
        }
    }

    private void end() {
        ended = true;
        committer.latched(() -> {
            rechecks.forgetIfEmpty();
            moveFloor();
            return true;
        });
        if (rechecks.mayHold()) {
            nextDue = firstAhead();
        }
    }

    /** Has the floor follow where writers alone took entries away, so that no scan walks what they left. */
    private void moveFloor() {
        boolean isUsed = context.clock().epoch() == epoch && (rechecks.mayHold() || rechecks.floor() != Long.MIN_VALUE);
        if (isUsed && Deadlines.plus(rechecks.floor(), FLOOR_LAG_MILLIS) < latest) {
            WriteBatch batch = CommitRetry.batch();
            rechecks.putFloor(batch, latest);
            if (committer.writeInTurn(batch)) {
                rechecks.moved(latest);
            }
        }
    }

    private long firstAhead() {
        long first = QueueStretch.firstInstant(committer, QueueIds.RECHECK, stretch.frontier());
        return first == Deadlines.NO_DEADLINE
                ? first
                : RecheckSchedule.lookAt(committer.record().pace(), first);
    }
}
