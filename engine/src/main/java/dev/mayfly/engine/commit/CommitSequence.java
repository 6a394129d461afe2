package dev.mayfly.engine.commit;

import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.store.api.CommitOutcome;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.StoreException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The commits of one collection, one after the other, with the parts that follow them. Guarded by the latch. */
public final class CommitSequence {
    /*
     * The turn is the number of the last batch, and everything that the participants remember is as of it. A group says
     * on which turn it stands. The stores of one process cannot have had a batch in between, so nothing is compared; a
     * store that other processes write, too, would refuse a batch whose turn is not the last one. What has to be done
     * then is what is done here after an outcome that nobody knows: the participants read their state anew, and the
     * drafts are made again.
     */
    private final EngineStore engine;
    private final Partition partition;
    private final List<CommitParticipant> participants = new ArrayList<>();
    private long turn;
    private volatile long settled;
    private boolean isDoubtful;

    /** @param settled the last version of which anything is in the store */
    public CommitSequence(EngineStore engine, Partition partition, long settled) {
        this.engine = engine;
        this.partition = partition;
        this.settled = settled;
    }

    /** Adds a participant, behind those that were added before. */
    public void add(@Nullable CommitParticipant participant) {
        if (participant != null) {
            participants.add(participant);
        }
    }

    /** The version of the last batch, from any thread. */
    public long settled() {
        return settled;
    }

    /** The number of batches that were applied since the start. */
    public long turn() {
        return turn;
    }

    /**
     * Returns true if the state is that of the last batch. After a commit whose outcome is not known it is read anew, and
     * drafts that were made before are to be made again: the first call then returns false.
     */
    public boolean isCurrent() {
        if (!isDoubtful) {
            return true;
        }
        try {
            participants.forEach(CommitParticipant::reread);
        } catch (StoreException failure) {
            throw EngineException.of(failure);
        }
        isDoubtful = false;
        return false;
    }

    /** Gives the drafts their versions, which increase in their order, and writes them, or none of them. */
    CommitOutcome commit(CommitGroup group, Durability durability) {
        try {
            begin(group);
            List<PendingCommit> drafts = group.drafts();
            for (int index = 0; index < drafts.size(); index++) {
                drafts.get(index).seal(engine.versions().next());
            }
            prepare(group);
            return write(group, durability);
        } finally {
            end(group);
        }
    }

    private CommitOutcome write(CommitGroup group, Durability durability) {
        CommitOutcome outcome;
        try {
            outcome = CommitRetry.commit(engine.store(), partition, group.batch(), group.expectations(), durability);
        } catch (EngineException failure) {
            failed(failure);
            throw failure;
        }
        if (outcome instanceof CommitOutcome.Applied) {
            applied(group);
        }
        return outcome;
    }

    /** Begins a commit, to be ended by {@link #end}. */
    public void begin(CommitGroup group) {
        for (int index = 0; index < participants.size(); index++) {
            participants.get(index).begin(group);
        }
    }

    /** Adds to the batch what the participants keep of the drafts, which are sealed. */
    public void prepare(CommitGroup group) {
        for (int index = 0; index < participants.size(); index++) {
            participants.get(index).prepare(group);
        }
        CommitParticipant companion = group.drafts().getFirst().companion();
        if (companion != null) {
            companion.prepare(group);
        }
    }

    /** Follows a batch that is in the store. */
    public void applied(CommitGroup group) {
        turn++;
        settled = group.lastVersion();
        for (int index = 0; index < participants.size(); index++) {
            participants.get(index).applied(group);
        }
        CommitParticipant companion = group.drafts().getFirst().companion();
        if (companion != null) {
            companion.applied(group);
        }
    }

    public void end(CommitGroup group) {
        for (int index = 0; index < participants.size(); index++) {
            participants.get(index).end(group);
        }
    }

    /** Has the state read anew before the next commit, unless the failure proves that the batch was not written. */
    public void failed(EngineException failure) {
        // A store that syncs each batch has written the one whose sync has failed.
        isDoubtful = failure.getCause() instanceof CommitRetry.UnknownOutcomeException
                || failure.error() instanceof EngineError.StoreReadOnly;
    }
}
