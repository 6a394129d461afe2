package dev.mayfly.engine;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.Instants;
import dev.mayfly.engine.expiry.PolicyState;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.WriteBatch;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The one door through which a collection is written: stamps each draft with its version, and turns away those whose
 * reading no longer holds. Holds the latch of the collection, under which also its schema changes.
 */
final class Committer {
    private final EngineContext context;
    private final Partition partition;
    private final ReentrantLock latch = new ReentrantLock();
    private final SchemaInForce inForce;
    private final Marks marks;
    private final AtomicLong sweepVisits = new AtomicLong();
    private final Totals totals;
    private final Recency recency;
    private final Tombstones tombstones;
    private final Vault vault;
    private final ExpiryCounts counts = new ExpiryCounts();
    private final PastCounts past = new PastCounts();
    private final Looks looks;
    private final @Nullable Chronicle chronicle;
    private final @Nullable CollectionEvents events;
    private final Announcer announcer;
    private volatile long settled;

    Committer(EngineContext context, CollectionRecord record) {
        this.context = context;
        this.partition = new Partition(record.id());
        this.inForce = new SchemaInForce(context, record, latch);
        this.marks = Marks.restore(context.store(), partition);
        this.vault = new Vault(context.store(), partition);
        this.totals = Totals.restore(context.store(), partition);
        this.tombstones = new Tombstones(inForce.forms(), totals.tombstones() > 0);
        this.looks = new Looks(context.clock().wallMillis());
        this.recency = Recency.restore(record.changes().recency(), context.store(), partition);
        this.settled = Math.max(
                Recency.lastVersion(context.store(), partition), HistoryCursor.lastVersion(context.store(), partition));
        this.chronicle = inForce.chronicle();
        this.events = context.events().adopt(partition, this::record);
        this.announcer = new Announcer(this, context.events());
    }

    /** What keeps the history of the collection as a reading has it, or null where none is kept. */
    @Nullable
    Chronicle chronicle(Reading reading) {
        return chronicle != null && chronicle.keeps(reading.record()) ? chronicle : null;
    }

    /** What says of a document that it has expired. */
    Announcer announcer() {
        return announcer;
    }

    /** How often the sweeper has looked into a queue of the collection. */
    AtomicLong sweepVisits() {
        return sweepVisits;
    }

    FaceForms forms() {
        return inForce.forms();
    }

    Partition partition() {
        return partition;
    }

    Schema schema() {
        return inForce.schema();
    }

    /** The schema, and how it changes. */
    SchemaInForce inForce() {
        return inForce;
    }

    CollectionRecord record() {
        return inForce.record();
    }

    Totals totals() {
        return totals;
    }

    /**
     * The version of the last batch: up to it everything is in the store, and nothing is written at or below it any more.
     * After a start, that of the last one of which anything is left.
     */
    long settledVersion() {
        return Math.max(settled, record().changes().historySince());
    }

    Recency recency() {
        return recency;
    }

    /** Whether nothing expired may be destroyed now, except by a write in its place. */
    boolean isSweepForbidden() {
        return context.isSweepForbidden();
    }

    ExpiryCounts counts() {
        return counts;
    }

    PastCounts past() {
        return past;
    }

    /** When the sweeper looks for expired documents, if the collection has a pace of its own. */
    Looks looks() {
        return looks;
    }

    Tombstones tombstones() {
        return tombstones;
    }

    Vault vault() {
        return vault;
    }

    /** Counts an expired document that a draft destroys. */
    void countDestroyed(Draft draft, DocumentKey key, long bytes, int queue, long deadline) {
        draft.countDestroyed(bytes);
        if (context.settings().erasureRecord()) {
            draft.noteErased(key, queue, deadline);
        }
    }

    /** As above, for one that stands in its place. */
    void countDestroyed(Draft draft, DocumentKey key, long bytes, Instants instants) {
        draft.countDestroyed(bytes);
        if (context.settings().erasureRecord()) {
            Reading reading = draft.reading();
            PolicyState policy = reading.policy();
            draft.noteErased(
                    key, policy.decidingQueue(instants, reading.now()), policy.diedAt(instants, reading.now()));
        }
    }

    boolean isDropped() {
        return inForce.isDropped();
    }

    /** The instant and the state that a request goes by. */
    Reading reading() {
        ClockGuard clock = context.clock();
        long epoch = clock.epoch();
        Schema seen = inForce.schema();
        return new Reading(clock.wallMillis(), epoch, seen);
    }

    /** The same at an instant the caller has read already. */
    Reading reading(long now) {
        return new Reading(now, context.clock().epoch(), inForce.schema());
    }

    /** An empty draft of what is to be read and written from here on. */
    Draft draft() {
        long moment = context.store().moment(partition);
        return new Draft(reading(), moment);
    }

    /** Runs under the latch. */
    <T extends @Nullable Object> T latched(Supplier<T> work) {
        latch.lock();
        try {
            return work.get();
        } finally {
            latch.unlock();
        }
    }

    /** Whether the calling thread keeps everybody else from writing. */
    boolean isLatched() {
        return latch.isHeldByCurrentThread();
    }

    Marks marks() {
        if (!isLatched()) {
            throw new IllegalStateException("the marks are guarded by the latch");
        }
        return marks;
    }

    /** Something to be done under the latch right before a draft is written, and something right after. */
    interface Companion {
        /** May add to the batch; answers what to do once it is applied. */
        Runnable before(WriteBatch batch);
    }

    /** The version of the commit, or 0 when the draft must be made again. */
    long commit(Draft draft, Durability durability) {
        return commit(draft, durability, null);
    }

    long commit(Draft draft, Durability durability, @Nullable Companion companion) {
        if (draft.isRaced()) {
            return 0;
        }
        if (!draft.turningMultikey().isEmpty()) {
            inForce.turnMultikey(draft);
            return 0;
        }
        long version = commitLatched(draft, durability, companion);
        if (version != 0) {
            // Who listens is told even if the sync fails: the batch is there, and will not be announced again.
            context.committed(draft, version, looks);
            if (durability == Durability.SYNCED) {
                context.sync();
            }
        }
        return version;
    }

    private long commitLatched(Draft draft, Durability durability, @Nullable Companion companion) {
        latch.lock();
        try {
            requireExisting();
            if (!holds(draft)) {
                return 0;
            }
            beginEvents(draft);
            try {
                return commitHeld(draft, durability, companion);
            } finally {
                endEvents(draft);
            }
        } finally {
            latch.unlock();
        }
    }

    private long commitHeld(Draft draft, Durability durability, @Nullable Companion companion) {
        long version = context.versions().next();
        Totals.Change change = prepare(draft, version, 0);
        Runnable after = companion == null ? null : companion.before(draft.batch());
        Durability logged = durability == Durability.MEMORY ? Durability.MEMORY : Durability.LOGGED;
        if (!write(draft, logged)) {
            return 0;
        }
        written(draft, version, change);
        if (after != null) {
            after.run();
        }
        return version;
    }

    /** Whether a draft may be written now, all its expectations included. Under the latch. */
    boolean admits(Draft draft) {
        if (inForce.isDropped() || !holds(draft)) {
            return false;
        }
        for (Expectation expectation : draft.expectations()) {
            if (!isMet(expectation)) {
                return false;
            }
        }
        return true;
    }

    /** Whether it holds in the store as it is now. */
    boolean isMet(Expectation expectation) {
        byte[] value = store().get(partition, expectation.space(), expectation.key());
        return switch (expectation) {
            case Expectation.Absent _ -> value == null;
            case Expectation.Version expected -> value != null && IndexEntry.version(value) == expected.version();
        };
    }

    /** Says that a draft with events is about to take its version. */
    void beginEvents(Draft draft) {
        if (events != null && draft.events() != null) {
            events.depart();
        }
    }

    /** To be called once the draft is in the store, or never will be. */
    void endEvents(Draft draft) {
        if (events != null && draft.events() != null) {
            events.land();
        }
    }

    /**
     * Makes a draft what is to be written under this version. To be followed by {@link #written}, under one latch.
     *
     * @param firstEvent the number of the first event that it announces under the version
     */
    Totals.Change prepare(Draft draft, long version, int firstEvent) {
        draft.seal(version);
        EventBlock announced = draft.events();
        if (events != null && announced != null) {
            events.seal(announced, draft.batch(), record(), version, firstEvent);
        }
        recency.seal(draft);
        tombstones.seal(draft);
        vault.seal(draft);
        draft.sealErasures(version);
        marks.lower(draft.queueKeys(), draft.batch());
        return totals.change(draft, draft.batch());
    }

    void written(Draft draft, long version, Totals.Change change) {
        settled = version;
        if (events != null && draft.events() != null) {
            events.written();
        }
        marks.written(draft.queueKeys());
        totals.apply(change);
        counts.destroyed(draft.destroyer(), draft.destroyed());
        DeadlineCells cells = inForce.schema().cells();
        if (cells != null) {
            cells.apply(draft.tracked());
        }
        if (draft.hasExpired()) {
            past.add(draft.reading().now(), draft.expiredAmount(), draft.purgedAmount());
        }
    }

    @SuppressWarnings("ReferenceEquality") // A schema is what a reading was taken from, not what it is equal to.
    boolean holds(Draft draft) {
        Reading reading = draft.reading();
        boolean sameState = reading.schema() == inForce.schema()
                && reading.epoch() == context.clock().epoch();
        return sameState && isInTime(draft);
    }

    /** Whether everything that a draft took for live is so still. */
    boolean isInTime(Draft draft) {
        return draft.relied() == Deadlines.NO_DEADLINE || context.clock().wallMillis() < draft.relied();
    }

    private boolean write(Draft draft, Durability durability) {
        long last = beginHistory(draft);
        try {
            return write(draft.batch(), draft.expectations(), durability);
        } finally {
            endHistory(last);
        }
    }

    /** Gives a draft its place in the history, if one is kept; answers what to end it with. */
    long beginHistory(Draft draft) {
        return chronicle == null ? 0 : chronicle.begin(draft);
    }

    /** To be called once the draft is in the store, or never will be. */
    void endHistory(long last) {
        if (chronicle != null) {
            chronicle.end(last);
        }
    }

    private boolean write(WriteBatch batch, List<Expectation> expectations, Durability durability) {
        return Commits.commit(context.store(), partition, batch, expectations, durability);
    }

    /** Writes what depends on nothing, and moves no mark and no total. */
    void write(WriteBatch batch) {
        write(batch, List.of(), Durability.LOGGED);
    }

    void requireExisting() {
        inForce.requireExisting();
    }

    Store store() {
        return context.store();
    }

    void sync() {
        context.sync();
    }
}
