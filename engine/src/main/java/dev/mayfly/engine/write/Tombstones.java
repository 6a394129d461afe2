package dev.mayfly.engine.write;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.commit.CommitGroup;
import dev.mayfly.engine.commit.CommitParticipant;
import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.engine.commit.StateRows;
import dev.mayfly.engine.document.FaceForms;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.document.Tombstone;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.format.ByteReader;
import dev.mayfly.engine.format.ByteWriter;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tombstones of one collection: what writers make of them. Safe for concurrent use. */
public final class Tombstones implements CommitParticipant {
    /*
     * in the index space    2 4 | key of the document             version 8 | gone at 8 | cause 1 | face bytes
     * in the expiry space   an entry of the queue of tombstones   version 8
     *
     * A key has a document or a tombstone, never both: a writer that removes the document puts the tombstone in the
     * same batch, and a writer that creates a document removes the tombstone, and expects it as it was read.
     *
     * Most collections have none, and then nothing is looked up. A flag says so: it is raised under the latch before
     * the first tombstone is written, so that a writer that has taken its moment of the store and finds it down knows
     * that at its moment there was none. Where other engines write, the flag is as of a turn: that is enough for a draft, which
     * is refused on another, and not for a reader, which looks in any case.
     *
     * The sweeper remembers when the first of them will be past, and does not look before: those that writers took away
     * have left a stretch in the queue that is slow to walk.
     */
    private static final int VERSION = 0;
    private static final int GONE_AT = 8;
    private static final int CAUSE = 16;
    private static final int HEAD_BYTES = 17;

    private final FaceForms forms;
    private final boolean isShared;
    private volatile boolean possible;
    private volatile long quietUntil = Long.MIN_VALUE;

    /**
     * @param stored their number in the store
     * @param isShared whether other engines may leave some, too
     */
    Tombstones(FaceForms forms, long stored, boolean isShared) {
        this.forms = forms;
        this.possible = stored > 0;
        this.isShared = isShared;
    }

    /** Other engines may have buried something. */
    @Override
    public void reread(StateRows rows) {
        if (isShared) {
            possible |= SizeCounters.decode(rows.totals()).tombstones() > 0;
            quietUntil = Long.MIN_VALUE;
        }
    }

    @Override
    public void prepare(CommitGroup group) {
        for (PendingCommit draft : group.drafts()) {
            long earliest = earliestGone(draft.queueKeys());
            if (earliest != Deadlines.NO_DEADLINE) {
                possible = true;
                quietUntil(draft.reading().tombstoneEnd(earliest));
            }
        }
    }

    /** Returns the earliest removal among the documents whose tombstones are queued, or no deadline if there is none. */
    private static long earliestGone(List<byte[]> queueKeys) {
        long earliest = Deadlines.NO_DEADLINE;
        for (int index = 0; index < queueKeys.size(); index++) {
            byte[] key = queueKeys.get(index);
            if ((int) Layout.INT.get(key, 1) == QueueIds.TOMBSTONES) {
                earliest = Math.min(earliest, Layout.queueInstant(key));
            }
        }
        return earliest;
    }

    /** The instant before which no tombstone becomes eligible for purge. */
    public long quietUntil() {
        return quietUntil;
    }

    /** Call under the latch. Records when the earliest tombstone becomes eligible for purge. */
    public void quietUntil(long instant) {
        quietUntil = Math.min(quietUntil, instant);
    }

    /** Call under the latch, and then find out when the earliest tombstone becomes eligible for purge. */
    public void forgetQuiet(long instant) {
        quietUntil = instant;
    }

    /** The tombstone of a key, also one that is past, for a draft; or null. */
    @Nullable
    public Tombstone find(Reader store, Partition partition, DocumentKey key) {
        return possible ? look(store, partition, key) : null;
    }

    /** Returns true if a draft has to look for the tombstones of keys. */
    public boolean arePossible() {
        return possible;
    }

    /** The same for a reader, who commits nothing. */
    @Nullable
    Tombstone findForReader(Reader store, Partition partition, DocumentKey key) {
        return possible || isShared ? look(store, partition, key) : null;
    }

    private static @Nullable Tombstone look(Reader store, Partition partition, DocumentKey key) {
        byte[] value = store.get(partition, Space.INDEX, Layout.tombstoneKey(key));
        return value == null ? null : decode(value);
    }

    public static Tombstone decode(byte[] value) {
        Tombstone.Cause cause =
                value[CAUSE] == Tombstone.Cause.EXPIRED.code() ? Tombstone.Cause.EXPIRED : Tombstone.Cause.REMOVED;
        return new Tombstone(
                (long) Layout.LONG.get(value, VERSION),
                (long) Layout.LONG.get(value, GONE_AT),
                cause,
                new ByteReader(value, HEAD_BYTES).takeRest());
    }

    public static boolean isWhole(byte[] value) {
        return value.length >= HEAD_BYTES && (value[CAUSE] == 1 || value[CAUSE] == 2);
    }

    /** Leaves what a document has to leave that is taken out by this draft, if that is anything. */
    public void leave(PendingCommit draft, StoredDocument document, Tombstone.Cause cause, long goneAt) {
        if (draft.reading().keepsTombstones() && !draft.reading().isTombstonePast(goneAt)) {
            byte[] face = forms.tombstone(document.stamp(), cause);
            if (cause == Tombstone.Cause.EXPIRED) {
                draft.leaveByExpiry(document.key());
            }
            put(draft, document.key(), new Tombstone(0, goneAt, cause, face));
        }
    }

    /** Puts a tombstone where none is; its version is known once the draft is sealed. */
    void put(PendingCommit draft, DocumentKey key, Tombstone tombstone) {
        byte[] value = new ByteWriter(HEAD_BYTES + tombstone.face().length)
                .put8(0)
                .put8(tombstone.goneAt())
                .put1(tombstone.cause().code())
                .put(tombstone.face())
                .toBytes();
        draft.putVersioned(Space.INDEX, Layout.tombstoneKey(key), value);
        draft.putQueueEntry(Layout.queueKey(QueueIds.TOMBSTONES, tombstone.goneAt(), key), new byte[8]);
        draft.sizes().addTombstone();
    }

    /** Expects that the key has this tombstone, or none. */
    public void expect(PendingCommit draft, DocumentKey key, @Nullable Tombstone found) {
        if (found != null) {
            draft.expect(new Expectation.Version(Space.INDEX, Layout.tombstoneKey(key), found.version()));
        } else if (possible || draft.reading().keepsTombstones()) {
            draft.expect(new Expectation.Absent(Space.INDEX, Layout.tombstoneKey(key)));
        }
    }

    /** Takes away a tombstone that stands; to be expected by the caller. */
    public static void remove(PendingCommit draft, DocumentKey key, Tombstone tombstone) {
        draft.batch().delete(Space.INDEX, Layout.tombstoneKey(key));
        removeEntry(draft, key, tombstone);
        draft.sizes().removeTombstone();
    }

    private static void removeEntry(PendingCommit draft, DocumentKey key, Tombstone tombstone) {
        draft.batch().delete(Space.EXPIRY, Layout.queueKey(QueueIds.TOMBSTONES, tombstone.goneAt(), key));
    }

    /** Puts a tombstone in the place of another, or of none. */
    void replace(PendingCommit draft, DocumentKey key, @Nullable Tombstone before, Tombstone after) {
        expect(draft, key, before);
        if (before != null) {
            draft.sizes().removeTombstone();
            if (before.goneAt() != after.goneAt()) {
                removeEntry(draft, key, before);
            }
        }
        put(draft, key, after);
    }
}
