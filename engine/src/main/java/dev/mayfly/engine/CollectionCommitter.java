package dev.mayfly.engine;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.commit.CommitLatch;
import dev.mayfly.engine.commit.CommitQueue;
import dev.mayfly.engine.commit.CommitRetry;
import dev.mayfly.engine.commit.CommitSequence;
import dev.mayfly.engine.commit.GroupWriter;
import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.engine.document.FaceForms;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.Instants;
import dev.mayfly.engine.expiry.PolicyState;
import dev.mayfly.engine.format.IndexEntry;
import dev.mayfly.engine.read.ReadInstant;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.schema.Schema;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.WriteBatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The only path by which a collection is written: a latch with the schema in force, a sequence of commits, and the parts
 * that follow them. Rejects drafts whose read view no longer holds.
 */
final class CollectionCommitter {
    private final EngineContext context;
    private final Partition partition;
    private final CommitLatch latch = new CommitLatch();
    private final CurrentSchema currentSchema;
    private final LowWaterMarks marks;
    private final AtomicLong sweepVisits = new AtomicLong();
    private final SizeCounters totals;
    private final ModifiedIndex modifiedIndex;
    private final Tombstones tombstones;
    private final HeldDocuments heldDocuments;
    private final ExpiryCounts counts = new ExpiryCounts();
    private final ExpiredHistory past = new ExpiredHistory();
    private final SweepSchedule schedule;
    private final @Nullable ChangeCapture changeCapture;
    private final Announcer announcer;
    private final CommitSequence sequence;
    private final CommitQueue queue;

    CollectionCommitter(EngineContext context, CollectionRecord record) {
        this.context = context;
        this.partition = new Partition(record.id());
        this.currentSchema = new CurrentSchema(context, record, latch);
        this.marks = new LowWaterMarks(context.store(), partition);
        this.heldDocuments = new HeldDocuments(context.store(), partition);
        this.totals = new SizeCounters(context.store(), partition);
        this.tombstones = new Tombstones(currentSchema.forms(), totals.tombstones() > 0);
        this.schedule = new SweepSchedule(context.clock().wallMillis());
        this.modifiedIndex = ModifiedIndex.restore(record.changes().recency(), context.store(), partition);
        this.changeCapture = currentSchema.changeCapture();
        this.announcer = new Announcer(this, context.events());
        long settled = Math.max(
                ModifiedIndex.lastVersion(context.store(), partition),
                HistoryCursor.lastVersion(context.store(), partition));
        this.sequence = new CommitSequence(context.engine(), partition, settled);
        sequence.add(context.events().adopt(partition, this::record));
        sequence.add(modifiedIndex);
        sequence.add(tombstones);
        sequence.add(heldDocuments);
        sequence.add(new ErasureCapture());
        sequence.add(marks);
        sequence.add(totals);
        sequence.add(counts);
        sequence.add(past);
        sequence.add(currentSchema);
        sequence.add(changeCapture);
        GroupWriter writer = new GroupWriter(sequence, this::holds);
        this.queue = new CommitQueue(latch, group -> {
            requireExisting();
            writer.write(group);
        });
    }

    /** Returns the capture of the collection's history as of a read view, or null if none is kept. */
    @Nullable
    ChangeCapture changeCapture(ReadView reading) {
        return changeCapture != null && changeCapture.keeps(reading.record()) ? changeCapture : null;
    }

    /** Announces that documents have expired. */
    Announcer announcer() {
        return announcer;
    }

    /** The number of times the sweeper has looked into a queue of the collection. */
    AtomicLong sweepVisits() {
        return sweepVisits;
    }

    FaceForms forms() {
        return currentSchema.forms();
    }

    Partition partition() {
        return partition;
    }

    Schema schema() {
        return currentSchema.schema();
    }

    /** The schema, and how it changes. */
    CurrentSchema currentSchema() {
        return currentSchema;
    }

    CollectionRecord record() {
        return currentSchema.record();
    }

    SizeCounters totals() {
        return totals;
    }

    /**
     * The version of the last batch: up to it everything is in the store, and nothing is written at or below it any more.
     * After a start, that of the last one of which anything is left.
     */
    long settledVersion() {
        return Math.max(sequence.settled(), record().changes().historySince());
    }

    ModifiedIndex modifiedIndex() {
        return modifiedIndex;
    }

    /** Returns true if nothing expired may be destroyed now, except by a write in its place. */
    boolean isSweepForbidden() {
        return context.isSweepForbidden();
    }

    ExpiryCounts counts() {
        return counts;
    }

    ExpiredHistory past() {
        return past;
    }

    /** The schedule of the sweeper's looks, used if the collection has a pace of its own. */
    SweepSchedule schedule() {
        return schedule;
    }

    Tombstones tombstones() {
        return tombstones;
    }

    HeldDocuments heldDocuments() {
        return heldDocuments;
    }

    /** Counts an expired document that a draft destroys. */
    void countDestroyed(PendingCommit draft, DocumentKey key, long bytes, int queue, long deadline) {
        draft.expiry().destroy(bytes);
        if (context.settings().erasureRecord()) {
            draft.noteErased(key, queue, deadline);
        }
    }

    /** As above, for one that stands in its place. */
    void countDestroyed(PendingCommit draft, DocumentKey key, long bytes, Instants instants) {
        draft.expiry().destroy(bytes);
        if (context.settings().erasureRecord()) {
            ReadView reading = draft.reading();
            PolicyState policy = reading.policy();
            draft.noteErased(
                    key, policy.decidingQueue(instants, reading.now()), policy.diedAt(instants, reading.now()));
        }
    }

    boolean isDropped() {
        return currentSchema.isDropped();
    }

    /** Returns the instant and the state by which a request reads. */
    ReadView reading() {
        ClockGuard clock = context.clock();
        long epoch = clock.epoch();
        Schema seen = currentSchema.schema();
        return new ReadView(clock.wallMillis(), epoch, seen);
    }

    /** Returns the read view at an instant that the caller has read already. */
    ReadView reading(ReadInstant at) {
        return new ReadView(at.now(), at.epoch(), currentSchema.schema());
    }

    /** An empty draft of what is to be read and written from here on. */
    PendingCommit draft() {
        long moment = context.store().moment(partition);
        return new PendingCommit(reading(), moment);
    }

    /** Runs under the latch. */
    <T extends @Nullable Object> T latched(Supplier<T> work) {
        return latch.latched(work);
    }

    /** Returns true if the calling thread holds the latch, which excludes all other writers. */
    boolean isLatched() {
        return latch.isHeldByCurrentThread();
    }

    LowWaterMarks marks() {
        if (!isLatched()) {
            throw new IllegalStateException("the marks are guarded by the latch");
        }
        return marks;
    }

    /** The commits, for one that spans several collections. Guarded by the latch. */
    CommitSequence sequence() {
        return sequence;
    }

    /**
     * Commits a draft, together with those of other writers where the latch is taken.
     *
     * @return the version of the commit, or 0 when the draft must be made again
     */
    long commit(PendingCommit draft, Durability durability) {
        if (draft.isRaced()) {
            return 0;
        }
        if (!draft.turningMultikey().isEmpty()) {
            currentSchema.turnMultikey(draft);
            return 0;
        }
        CommitQueue.QueuedDraft written = queue.commit(draft.surviving(durability));
        if (written.version() != 0) {
            // Listeners are told even if the sync fails: the batch is there, and will not be announced again. Others
            // may wait
            // for the sync, whatever a listener does.
            try {
                context.committed(draft, written.version(), schedule);
            } finally {
                written.sync(context::sync);
            }
        }
        return written.version();
    }

    /** Returns true if a draft may be written now, all its expectations included. Call under the latch. */
    boolean admits(PendingCommit draft) {
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
    boolean isMet(Expectation expectation) {
        byte[] value = store().get(partition, expectation.space(), expectation.key());
        return switch (expectation) {
            case Expectation.Absent _ -> value == null;
            case Expectation.Version expected -> value != null && IndexEntry.version(value) == expected.version();
        };
    }

    @SuppressWarnings("ReferenceEquality") // A schema is what a reading was taken from, not what it is equal to.
    boolean holds(PendingCommit draft) {
        ReadView reading = draft.reading();
        boolean sameState = reading.schema() == currentSchema.schema()
                && reading.epoch() == context.clock().epoch();
        return sameState && isInTime(draft);
    }

    /** Returns true if every document that a draft took for live still is. */
    boolean isInTime(PendingCommit draft) {
        return draft.relied() == Deadlines.NO_DEADLINE || context.clock().wallMillis() < draft.relied();
    }

    /** Writes what depends on nothing, and moves no mark and no total. */
    void write(WriteBatch batch) {
        CommitRetry.commit(context.store(), partition, batch, Durability.LOGGED);
    }

    void requireExisting() {
        currentSchema.requireExisting();
    }

    Store store() {
        return context.store();
    }

    void sync() {
        context.sync();
    }
}
