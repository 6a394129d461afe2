package dev.mayfly.engine.commit;

import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.format.ByteWriter;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.store.api.CommitOutcome;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.Head;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.StoreException;
import dev.mayfly.store.api.Turn;
import dev.mayfly.store.api.WriteBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The commits of one shard, one after the other, with the parts that follow them. Guarded by the latch. */
public final class CommitSequence {
    /*
     * The turn is the number of the last batch, and everything that the participants remember is as of it. The stores of
     * one process cannot have had a batch in between, so nothing is compared there.
     *
     * In a store that other engines write, too, each batch says on which turn of the store it stands, and leaves the state beside
     * the turn that it makes. When one is refused, or a draft has seen a later turn, the participants take over the state of that
     * turn. The drafts of client writes then go into another batch, on the turn that the refusal
     * has named: the store compares what they expect again, and they expect everything that they have read (PendingCommit).
     * Any other draft that was made before the state was taken over is turned away, even if it comes later, since its schema is
     * another object by then. Where the state has to be read, the turn is known before: if another batch comes between, the
     * state is newer than the turn, and the next batch is refused again.
     */
    private final EngineStore engine;
    private final Partition partition;
    private final LongSupplier schemaNumber;
    private final List<CommitParticipant> participants = new ArrayList<>();
    private long turn;
    private @Nullable Turn stored;
    private @Nullable StateRows rows;
    private @Nullable Head later;
    private volatile @Nullable Turn made;
    private volatile long settled;
    private boolean isDoubtful;
    private volatile boolean isSchemaOld;

    /**
     * @param schemaNumber of the schema by which drafts are made, in a store that several engines write
     * @param settled the last version of which anything is in the store
     */
    public CommitSequence(EngineStore engine, Partition partition, LongSupplier schemaNumber, long settled) {
        this.engine = engine;
        this.partition = partition;
        this.schemaNumber = schemaNumber;
        this.settled = settled;
        this.isDoubtful = engine.isShared();
    }

    /** Adds a participant, behind those that were added before. */
    public void add(@Nullable CommitParticipant participant) {
        if (participant != null) {
            participants.add(participant);
        }
    }

    /** The version of the last batch, from any thread. */
    public long settled() {
        return engine.isShared() ? lastVersion(engine.store(), partition) : settled;
    }

    /** The version of the last batch of a shard that several engines write, or 0. */
    public static long lastVersion(Reader store, Partition partition) {
        return version(store.get(partition, Space.META, Layout.LAST_VERSION_KEY));
    }

    private static long version(byte @Nullable [] kept) {
        return kept == null ? 0 : (long) Layout.LONG.get(kept, 0);
    }

    /**
     * The turn that the last batch of this engine has made, of which every later read knows, from any thread; null for none. The
     * turn of a head that was only read does not do: the batch that makes it may not have come to all those replicas yet of which
     * a later read asks other rows.
     */
    public @Nullable Turn made() {
        return made;
    }

    /** The number of batches that were applied since the start. */
    public long turn() {
        return turn;
    }

    /**
     * Returns true if the state is that of the last batch, as far as is known here. If it is not, it is read anew, and
     * drafts that were made before are to be made again: the first call then returns false.
     */
    public boolean isCurrent() {
        if (!isDoubtful) {
            return true;
        }
        bringUpToDate();
        return false;
    }

    /** Notes the head that a draft has seen, of which the state is taken over if it is later than what is known. */
    void note(@Nullable Head seen) {
        Turn last = stored;
        if (seen == null || last == null || (isDoubtful && later == null)) {
            return;
        }
        long known = later == null ? last.number() : later.turn().number();
        if (seen.turn().number() > known) {
            later = seen;
            isDoubtful = true;
        }
    }

    /** Reads the state anew unless it is that of the last batch as far as is known here; false if a newer schema is to be read first. */
    boolean bringUpToDate() {
        if (!isDoubtful) {
            return true;
        }
        try {
            StateRows current;
            if (engine.isShared()) {
                Head last = later == null ? engine.store().head(partition) : later;
                later = null;
                // The schema cannot be read anew under the latch of one shard; the writer does that behind it.
                isSchemaOld = last.turn().schema() > schemaNumber.getAsLong();
                if (isSchemaOld) {
                    return false;
                }
                StateRows left = StateRows.left(last.state());
                current = left == null ? StateRows.read(engine.store(), partition) : left;
                stored = last.turn();
                rows = current;
                settled = version(current.lastVersion());
            } else {
                current = StateRows.read(engine.store(), partition);
            }
            participants.forEach(participant -> participant.reread(current));
        } catch (StoreException failure) {
            throw EngineException.of(failure);
        }
        isDoubtful = false;
        return true;
    }

    /** Returns true if the store was found to have a newer schema than drafts are made by, from any thread. */
    public boolean isSchemaOld() {
        return isSchemaOld;
    }

    /**
     * A batch that changes nothing that is remembered was written from this turn to that, under the latch: the state is as of
     * the later turn if it was as of the earlier one.
     */
    public void passed(Turn from, Turn to) {
        if (from.equals(stored)) {
            stored = to;
        }
    }

    /** Brings the state up to the last batch of any engine. */
    public void catchUp() {
        if (engine.isShared() && !CommitRetry.turn(engine.store(), partition).equals(stored)) {
            isDoubtful = true;
            bringUpToDate();
        }
    }

    /** A group of drafts as the next batch. */
    CommitGroup group(List<PendingCommit> drafts) {
        return new CommitGroup(drafts, turn, engine.isShared());
    }

    /** Gives the drafts their versions, which increase in their order, and writes them, or none of them. */
    CommitOutcome commit(CommitGroup group, Durability durability) {
        try {
            begin(group);
            List<PendingCommit> drafts = group.drafts();
            if (engine.isShared()) {
                drafts.forEach(this::observeReplaced);
            }
            for (int index = 0; index < drafts.size(); index++) {
                PendingCommit draft = drafts.get(index);
                draft.seal(engine.versions().next(settled, draft.versions()));
            }
            prepare(group);
            standOnTurn(group.batch(), group.lastVersion());
            StateRows next = leave(group.batch());
            if (engine.isShared()) {
                refuseOversized(group.batch());
            }
            return write(group, next, durability);
        } finally {
            end(group);
        }
    }

    /**
     * A document that another engine has written since may have any version. What replaces it has a later one, even in a batch
     * that will be refused: a key that names a version is then neither put nor deleted twice.
     */
    private void observeReplaced(PendingCommit draft) {
        for (Expectation expectation : draft.expectations()) {
            if (expectation instanceof Expectation.Version replaced && replaced.space() == Space.DOCUMENT) {
                engine.versions().observe(replaced.version());
            }
        }
    }

    /** Nothing was written yet, and the same drafts in smaller groups may be. */
    private void refuseOversized(WriteBatch batch) {
        long bytes = 0;
        for (WriteBatch.Write write : batch.writes()) {
            bytes += write.key().length;
            if (write instanceof WriteBatch.Put put) {
                bytes += put.value().length;
            }
        }
        long most = engine.store().batchBytesMax();
        if (bytes > most) {
            throw new EngineException(new EngineError.DocumentTooLarge(bytes, most));
        }
    }

    private void standOnTurn(WriteBatch batch, long version) {
        Turn last = stored;
        if (last != null) {
            batch.put(
                    Space.META,
                    Layout.LAST_VERSION_KEY,
                    new ByteWriter(8).put8(version).toBytes());
            batch.standOn(last, Math.max(last.schema(), schemaNumber.getAsLong()));
        }
    }

    /** Leaves the state with a batch that is complete, and returns it; null where no other engine writes. */
    private @Nullable StateRows leave(WriteBatch batch) {
        StateRows before = rows;
        if (before == null) {
            return null;
        }
        StateRows next = before.behind(batch);
        batch.leave(next.toBytes());
        return next;
    }

    private CommitOutcome write(CommitGroup group, @Nullable StateRows next, Durability durability) {
        CommitOutcome outcome;
        try {
            outcome = CommitRetry.commit(
                    engine.store(), partition, group.batch(), group.expectations(stored), durability);
        } catch (EngineException failure) {
            failed(failure);
            throw failure;
        }
        switch (outcome) {
            case CommitOutcome.Applied _ -> {
                follow(group.batch(), next);
                applied(group);
                made = stored;
            }
            case CommitOutcome.OutOfTurn refused -> {
                isDoubtful = true;
                later = refused.head();
            }
            case CommitOutcome.Conflict _, CommitOutcome.Unknown _ -> {}
        }
        return outcome;
    }

    private void follow(WriteBatch batch, @Nullable StateRows next) {
        Turn last = stored;
        stored = last == null ? null : batch.turnAfter(last);
        rows = next;
    }

    /**
     * Writes what belongs to the state of the last batch and is no draft, such as a mark.
     *
     * @return false if nothing was written, since another engine has written meanwhile
     */
    public boolean write(WriteBatch batch) {
        if (isDoubtful) {
            return false;
        }
        Turn stoodOn = stored;
        if (stoodOn != null) {
            batch.standOn(stoodOn, stoodOn.schema());
        }
        StateRows next = leave(batch);
        CommitOutcome outcome;
        try {
            outcome = CommitRetry.commit(engine.store(), partition, batch, List.of(), Durability.LOGGED);
        } catch (EngineException failure) {
            failed(failure);
            throw failure;
        }
        if (outcome instanceof CommitOutcome.OutOfTurn(Head last)) {
            isDoubtful = true;
            later = last;
            return false;
        }
        follow(batch, next);
        made = stored;
        return true;
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
        later = null;
        // A store that syncs each batch has written the one whose sync has failed.
        isDoubtful = failure.getCause() instanceof CommitRetry.UnknownOutcomeException
                || failure.error() instanceof EngineError.StoreReadOnly;
    }
}
