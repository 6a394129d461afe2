package dev.mayfly.engine.write;

import dev.mayfly.engine.commit.CommitGroup;
import dev.mayfly.engine.commit.CommitParticipant;
import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.engine.commit.StateRows;
import dev.mayfly.engine.format.ByteReader;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.WriteBatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The low-water marks of a collection's queues. Guarded by the collection's latch.
 */
public final class LowWaterMarks implements CommitParticipant {
    /*
     * Below a queue's mark no entry stands, so scans begin there and never walk what was deleted long ago. Two writers
     * move it. A sweep moves it up, in the batch that deletes, to behind what it deleted but never past the first entry
     * it left standing. A write that puts an entry below it moves it down, in its own batch.
     *
     * While a pass is under way the frontier is the furthest key that the pass may look at. A write that puts an entry
     * before the frontier may have put it behind the pass's back, so for the rest of the pass the mark is held: the
     * sweep deletes entry by entry, and moves nothing.
     */
    private static final long NOT_IDLE = -1;

    private final Map<Integer, Mark> marks = new HashMap<>();
    private final boolean isShared;
    private long turn;

    private static final class Mark {
        private byte[] at;
        private byte[] frontier;
        private boolean held;
        private long movedAt;

        Mark(byte[] at) {
            this.at = at;
            this.frontier = at;
        }
    }

    /**
     * @param rows where they are stored
     * @param isShared whether other engines move them, too
     */
    LowWaterMarks(StateRows rows, boolean isShared) {
        this.isShared = isShared;
        rows.marks().forEach(row -> marks.put(queueOf(row), new Mark(row.value())));
    }

    private static int queueOf(StateRows.Row mark) {
        return new ByteReader(mark.key(), 1).take4();
    }

    /**
     * The lower of two marks is always right; and entries may stand where a pass has been. Where other engines write, each
     * goes by the mark that is stored, above which it writes without lowering it, and so must all.
     */
    @Override
    public void reread(StateRows rows) {
        if (isShared) {
            marks.forEach((queue, mark) -> mark.at = Layout.queuePrefix(queue));
        }
        rows.marks().forEach(row -> {
            Mark mark = of(queueOf(row));
            mark.at = isShared ? row.value() : lesser(mark.at, row.value());
        });
        marks.values().forEach(mark -> {
            mark.held = true;
            mark.movedAt = NOT_IDLE;
        });
    }

    private Mark of(int queue) {
        return marks.computeIfAbsent(queue, id -> new Mark(Layout.queuePrefix(id)));
    }

    public byte[] at(int queue) {
        return of(queue).at;
    }

    public void forget(int queue) {
        marks.remove(queue);
    }

    /** Begins a pass that looks at keys before the frontier only. */
    public void beginPass(int queue, byte[] frontier) {
        Mark mark = of(queue);
        mark.frontier = frontier;
        mark.held = false;
    }

    public void endPass(int queue) {
        Mark mark = of(queue);
        mark.frontier = mark.at;
        mark.held = false;
    }

    /** Returns true if nothing was written to the collection since the mark was moved. */
    public boolean isIdle(int queue) {
        return of(queue).movedAt == turn;
    }

    public boolean isHeld(int queue) {
        return of(queue).held;
    }

    /** Adds to the batch the marks as lowered by the new entries. Must be followed by {@link #written}. */
    public void lower(List<byte[]> entries, WriteBatch batch) {
        Map<Integer, byte[]> lowered = null;
        for (int index = 0; index < entries.size(); index++) {
            byte[] entry = entries.get(index);
            int queue = (int) Layout.INT.get(entry, 1);
            if (Arrays.compareUnsigned(entry, of(queue).at) < 0) {
                lowered = lowered == null ? new HashMap<>() : lowered;
                lowered.merge(queue, entry, LowWaterMarks::lesser);
            }
        }
        if (lowered != null) {
            lowered.forEach((queue, at) -> put(batch, queue, at));
        }
    }

    /**
     * Writes a mark down, without the key of the document at which it stands: of what is destroyed nothing may be left. After a
     * start a scan walks the entries of that instant once more.
     */
    public static void put(WriteBatch batch, int queue, byte[] at) {
        byte[] head = at.length > Layout.QUEUE_HEAD_BYTES ? Arrays.copyOf(at, Layout.QUEUE_HEAD_BYTES) : at.clone();
        batch.put(Space.META, Layout.markKey(queue), head);
    }

    private static byte[] lesser(byte[] left, byte[] right) {
        return Arrays.compareUnsigned(left, right) <= 0 ? left : right;
    }

    @Override
    public void prepare(CommitGroup group) {
        List<PendingCommit> drafts = group.drafts();
        if (drafts.size() == 1) {
            lower(drafts.getFirst().queueKeys(), group.batch());
            return;
        }
        List<byte[]> all = new ArrayList<>();
        for (PendingCommit draft : drafts) {
            all.addAll(draft.queueKeys());
        }
        lower(all, group.batch());
    }

    @Override
    public void applied(CommitGroup group) {
        turn = group.turn() + 1;
        for (PendingCommit draft : group.drafts()) {
            written(draft.queueKeys());
        }
    }

    /** Follows a batch with these entries that was applied. */
    public void written(List<byte[]> entries) {
        for (int index = 0; index < entries.size(); index++) {
            byte[] entry = entries.get(index);
            Mark mark = of((int) Layout.INT.get(entry, 1));
            if (Arrays.compareUnsigned(entry, mark.frontier) < 0) {
                mark.held = true;
            }
            if (Arrays.compareUnsigned(entry, mark.at) < 0) {
                mark.at = entry;
            }
        }
    }

    public void moved(int queue, byte[] at) {
        Mark mark = of(queue);
        mark.at = at;
        mark.movedAt = turn;
    }
}
