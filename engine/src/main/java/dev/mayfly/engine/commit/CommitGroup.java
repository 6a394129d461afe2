package dev.mayfly.engine.commit;

import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.Turn;
import dev.mayfly.store.api.WriteBatch;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Drafts of one collection that are written as one batch, in their order. Used by one thread. */
public final class CommitGroup {
    private final List<PendingCommit> drafts;
    private final long turn;
    private final int firstEvent;
    private final int versionsBehind;
    private final WriteBatch batch;

    /**
     * @param turn of the collection on which the group stands
     * @param mayComeAgain whether its drafts may be written in another group if this one is not
     */
    CommitGroup(List<PendingCommit> drafts, long turn, boolean mayComeAgain) {
        this(drafts, turn, 0, 0, mayComeAgain);
    }

    /**
     * @param firstEvent the number that the first event of each version gets
     * @param versionsBehind the number of versions, up to that of the commit, that are for the drafts of other collections
     */
    public CommitGroup(List<PendingCommit> drafts, long turn, int firstEvent, int versionsBehind) {
        this(drafts, turn, firstEvent, versionsBehind, false);
    }

    private CommitGroup(
            List<PendingCommit> drafts, long turn, int firstEvent, int versionsBehind, boolean mayComeAgain) {
        this.drafts = drafts;
        this.turn = turn;
        this.firstEvent = firstEvent;
        this.versionsBehind = versionsBehind;
        this.batch = mayComeAgain || drafts.size() > 1
                ? joined(drafts)
                : drafts.getFirst().batch();
    }

    /** The drafts keep their own batches as they are, so that each can still be written alone, or in another group. */
    private static WriteBatch joined(List<PendingCommit> drafts) {
        WriteBatch joined = CommitRetry.batch();
        long readSince = Long.MAX_VALUE;
        for (int index = 0; index < drafts.size(); index++) {
            WriteBatch one = drafts.get(index).batch();
            joined.writes().addAll(one.writes());
            readSince = Math.min(readSince, one.readSince());
        }
        return joined.readSince(readSince);
    }

    public List<PendingCommit> drafts() {
        return drafts;
    }

    /** The number of the collection's last batch before this one. */
    public long turn() {
        return turn;
    }

    public int firstEvent() {
        return firstEvent;
    }

    /** The number of versions, up to that of the commit, that are not for its own drafts. */
    public int versionsBehind() {
        return versionsBehind;
    }

    public WriteBatch batch() {
        return batch;
    }

    /** The version of the last draft. */
    long lastVersion() {
        return drafts.getLast().version();
    }

    /**
     * What the store has to compare.
     *
     * @param stored the turn on which the batch stands; null in a store without turns
     */
    List<Expectation> expectations(@Nullable Turn stored) {
        if (drafts.size() == 1) {
            return drafts.getFirst().expectationsOn(stored);
        }
        List<Expectation> all = new ArrayList<>();
        for (int index = 0; index < drafts.size(); index++) {
            all.addAll(drafts.get(index).expectationsOn(stored));
        }
        return all;
    }
}
