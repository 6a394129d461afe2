package dev.mayfly.engine.sweep;

import dev.mayfly.engine.commit.CommitGroup;
import dev.mayfly.engine.commit.CommitParticipant;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.engine.write.LowWaterMarks;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.WriteBatch;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The changes of one batch of a pass to the queue itself, decided under the latch: only there are the concurrent writes
 * known.
 */
final class QueueTail implements CommitParticipant {
    private final CollectionCommitter committer;
    private final int queue;
    private final List<byte[]> gone;
    private final boolean stands;
    private final byte @Nullable [] standing;
    private final byte[] next;
    private final int rangeMin;
    private byte[] target = {};
    private boolean moves;

    /**
     * @param gone the entries that the batch deletes
     * @param stands whether the pass has left an entry standing before this batch
     * @param standing the first entry that this batch leaves standing, or null for none
     * @param next the key behind all entries of the batch
     * @param rangeMin the number of entries from which on they are deleted as a range
     */
    QueueTail(
            CollectionCommitter committer,
            int queue,
            List<byte[]> gone,
            boolean stands,
            byte @Nullable [] standing,
            byte[] next,
            int rangeMin) {
        this.committer = committer;
        this.queue = queue;
        this.gone = gone;
        this.stands = stands;
        this.standing = standing;
        this.next = next;
        this.rangeMin = rangeMin;
    }

    @Override
    public void prepare(CommitGroup group) {
        WriteBatch batch = group.batch();
        LowWaterMarks marks = committer.marks();
        byte[] mark = marks.at(queue);
        boolean free = !marks.isHeld(queue) && !stands;
        if (free && standing == null && gone.size() >= rangeMin) {
            batch.deleteRange(Space.EXPIRY, new KeyRange(mark, next));
        } else {
            gone.forEach(key -> batch.delete(Space.EXPIRY, key));
        }
        target = !free ? mark : standing == null ? next : standing;
        moves = Arrays.compareUnsigned(target, mark) > 0;
        if (moves) {
            LowWaterMarks.put(batch, queue, target);
        }
    }

    @Override
    public void applied(CommitGroup group) {
        if (moves) {
            committer.marks().moved(queue, target);
        }
    }
}
