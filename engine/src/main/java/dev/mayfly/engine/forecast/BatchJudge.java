package dev.mayfly.engine.forecast;

import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.Grave;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.PolicyState;
import dev.mayfly.engine.format.QueueHead;
import dev.mayfly.engine.schema.ExpiryHistogram;

/**
 * Judges document after document, or one property of each, by one state of a collection's policy, as of one instant. Agrees
 * with {@link PolicyState}; a hot path, so it allocates nothing per document wherever the deadline alone decides.
 */
final class BatchJudge {
    private final PolicyState state;
    private final long now;
    private final int[] queues;
    private final long[] offsets;
    private final boolean exact;

    /** Documents of this version or a later one are held by no grave. */
    private final long graveless;

    /** Judges documents. */
    BatchJudge(CollectionRecord record, long now) {
        this(
                record.policy(),
                record.queues().stream().mapToInt(QueueDefinition::id).toArray(),
                now);
    }

    /** @param queues those on which the rules of the state rest, or have rested */
    BatchJudge(PolicyState state, int[] queues, long now) {
        this.state = state;
        this.now = now;
        this.queues = queues;
        this.offsets = new long[queues.length];
        for (int index = 0; index < queues.length; index++) {
            offsets[index] = state.current().offset(queues[index]);
        }
        this.exact = state.current().visibility() == Policy.Visibility.EXACT;
        this.graveless = state.graves().stream().mapToLong(Grave::version).max().orElse(Long.MIN_VALUE);
    }

    /** Returns the document's deadline by the current policy, or {@link Deadlines#NO_DEADLINE}. */
    long deadline(QueueHead head) {
        long earliest = Deadlines.NO_DEADLINE;
        for (int position = 0; position < head.count(); position++) {
            earliest = Math.min(earliest, Deadlines.plus(head.at(position), offset(head.queue(position))));
        }
        return earliest;
    }

    /** About when the documents of a cell die: the beginning of the span in which they do, or no deadline. */
    long deadline(ExpiryHistogram.Cell cell) {
        long earliest = Deadlines.NO_DEADLINE;
        for (int position = 0; position < cell.queues().length; position++) {
            earliest = Math.min(earliest, Deadlines.plus(cell.begins()[position], offset(cell.queues()[position])));
        }
        return earliest;
    }

    private long offset(int queue) {
        for (int index = 0; index < queues.length; index++) {
            if (queues[index] == queue) {
                return offsets[index];
            }
        }
        return Deadlines.NEVER;
    }

    /** Returns true if the document is hidden. */
    boolean isHidden(QueueHead head, long deadline) {
        if (exact && deadline <= now) {
            return true;
        }
        boolean plain = exact && head.version() >= graveless;
        return !plain && state.isHidden(head.instants(), now);
    }

    /** Returns true if the document is hidden, or waits for nothing but the monitor of a lazy collection. */
    boolean isDue(QueueHead head) {
        long deadline = deadline(head);
        return deadline <= now || isHidden(head, deadline);
    }

    /** Returns the latest instant in the queue at which an entry may be due, or the least instant if none can. */
    long latestDue(int queue) {
        return state.latestDue(queue, now);
    }

    /** Returns the latest instant in the queue at which an entry can matter, or the least instant if none can. */
    long latest(int queue) {
        return offset(queue) != Deadlines.NEVER ? Deadlines.NO_DEADLINE - 1 : state.latestDue(queue, now);
    }
}
