package dev.mayfly.engine.sweep;

import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.commit.CommitRetry;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.hold.Holds;
import dev.mayfly.engine.schema.Schema;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.store.api.Turn;
import org.jspecify.annotations.Nullable;

/**
 * Remembers that a sweep of a shard which other engines write, too, has found nothing to do, and for how long that holds. Used
 * by one sweep at a time.
 */
final class IdleSweep {
    /*
     * A sweep over a store of other machines takes several round trips for each shard, and most find nothing. What one has
     * found holds until something is due, as long as no engine has written the shard, which its turn tells, and neither the
     * collection's record, nor its holds, nor the trust in the clock have changed, nor whether somebody waits for its events.
     *
     * Nothing is remembered of a collection whose policy keeps anything of its past, or which is about to lose a queue: there
     * the end of a sweep has work to do as well.
     */
    private final CollectionCommitter committer;
    private @Nullable State current;
    private @Nullable State found;
    private SweepSchedule.@Nullable State looks;
    private long due = Deadlines.NO_DEADLINE;

    /** What must not change for the finding of a sweep to hold. */
    private record State(Turn turn, CollectionRecord record, Holds holds, long epoch, boolean isFollowed) {
        @SuppressWarnings("ReferenceEquality") // These are what a sweep went by, not what they are equal to.
        boolean isStill(State other) {
            return record == other.record
                    && holds == other.holds
                    && epoch == other.epoch
                    && isFollowed == other.isFollowed
                    && turn.equals(other.turn);
        }
    }

    IdleSweep(CollectionCommitter committer) {
        this.committer = committer;
    }

    /** Reads on which turn the shard is; a store that does not answer tells nothing, and the sweep then meets that itself. */
    void look(boolean isFollowed) {
        try {
            current = state(CommitRetry.turn(committer.store(), committer.partition()), isFollowed);
        } catch (EngineException unknown) {
            current = null;
        }
    }

    private State state(Turn turn, boolean isFollowed) {
        long epoch = committer.state().clock().epoch();
        Schema schema = committer.schema();
        return new State(turn, schema.record(), schema.holds(), epoch, isFollowed);
    }

    /** Returns true if a sweep would find nothing now, by the last look. */
    boolean holds(long now) {
        State known = found;
        State seen = current;
        return known != null && seen != null && known.isStill(seen) && now < due;
    }

    /** The instant at which a sweep may find something if nothing changes. */
    long due() {
        return due;
    }

    /** The state by which the looks of a collection with a pace of its own are counted meanwhile; null for any other. */
    SweepSchedule.@Nullable State looks() {
        return looks;
    }

    /**
     * Begins a sweep, which goes by what is known of the shard now. Where others have written since the look, the next look
     * sees another turn.
     */
    void begin(boolean isFollowed) {
        found = null;
        State seen = current;
        current = seen == null ? null : state(seen.turn, isFollowed);
    }

    /**
     * Notes that the sweep that has begun has ended, and found nothing.
     *
     * @param counted the state by which looks are counted, if the collection has a pace of its own
     * @param until when something falls due if nothing changes
     */
    void foundNothing(boolean isFollowed, SweepSchedule.@Nullable State counted, long until) {
        State began = current;
        CollectionRecord record = committer.record();
        boolean isPlain = record.policy().graves().isEmpty()
                && record.policy().recent().isEmpty()
                && record.queues().stream().allMatch(QueueDefinition::isKept);
        if (began != null && isPlain && began.isStill(state(began.turn, isFollowed))) {
            found = began;
            looks = counted;
            due = until;
        }
    }
}
