package dev.mayfly.engine.write;

import dev.mayfly.engine.catalog.SweepPace;
import dev.mayfly.engine.commit.CommitGroup;
import dev.mayfly.engine.commit.CommitParticipant;
import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.engine.commit.StateRows;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.Instants;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.format.QueueEntry;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.WriteBatch;
import org.jspecify.annotations.Nullable;

/**
 * Decides which documents of a shard stand in the recheck queue instead of the queue of their deadline. Safe for concurrent
 * use.
 */
public final class RecheckSchedule implements CommitParticipant {
    /*
     * A document that is written again and again, each time with a deadline a little later, would move its entry from one
     * place of its queue to another with every write: two keys beside its own. Such a document gets an entry in the recheck
     * queue instead, once, which says only when the sweeper looks at it again; the document itself keeps that instant
     * (StoredDocument.recheck). Later writes that move the deadline on leave the entry alone. When its instant has come, the
     * sweeper puts the document into the queue of its deadline, as it is then, and deletes the entry (RecheckPass). A write
     * that finds the instant come does without the sweeper, and gives it a later one.
     *
     * The floor is the last instant of which the sweeper may have looked at any document. A document whose recheck is
     * above the floor stands in the recheck queue, and in no other; one at or below it may stand in either, and whoever
     * takes it out deletes both entries. A write that leaves an entry alone is committed only if its instant is still above
     * the floor. The floor moves in the batch that takes entries out of the recheck queue. An entry is put only before its
     * instant has come, so a pass over the entries up to now misses none that is put meanwhile.
     *
     * No reader can tell: RecheckReader shows the queue of deadlines as if all entries stood there. Only documents that
     * stand in one queue are moved, and only in queues to whose instants no policy adds anything, so that a deadline changes
     * by a write alone. Where several engines write one store, nothing is put into the recheck queue: their clocks differ.
     */

    /** A deadline moves a little if it moves by at most this part of the time that is left. */
    private static final int LITTLE = 8;

    private static final long PACED_DELAY_MILLIS = 1000;

    private final Reader store;
    private final Partition partition;
    private final boolean isOff;
    private volatile long floor;
    private volatile boolean mayHold;

    /**
     * @param rows where the floor is stored
     * @param isShared whether other engines write the shard, too
     */
    RecheckSchedule(Reader store, Partition partition, StateRows rows, boolean isShared) {
        this.store = store;
        this.partition = partition;
        this.isOff = isShared;
        this.mayHold = !isShared;
        this.floor = floor(rows.rechecked());
    }

    /** Returns the floor of a shard as a reader sees it: the least of all before the first look. */
    public static long floor(Reader reader, Partition partition) {
        return floor(reader.get(partition, Space.META, Layout.RECHECKED_KEY));
    }

    private static long floor(byte @Nullable [] value) {
        return value == null ? Long.MIN_VALUE : (long) Layout.LONG.get(value, 0);
    }

    /** Returns true if documents of the queue may stand in the recheck queue instead. */
    public static boolean covers(int queue) {
        return queue == QueueIds.UNTIL || queue == QueueIds.FOR;
    }

    /** The last instant of which the sweeper may have looked at documents again. */
    public long floor() {
        return floor;
    }

    /** Returns true if a document stands in the recheck queue for certain, and in no other. */
    public boolean isStanding(StoredDocument document) {
        return document.recheck() != Deadlines.NO_DEADLINE && isAhead(document.recheck());
    }

    /** Returns true if the sweeper has not looked at documents of this instant. */
    boolean isAhead(long instant) {
        return instant > floor;
    }

    /**
     * Returns when the sweeper looks again at a document that replaces another; no deadline if it gets an entry in the
     * queue of its deadline.
     *
     * @param instants of the document that is written
     */
    long recheck(ReadView reading, DocumentMaintenance.Standing replaced, Instants instants) {
        int position = only(instants);
        int before = isOff || position < 0 ? -1 : only(replaced.instants());
        boolean moves = before >= 0
                && covers(instants.queues()[position])
                && replaced.instants().queues()[before] == instants.queues()[position]
                && reading.schema().keeps(position);
        if (!moves) {
            return Deadlines.NO_DEADLINE;
        }
        long now = reading.now();
        long deadline = instants.at()[position];
        long recheck = replaced.document().recheck();
        if (recheck <= deadline && now < recheck && isAhead(recheck)) {
            return recheck;
        }
        long moved = deadline - replaced.instants().at()[before];
        boolean little = moved >= 0 && moved <= (deadline - now) / LITTLE;
        return little && now < deadline && isAhead(deadline) ? deadline : Deadlines.NO_DEADLINE;
    }

    /** The position of the only queue in which the document stands; -1 if it stands in none, or in several. */
    private static int only(Instants instants) {
        int only = -1;
        for (int position = 0; position < instants.queues().length; position++) {
            if (QueueEntry.stands(instants, position)) {
                if (only >= 0) {
                    return -1;
                }
                only = position;
            }
        }
        return only;
    }

    /** Returns the key of the entry in the recheck queue that a document states. */
    public static byte[] entryKey(StoredDocument document) {
        return Layout.queueKey(QueueIds.RECHECK, document.recheck(), document.key());
    }

    /** Returns true unless the recheck queue is known to be empty. */
    public boolean mayHold() {
        return mayHold;
    }

    /** Looks whether the recheck queue is empty. Call under the latch. */
    public void forgetIfEmpty() {
        KeyRange every = KeyRange.prefix(Layout.queuePrefix(QueueIds.RECHECK));
        try (Cursor cursor = store.scan(partition, Space.EXPIRY, every, Direction.FORWARD, 1)) {
            mayHold = cursor.next();
        }
    }

    /** Returns the part in a commit that takes entries up to an instant out of the recheck queue. */
    public CommitParticipant lookingUpTo(long instant) {
        return new CommitParticipant() {
            @Override
            public void prepare(CommitGroup group) {
                putFloor(group.batch(), instant);
            }

            @Override
            public void applied(CommitGroup group) {
                moved(instant);
            }
        };
    }

    /** Adds to a batch that the sweeper has looked at all documents up to an instant. {@link #moved} follows. */
    public void putFloor(WriteBatch batch, long instant) {
        byte[] value = new byte[Long.BYTES];
        Layout.LONG.set(value, 0, Math.max(floor, instant));
        batch.put(Space.META, Layout.RECHECKED_KEY, value);
    }

    /** Takes over what {@link #putFloor} has written. */
    public void moved(long instant) {
        floor = Math.max(floor, instant);
    }

    /**
     * Returns when the sweeper looks at an entry. Where it does not look for expired documents at their deadlines, a second
     * more lets it look at many at once.
     */
    public static long lookAt(SweepPace pace, long instant) {
        return pace.equals(SweepPace.WHEN_DUE) ? instant : Deadlines.plus(instant, PACED_DELAY_MILLIS);
    }

    @Override
    public void applied(CommitGroup group) {
        if (!mayHold) {
            for (PendingCommit draft : group.drafts()) {
                mayHold |= draft.recheck() != Deadlines.NO_DEADLINE;
            }
        }
    }

    @Override
    public void reread(StateRows rows) {
        mayHold = !isOff;
        floor = Math.max(floor, floor(rows.rechecked()));
    }
}
