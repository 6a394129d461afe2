package dev.mayfly.engine.sweep;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.commit.CommitGroup;
import dev.mayfly.engine.commit.CommitParticipant;
import dev.mayfly.engine.commit.CommitRetry;
import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.engine.document.Tombstone;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.engine.write.LowWaterMarks;
import dev.mayfly.engine.write.Tombstones;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.WriteBatch;
import java.util.Arrays;
import java.util.List;

/** One pass of the sweeper over the tombstones that are past, batch by batch. Used by one thread at a time. */
final class TombstonePass implements SweepStep {
    /*
     * The tombstones of a collection are all kept equally long, so those that are past are the prefix of their queue up
     * to one instant, and everything in it goes: the mark follows to behind each batch, unless a writer has meanwhile put
     * an entry where the pass may have been.
     */
    private static final int QUEUE = QueueIds.TOMBSTONES;

    /**
     * The time by which the mark may lag behind the emptied part of the queue before it is moved without a batch that
     * deletes.
     */
    private static final long MARK_LAG_MILLIS = 10_000;

    private final SweepContext context;
    private final CollectionCommitter committer;
    private final boolean all;
    private QueueStretch stretch;
    private boolean ended;
    private long nextDue = Deadlines.NO_DEADLINE;

    /** @param all whether also those go that are not past yet */
    TombstonePass(SweepContext context, CollectionCommitter committer, boolean all) {
        this.context = context;
        this.committer = committer;
        this.all = all;
        this.stretch = QueueStretch.none(committer);
    }

    void begin() {
        ReadView reading = committer.reading();
        boolean none = committer.totals().tombstones() == 0;
        boolean early = !all && reading.now() < committer.tombstones().quietUntil();
        if (none || early) {
            ended = true;
            nextDue = none ? Deadlines.NO_DEADLINE : committer.tombstones().quietUntil();
            return;
        }
        long latest =
                Deadlines.latestDue(reading.now(), reading.record().changes().tombstoneMillis());
        byte[] frontier = all ? Layout.queuePrefix(QUEUE + 1) : Layout.queueHead(QUEUE, latest + 1);
        stretch = committer.latched(() -> {
            committer.marks().beginPass(QUEUE, frontier);
            return new QueueStretch(committer, committer.marks().at(QUEUE), frontier);
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
        ReadView reading = committer.reading();
        if (context.clock().isSuspect()) {
            return 0;
        }
        List<byte[]> entries = stretch.next(context.sweepBatch());
        if (entries.isEmpty()) {
            end(reading);
            return 0;
        }
        PendingCommit draft = new PendingCommit(reading, moment);
        for (byte[] entry : entries) {
            purge(draft, entry);
        }
        byte[] last = entries.getLast();
        if (committer.commit(draft.with(new MarkMove(QueueStretch.behind(last))), Durability.LOGGED) == 0) {
            return 0;
        }
        stretch.passed(last);
        return entries.size();
    }

    /** Takes a tombstone with its entry; an entry that belongs to none goes alone. */
    private void purge(PendingCommit draft, byte[] entry) {
        DocumentKey key = Layout.queueDocument(entry);
        Tombstone tombstone = committer.tombstones().find(committer.store(), committer.partition(), key);
        committer.tombstones().expect(draft, key, tombstone);
        if (tombstone != null && tombstone.goneAt() == Layout.queueInstant(entry)) {
            Tombstones.remove(draft, key, tombstone);
        } else {
            draft.batch().delete(Space.EXPIRY, entry);
        }
    }

    /** Has the mark follow behind a batch, unless a writer holds it. */
    private final class MarkMove implements CommitParticipant {
        private final byte[] next;
        private boolean moves;

        MarkMove(byte[] next) {
            this.next = next;
        }

        @Override
        public void prepare(CommitGroup group) {
            LowWaterMarks marks = committer.marks();
            moves = !marks.isHeld(QUEUE) && Arrays.compareUnsigned(next, marks.at(QUEUE)) > 0;
            if (moves) {
                LowWaterMarks.put(group.batch(), QUEUE, next);
            }
        }

        @Override
        public void applied(CommitGroup group) {
            if (moves) {
                committer.marks().moved(QUEUE, next);
            }
        }
    }

    private void end(ReadView reading) {
        ended = true;
        byte[] mark = committer.latched(() -> {
            catchUp();
            committer.marks().endPass(QUEUE);
            committer.tombstones().forgetQuiet(Deadlines.NO_DEADLINE);
            return committer.marks().at(QUEUE);
        });
        byte[] frontier = stretch.frontier();
        byte[] from = all || Arrays.compareUnsigned(mark, frontier) > 0 ? mark : frontier;
        long first = QueueStretch.firstInstant(committer, QUEUE, from);
        long due = first == Deadlines.NO_DEADLINE ? first : reading.tombstoneEnd(first);
        nextDue = committer.latched(() -> {
            committer.tombstones().quietUntil(due);
            return committer.tombstones().quietUntil();
        });
    }

    /** Moves the mark where writers alone took away what stood above it. */
    private void catchUp() {
        LowWaterMarks marks = committer.marks();
        if (all || marks.isHeld(QUEUE) || marks.isIdle(QUEUE)) {
            return;
        }
        byte[] mark = marks.at(QUEUE);
        byte[] frontier = stretch.frontier();
        boolean lags = mark.length < Layout.QUEUE_HEAD_BYTES
                || Deadlines.plus(Layout.queueInstant(mark), MARK_LAG_MILLIS) < Layout.queueInstant(frontier);
        if (lags) {
            WriteBatch batch = CommitRetry.batch();
            LowWaterMarks.put(batch, QUEUE, frontier);
            if (committer.writeInTurn(batch)) {
                marks.moved(QUEUE, frontier);
            }
        }
    }
}
