package dev.mayfly.engine.commit;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.store.api.CommitOutcome;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.WriteBatch;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Writes groups of drafts of one collection, such that none suffers from another. Guarded by the latch. */
public final class GroupWriter {
    /*
     * Writing a group means the same as writing its drafts one after the other. A draft that rests on what one before it
     * changes would be turned away then, so it is turned away here, and made again. The store refuses a batch as a whole,
     * but says which expectations have failed: the drafts that had them are turned away, and the rest is written.
     *
     * A group that comes too late, since another engine has written the shard, is written behind that engine's batch: what its
     * drafts expect is compared anew, so that only those are made again that the other batch concerns.
     */
    /** The number of batches of other engines behind which a group is tried. */
    private static final int TURNS_MAX = 100;

    private final CommitSequence sequence;
    private final Predicate<PendingCommit> admits;

    /** @param admits tells whether a draft may be written now, as far as its reading goes */
    public GroupWriter(CommitSequence sequence, Predicate<PendingCommit> admits) {
        this.sequence = sequence;
        this.admits = admits;
    }

    /** Tells each draft that it is written, that it must be made again, or why it has failed. */
    public void write(List<CommitQueue.QueuedDraft> group) {
        group.forEach(one -> sequence.note(one.draft().head()));
        boolean isCurrent = sequence.bringUpToDate();
        List<CommitQueue.QueuedDraft> admitted = new ArrayList<>(group.size());
        List<CommitQueue.QueuedDraft> stale = new ArrayList<>(0);
        // A draft alone, as nearly all are, meets no other.
        @Nullable WrittenKeys written = group.size() == 1 ? null : new WrittenKeys();
        for (CommitQueue.QueuedDraft one : group) {
            PendingCommit draft = one.draft();
            if (!isCurrent || !admits.test(draft) || (written != null && written.concern(draft))) {
                stale.add(one);
            } else {
                admitted.add(one);
                if (written != null) {
                    written.add(draft);
                }
            }
        }
        try {
            for (int attempt = 0; !admitted.isEmpty(); attempt++) {
                admitted = attempt < TURNS_MAX ? writeTogether(admitted, stale) : turnAway(admitted);
            }
        } finally {
            // Told only now: made again any earlier, they would not see what the others have written.
            stale.forEach(CommitQueue.QueuedDraft::turnAway);
        }
    }

    /**
     * Returns those that are still to be written.
     *
     * @param stale gets those that are to be made again
     */
    private List<CommitQueue.QueuedDraft> writeTogether(
            List<CommitQueue.QueuedDraft> group, List<CommitQueue.QueuedDraft> stale) {
        CommitOutcome outcome;
        try {
            outcome = commit(group);
        } catch (EngineException failure) {
            boolean mayFit = failure.error() instanceof EngineError.StoreFull
                    || failure.error() instanceof EngineError.DocumentTooLarge;
            if (group.size() == 1 || !mayFit) {
                throw failure;
            }
            // Nothing was written. A draft that only deletes may still find room where one that adds does not, and one
            // that is
            // alone may be small enough.
            group.forEach(this::writeAlone);
            return List.of();
        }
        if (outcome instanceof CommitOutcome.Conflict conflict) {
            return turnAway(group, conflict.failed());
        }
        if (outcome instanceof CommitOutcome.OutOfTurn) {
            return behindOthers(group, stale);
        }
        if (!(outcome instanceof CommitOutcome.Applied)) {
            return turnAway(group);
        }
        CommitQueue.QueuedDraft.tellWritten(group);
        return List.of();
    }

    /** Returns those that may be written behind the batch of another engine. */
    private List<CommitQueue.QueuedDraft> behindOthers(
            List<CommitQueue.QueuedDraft> group, List<CommitQueue.QueuedDraft> stale) {
        boolean isCurrent = sequence.bringUpToDate();
        List<CommitQueue.QueuedDraft> following = new ArrayList<>(group.size());
        for (CommitQueue.QueuedDraft one : group) {
            (isCurrent && admits.test(one.draft()) ? following : stale).add(one);
        }
        return following;
    }

    private static List<CommitQueue.QueuedDraft> turnAway(List<CommitQueue.QueuedDraft> group) {
        group.forEach(CommitQueue.QueuedDraft::turnAway);
        return List.of();
    }

    private CommitOutcome commit(List<CommitQueue.QueuedDraft> group) {
        List<PendingCommit> drafts = new ArrayList<>(group.size());
        Durability durability = Durability.MEMORY;
        for (CommitQueue.QueuedDraft one : group) {
            drafts.add(one.draft());
            durability = one.draft().durability() == Durability.MEMORY ? durability : Durability.LOGGED;
        }
        return sequence.commit(sequence.group(drafts), durability);
    }

    private void writeAlone(CommitQueue.QueuedDraft one) {
        try {
            if (commit(List.of(one)) instanceof CommitOutcome.Applied) {
                CommitQueue.QueuedDraft.tellWritten(List.of(one));
            } else {
                one.turnAway();
            }
        } catch (RuntimeException failure) {
            one.fail(failure);
        }
    }

    /** Turns away the drafts whose expectations have failed; returns the others. */
    private static List<CommitQueue.QueuedDraft> turnAway(
            List<CommitQueue.QueuedDraft> group, List<Expectation> failed) {
        List<CommitQueue.QueuedDraft> rest = new ArrayList<>();
        for (CommitQueue.QueuedDraft one : group) {
            if (group.size() == 1 || failed.stream().anyMatch(one.draft().expectations()::contains)) {
                one.turnAway();
            } else {
                rest.add(one);
            }
        }
        if (rest.size() == group.size()) {
            throw new IllegalStateException("the store refuses a batch for what it did not expect");
        }
        return rest;
    }

    /** The keys that the drafts of a group write. */
    private static final class WrittenKeys {
        private final Map<Space, Set<DocumentKey>> keys = new EnumMap<>(Space.class);

        void add(PendingCommit draft) {
            for (WriteBatch.Write write : draft.batch().writes()) {
                keys.computeIfAbsent(write.space(), _ -> new HashSet<>()).add(new DocumentKey(write.key()));
            }
        }

        /** Returns true if the draft expects something of one of the keys, or writes it too. */
        boolean concern(PendingCommit draft) {
            for (Expectation expectation : draft.expectations()) {
                if (has(expectation.space(), expectation.key())) {
                    return true;
                }
            }
            for (WriteBatch.Write write : draft.batch().writes()) {
                if (has(write.space(), write.key())) {
                    return true;
                }
            }
            return false;
        }

        private boolean has(Space space, byte[] key) {
            Set<DocumentKey> ofSpace = keys.get(space);
            return ofSpace != null && ofSpace.contains(new DocumentKey(key));
        }
    }
}
