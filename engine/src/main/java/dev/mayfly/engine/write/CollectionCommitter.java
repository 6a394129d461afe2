package dev.mayfly.engine.write;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.commit.CommitListener;
import dev.mayfly.engine.commit.CommitParticipant;
import dev.mayfly.engine.commit.CommitQueue;
import dev.mayfly.engine.commit.CommitSequence;
import dev.mayfly.engine.commit.GroupWriter;
import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.engine.commit.StateRows;
import dev.mayfly.engine.document.FaceForms;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.Instants;
import dev.mayfly.engine.expiry.PolicyState;
import dev.mayfly.engine.format.IndexEntry;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.read.FetchedDocuments;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.schema.Schema;
import dev.mayfly.store.api.Cell;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.StoreException;
import dev.mayfly.store.api.Turn;
import dev.mayfly.store.api.WriteBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The only path by which a collection is written: runs the participants, of which its own keep the books that every write
 * needs, over the commits of a collection. Rejects drafts whose read view no longer holds.
 */
public final class CollectionCommitter {
    private final CollectionState state;
    private final CurrentSchema currentSchema;
    private final CommitListener listener;
    private final boolean recordsErasures;
    private final LowWaterMarks marks;
    private final RecheckSchedule rechecks;
    private final SizeCounters totals;
    private final ModifiedIndex modifiedIndex;
    private final Tombstones tombstones;
    private final HeldDocuments heldDocuments;
    private final CommitSequence sequence;
    private final CommitQueue queue;
    private volatile long readable = -1;

    /**
     * @param listener hears of every draft that is committed
     * @param recordsErasures whether what is destroyed is written down
     * @param settled the last version of which the history of the collection has anything, or 0
     */
    public CollectionCommitter(CollectionState state, CommitListener listener, boolean recordsErasures, long settled) {
        this.state = state;
        this.currentSchema = state.currentSchema();
        this.listener = listener;
        this.recordsErasures = recordsErasures;
        Store store = state.store();
        Partition partition = state.partition();
        boolean isShared = state.engine().isShared();
        StateRows rows = StateRows.read(store, partition);
        this.marks = new LowWaterMarks(rows, isShared);
        this.rechecks = new RecheckSchedule(store, partition, rows, isShared);
        this.heldDocuments = new HeldDocuments(store, partition, isShared);
        this.totals = new SizeCounters(store, partition, rows, isShared);
        this.tombstones = new Tombstones(currentSchema.forms(), totals.tombstones(), isShared);
        this.modifiedIndex = new ModifiedIndex(record().changes().recency(), store, partition);
        this.sequence = new CommitSequence(
                state.engine(),
                partition,
                currentSchema::number,
                Math.max(settled, ModifiedIndex.lastVersion(store, partition)));
        currentSchema.follow(partition, sequence);
        add(modifiedIndex);
        add(tombstones);
        add(heldDocuments);
        add(new ErasureCapture());
        add(marks);
        add(rechecks);
        add(totals);
        add(currentSchema);
        GroupWriter writer = new GroupWriter(sequence, this::admitsInGroup);
        this.queue = new CommitQueue(state.latch(), group -> {
            requireExisting();
            writer.write(group);
        });
    }

    /** Adds a participant behind those that were added before; null for none. Call before the first commit. */
    public final void add(@Nullable CommitParticipant participant) {
        sequence.add(participant);
    }

    /** Where entries of documents stand whose deadlines move often. */
    public RecheckSchedule rechecks() {
        return rechecks;
    }

    /** The state of the collection beside its commits. */
    public CollectionState state() {
        return state;
    }

    public FaceForms forms() {
        return currentSchema.forms();
    }

    public Partition partition() {
        return state.partition();
    }

    public Schema schema() {
        return currentSchema.schema();
    }

    /** The schema, and how it changes. */
    public CurrentSchema currentSchema() {
        return currentSchema;
    }

    public final CollectionRecord record() {
        return currentSchema.record();
    }

    public SizeCounters totals() {
        return totals;
    }

    /**
     * The version of the last batch: up to it everything is in the store, and nothing is written at or below it any more.
     * After a start, that of the last one of which anything is left.
     */
    public long settledVersion() {
        return Math.max(sequence.settled(), record().changes().historySince());
    }

    /** The same; all reads that follow see everything up to it. */
    public long readableVersion() {
        long version = settledVersion();
        if (version != readable) {
            store().settle(partition());
            readable = version;
        }
        return version;
    }

    public ModifiedIndex modifiedIndex() {
        return modifiedIndex;
    }

    public Tombstones tombstones() {
        return tombstones;
    }

    public HeldDocuments heldDocuments() {
        return heldDocuments;
    }

    /** Counts an expired document that a draft destroys. */
    public void countDestroyed(PendingCommit draft, DocumentKey key, long bytes, int queue, long deadline) {
        draft.expiry().destroy(bytes);
        if (recordsErasures) {
            draft.noteErased(key, queue, deadline);
        }
    }

    /** As above, for one that stands in its place. */
    public void countDestroyed(PendingCommit draft, DocumentKey key, long bytes, Instants instants) {
        draft.expiry().destroy(bytes);
        if (recordsErasures) {
            ReadView reading = draft.reading();
            PolicyState policy = reading.policy();
            draft.noteErased(
                    key, policy.decidingQueue(instants, reading.now()), policy.diedAt(instants, reading.now()));
        }
    }

    public boolean isDropped() {
        return currentSchema.isDropped();
    }

    /** Returns the instant and the state by which a request reads. */
    public ReadView reading() {
        return state.reading();
    }

    /**
     * Reads all that drafts of writes to these documents look for first, in one step.
     *
     * @param receipt that one of them leaves, or null
     * @return how many bytes the documents have
     */
    public long fetch(FetchedDocuments fetched, List<DocumentKey> keys, @Nullable IdempotencyRecord receipt) {
        List<Cell> others = new ArrayList<>(IdempotencyRecords.cells(receipt));
        if (tombstones.arePossible()) {
            keys.forEach(key -> others.add(new Cell(Space.INDEX, Layout.tombstoneKey(key))));
        }
        try {
            return fetched.fetch(partition(), keys, others);
        } catch (StoreException failure) {
            throw EngineException.of(failure);
        }
    }

    /** An empty draft of what is to be read and written from here on. */
    public PendingCommit draft() {
        long moment = state.store().moment(state.partition());
        return new PendingCommit(reading(), moment);
    }

    /** Runs under the latch. */
    public <T extends @Nullable Object> T latched(Supplier<T> work) {
        return state.latched(work);
    }

    /** Returns true if the calling thread holds the latch, which excludes all other writers. */
    public boolean isLatched() {
        return state.latch().isHeldByCurrentThread();
    }

    public LowWaterMarks marks() {
        if (!isLatched()) {
            throw new IllegalStateException("the marks are guarded by the latch");
        }
        return marks;
    }

    /** The turn that the last batch of this engine has made, from any thread; null for none, or in a store without turns. */
    public @Nullable Turn madeTurn() {
        return sequence.made();
    }

    /** The commits, for one that spans several collections. Guarded by the latch. */
    public CommitSequence sequence() {
        return sequence;
    }

    /**
     * Commits a draft, together with those of other writers where the latch is taken.
     *
     * @return the version of the commit, or 0 when the draft must be made again
     */
    public long commit(PendingCommit draft, Durability durability) {
        if (draft.isRaced()) {
            return 0;
        }
        if (!draft.turningMultikey().isEmpty()) {
            turnMultikey(draft);
            return 0;
        }
        CommitQueue.QueuedDraft written = queue.commit(draft.surviving(durability));
        if (written.version() == 0) {
            if (sequence.isSchemaOld()) {
                refresh();
            }
        } else {
            // The listener is told even if the sync fails: the batch is there, and will not be announced again. Others
            // may wait for the sync, whatever a listener does.
            try {
                tell(draft, written.version());
            } finally {
                written.sync(this::sync);
            }
        }
        return written.version();
    }

    private void turnMultikey(PendingCommit draft) {
        try {
            currentSchema.turnMultikey(draft);
        } catch (SharedSchema.StaleSchemaException stale) {
            refresh();
        }
    }

    /** Another engine may have written the shard by a schema that is not known here yet. */
    private void refresh() {
        if (!isLatched()) {
            currentSchema.refresh();
        }
    }

    /** Brings what is remembered of the shard up to the last batch of any engine. Call under the latch. */
    public void catchUp() {
        sequence.catchUp();
    }

    /** Tells those who listen that a draft is in the store. Call outside of the latch. */
    public void tell(PendingCommit draft, long version) {
        listener.committed(draft, version);
    }

    /** Returns true if a draft may be written now, all its expectations included. Call under the latch. */
    public boolean admits(PendingCommit draft) {
        if (currentSchema.isDropped() || !sequence.isCurrent() || !holds(draft)) {
            return false;
        }
        for (Expectation expectation : draft.expectations()) {
            if (!isMet(expectation)) {
                return false;
            }
        }
        return true;
    }

    /** Returns true if the expectation holds in the store as it is now. */
    public boolean isMet(Expectation expectation) {
        byte[] value = store().get(partition(), expectation.space(), expectation.key());
        return switch (expectation) {
            case Expectation.Absent _ -> value == null;
            case Expectation.Version expected -> value != null && IndexEntry.version(value) == expected.version();
        };
    }

    @SuppressWarnings("ReferenceEquality")
    public // A schema is what a reading was taken from, not what it is equal to.
    boolean holds(PendingCommit draft) {
        return draft.reading().schema() == currentSchema.schema() && holdsIfSchemaDoes(draft);
    }

    private boolean holdsIfSchemaDoes(PendingCommit draft) {
        boolean isSameEpoch = draft.reading().epoch() == state.clock().epoch();
        return isSameEpoch && isInTime(draft) && rechecks.isAhead(draft.recheck());
    }

    /** Returns true if a draft may be written now; one that may follow batches of other engines then expects all that it must. */
    private boolean admitsInGroup(PendingCommit draft) {
        if (holds(draft)) {
            return true;
        }
        boolean follows = draft.mayFollow()
                && draft.reading().schema().isMadeOfTheSameAs(currentSchema.schema())
                && holdsIfSchemaDoes(draft);
        if (follows) {
            draft.expectUnrecorded();
        }
        return follows;
    }

    /** Returns true if every document that a draft took for live still is. */
    public boolean isInTime(PendingCommit draft) {
        return draft.relied() == Deadlines.NO_DEADLINE || state.clock().wallMillis() < draft.relied();
    }

    /**
     * Writes what belongs to the state of the last batch, such as a mark. Call under the latch.
     *
     * @return false if nothing was written, since another engine has written meanwhile
     */
    public boolean writeInTurn(WriteBatch batch) {
        return sequence.write(batch);
    }

    /** Writes what depends on nothing, and moves no mark and no total. */
    public void write(WriteBatch batch) {
        state.write(batch);
    }

    public void requireExisting() {
        currentSchema.requireExisting();
    }

    public Store store() {
        return state.store();
    }

    void sync() {
        state.engine().sync();
    }
}
