package dev.mayfly.engine.write;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.commit.CommitGroup;
import dev.mayfly.engine.commit.CommitParticipant;
import dev.mayfly.engine.commit.ModifiedEntry;
import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.engine.commit.StateRows;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.WriteBatch;

/** The documents of one collection in the order of their last writes: how far it is, and what writers put there. */
public final class ModifiedIndex implements CommitParticipant {
    /*
     * Every document has one entry. Its key is the document's version and key, so a write that replaces the document
     * deletes the entry of the version before and puts its own in the same batch; a writer that deletes the document
     * knows the version it expects, and deletes the entry too. Versions are given under the collection's latch and the
     * batch is in the store before the latch is free: no entry ever appears below one that can be seen already.
     *
     * The value of an entry is the latest instant at which any document up to this version was modified. It never falls
     * from one entry to the next, even where a write was committed late or the wall was set back, so that the place from
     * which on there is anything modified at an instant or later is found by halving, and nothing is missed.
     */

    private final boolean kept;
    private final Reader store;
    private final Partition partition;
    private long latest = Long.MIN_VALUE;

    ModifiedIndex(boolean kept, Reader store, Partition partition) {
        this.kept = kept;
        this.store = store;
        this.partition = partition;
        takeOver();
    }

    @Override
    public void reread(StateRows rows) {
        if (rows.latestModified() == Long.MIN_VALUE) {
            takeOver();
        } else {
            latest = Math.max(latest, rows.latestModified());
        }
    }

    private void takeOver() {
        if (kept) {
            latest = Math.max(latest, latest(store, partition, Long.MAX_VALUE));
        }
    }

    /** Returns the value of the last entry below a version, or the least instant if there is none. */
    public static long latest(Reader store, Partition partition, long below) {
        KeyRange before = new KeyRange(Layout.recencyHead(0), Layout.recencyHead(below));
        try (Cursor cursor = store.scan(partition, Space.INDEX, before, Direction.BACKWARD, 1)) {
            return cursor.next() ? instant(cursor.value()) : Long.MIN_VALUE;
        }
    }

    /** The version of the last entry, or 0 when there is none. */
    static long lastVersion(Reader store, Partition partition) {
        KeyRange all = KeyRange.prefix(Layout.indexPrefix(Layout.RECENCY));
        try (Cursor cursor = store.scan(partition, Space.INDEX, all, Direction.BACKWARD, 1)) {
            return cursor.next() ? Layout.recencyVersion(cursor.key()) : 0;
        }
    }

    public static long instant(byte[] value) {
        return (long) Layout.LONG.get(value, 0);
    }

    public static boolean isWhole(byte[] value) {
        return value.length == ModifiedEntry.VALUE_BYTES;
    }

    public static byte[] value(long instant) {
        byte[] value = new byte[ModifiedEntry.VALUE_BYTES];
        Layout.LONG.set(value, 0, instant);
        return value;
    }

    /** Returns true if writers maintain the index. */
    public boolean isKept() {
        return kept;
    }

    /** An instant that is later than what is stored, since a batch was not written, does no harm. */
    @Override
    public void prepare(CommitGroup group) {
        if (kept) {
            for (PendingCommit draft : group.drafts()) {
                latest = draft.sealRecency(latest);
            }
        }
    }

    /** Deletes the entry of a document that is deleted, or gets another version. */
    public void forget(WriteBatch batch, DocumentKey document, long version) {
        if (kept) {
            batch.delete(Space.INDEX, Layout.recencyKey(version, document));
        }
    }

    /** The version of the first entry behind a version, up to what is settled; the one behind that if there is none. */
    public static long next(Reader store, Partition partition, long after, long settled) {
        KeyRange rest = new KeyRange(Layout.recencyHead(after + 1), Layout.recencyHead(settled + 1));
        try (Cursor cursor = store.scan(partition, Space.INDEX, rest, Direction.FORWARD, 1)) {
            return cursor.next() ? Layout.recencyVersion(cursor.key()) : settled + 1;
        }
    }

    /** The last version before anything that was modified at this instant or later. */
    public static long before(Reader store, Partition partition, long instant, long settled) {
        long low = 1;
        long high = settled + 1;
        while (low < high) {
            long middle = (low + high) >>> 1;
            KeyRange rest = new KeyRange(Layout.recencyHead(middle), Layout.recencyHead(settled + 1));
            try (Cursor cursor = store.scan(partition, Space.INDEX, rest, Direction.FORWARD, 1)) {
                if (!cursor.next() || instant(cursor.value()) >= instant) {
                    high = middle;
                } else {
                    low = Layout.recencyVersion(cursor.key()) + 1;
                }
            }
        }
        return low - 1;
    }
}
