package dev.mayfly.engine;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.audit.AuditEntry;
import dev.mayfly.engine.catalog.CatalogCodec;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.change.Change;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.Instants;
import dev.mayfly.engine.expiry.PolicyState;
import dev.mayfly.engine.hold.Holds;
import dev.mayfly.store.api.Capability;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.WriteBatch;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The one door through which a collection is written: stamps each draft with its version, and turns away those whose
 * reading no longer holds. Holds the collection's latch, under which also the catalog's record of it changes.
 */
final class Committer {
    private final EngineContext context;
    private final Partition partition;
    private final FaceForms forms;
    private final ReentrantLock latch = new ReentrantLock();
    private final Marks marks = new Marks();
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
    private volatile Schema schema;
    private volatile long changedAt;
    private volatile long settled;
    private volatile boolean dropped;

    Committer(EngineContext context, CollectionRecord record) {
        this.context = context;
        this.partition = new Partition(record.id());
        this.forms = context.forms(record.name().face());
        this.schema = new Schema(record, forms, HoldCodec.restore(context.store(), partition));
        this.vault = new Vault(context.store(), partition);
        this.totals = Totals.restore(context.store(), partition);
        this.tombstones = new Tombstones(forms, totals.tombstones() > 0);
        this.looks = new Looks(context.clock().wallMillis());
        this.changedAt = context.versions().last();
        this.recency = Recency.restore(record.changes().recency(), context.store(), partition);
        this.settled = Math.max(
                Recency.lastVersion(context.store(), partition), HistoryCursor.lastVersion(context.store(), partition));
        restoreMarks();
        this.chronicle = context.history().chronicle(record, () -> record().name());
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

    private void restoreMarks() {
        KeyRange range = KeyRange.prefix(new byte[] {Layout.MARK});
        try (Cursor cursor = context.store().scan(partition, Space.META, range, Direction.FORWARD, Reader.UNLIMITED)) {
            while (cursor.next()) {
                marks.restore(new ByteReader(cursor.key(), 1).take4(), cursor.value());
            }
        }
    }

    /** How often the sweeper has looked into a queue of the collection. */
    AtomicLong sweepVisits() {
        return sweepVisits;
    }

    FaceForms forms() {
        return forms;
    }

    Partition partition() {
        return partition;
    }

    Schema schema() {
        return schema;
    }

    CollectionRecord record() {
        return schema.record();
    }

    /** The schema of a record that the collection might have. */
    Schema schemaOf(CollectionRecord proposed) {
        return new Schema(proposed, forms, schema.holds());
    }

    /**
     * Begins to count documents for forecasts, if nobody has. What was drafted before is turned away, so that from here on
     * every write is counted. Under the latch.
     */
    DeadlineCells beginCells() {
        DeadlineCells known = schema.cells();
        if (known != null) {
            return known;
        }
        int[] kept = record().queues().stream()
                .filter(QueueDefinition::isKept)
                .mapToInt(QueueDefinition::id)
                .toArray();
        DeadlineCells begun = new DeadlineCells(kept);
        schema = new Schema(record(), forms, schema.holds(), begun);
        return begun;
    }

    /** Counts no longer. */
    void endCells() {
        latched(() -> {
            schema = new Schema(record(), forms, schema.holds());
            return true;
        });
    }

    /** The version of the last change of the record; nothing but documents has changed since. */
    long changedAt() {
        return changedAt;
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

    /** Saves what was counted of the past; does nothing when the collection is gone. */
    void savePast() {
        latched(() -> {
            if (!dropped) {
                past.save(this, context.clock().wallMillis());
            }
            return true;
        });
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
        return dropped;
    }

    /** The instant and the state that a request goes by. */
    Reading reading() {
        ClockGuard clock = context.clock();
        long epoch = clock.epoch();
        Schema seen = schema;
        return new Reading(clock.wallMillis(), epoch, seen);
    }

    /** The same at an instant the caller has read already. */
    Reading reading(long now) {
        return new Reading(now, context.clock().epoch(), schema);
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
            turnMultikey(draft);
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
        if (dropped || !holds(draft)) {
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
        DeadlineCells cells = schema.cells();
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
        boolean sameState =
                reading.schema() == schema && reading.epoch() == context.clock().epoch();
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

    /** The schema with the draft's indexes turned; null if it was not drafted from the schema as it is. */
    @SuppressWarnings("ReferenceEquality") // A schema is what a reading was taken from, not what it is equal to.
    @Nullable
    Schema turnMultikeyOf(Draft draft) {
        return this.<@Nullable Schema>latched(() -> {
            if (dropped || draft.reading().schema() != schema) {
                return null;
            }
            turnMultikey(draft);
            return schema;
        });
    }

    private void turnMultikey(Draft draft) {
        change(Durability.LOGGED, _ -> {
            CollectionRecord record = record();
            for (var index : draft.turningMultikey()) {
                var now = record.index(index.id());
                if (now.isPresent()) {
                    record = record.withIndex(now.get().withMultikey());
                }
            }
            return record;
        });
    }

    /**
     * Changes the record under the latch, and in the catalog before anybody sees it. The change gets a version of its
     * own; what was drafted from the record before is turned away.
     */
    CollectionRecord change(Durability durability, LongFunction<CollectionRecord> next) {
        return change(durability, next, null);
    }

    /** @param change what the history is told of it */
    @SuppressWarnings("ReferenceEquality") // The very same record means that nothing is to be changed.
    CollectionRecord change(Durability durability, LongFunction<CollectionRecord> next, @Nullable Change change) {
        latch.lock();
        try {
            requireExisting();
            long version = context.versions().next();
            CollectionRecord changed = next.apply(version);
            if (changed != record()) {
                store(
                        changed,
                        version,
                        durability,
                        change == null ? null : context.history().entry(record(), change));
                changedAt = version;
                boolean sameQueues = changed.queues().equals(record().queues());
                schema = new Schema(changed, forms, schema.holds(), sameQueues ? schema.cells() : null);
            }
            return changed;
        } finally {
            latch.unlock();
        }
    }

    private void store(CollectionRecord changed, long version, Durability durability, byte @Nullable [] entry) {
        WriteBatch batch = Commits.batch()
                .put(Space.META, Layout.collectionKey(Layout.COLLECTION, changed.id()), CatalogCodec.toBytes(changed));
        if (!changed.name().equals(record().name())) {
            String note = "was " + record().name();
            context.audit().note(batch, version, now(), AuditEntry.Action.RENAMED, changed, note);
        } else {
            context.audit().notePolicy(batch, version, now(), record(), changed);
        }
        long time = context.history().commit(batch, entry, durability);
        if (chronicle != null && time != 0) {
            chronicle.feed().renamed(time);
        }
    }

    /**
     * Changes what is held, and what was drafted before is turned away: from here on nothing is destroyed that is held.
     *
     * @param next the holds from now on; the very same change nothing
     * @param batch writes them down
     * @param action for the audit, with a note
     */
    @SuppressWarnings("ReferenceEquality") // The very same holds mean that nothing is to be changed.
    void hold(UnaryOperator<Holds> next, WriteBatch batch, AuditEntry.Action action, String note) {
        latched(() -> {
            requireExisting();
            Holds changed = next.apply(schema.holds());
            if (changed != schema.holds()) {
                WriteBatch audited = Commits.batch();
                context.audit().note(audited, context.versions().next(), now(), action, record(), note);
                writeBoth(batch, audited);
                schema = new Schema(record(), forms, changed, schema.cells());
            }
            return changed;
        });
    }

    /** Writes to the collection and to the catalog, together where the store can do that. */
    private void writeBoth(WriteBatch own, WriteBatch catalog) {
        if (context.store().capabilities().contains(Capability.COMMITS_ACROSS_PARTITIONS)) {
            List<Store.PartitionBatch> both = List.of(
                    new Store.PartitionBatch(Partition.CATALOG, catalog), new Store.PartitionBatch(partition, own));
            Commits.commitAll(context.store(), both, Durability.SYNCED);
        } else {
            Commits.commit(context.store(), Partition.CATALOG, catalog, Durability.SYNCED);
            write(own, List.of(), Durability.SYNCED);
        }
    }

    private long now() {
        return context.clock().guardedMillis();
    }

    /** Writes down what somebody has done to documents of it. */
    void audit(AuditEntry.Action action, String note) {
        context.audit().write(context.versions().next(), now(), action, record(), note);
    }

    /** Takes the collection out of the catalog; from then on every request is told that it is gone. */
    void drop(Runnable work) {
        latch.lock();
        try {
            requireExisting();
            work.run();
            dropped = true;
        } finally {
            latch.unlock();
        }
    }

    void requireExisting() {
        if (dropped) {
            throw new EngineException(new EngineError.CollectionMissing(record().name()));
        }
    }

    Store store() {
        return context.store();
    }

    void sync() {
        context.sync();
    }
}
