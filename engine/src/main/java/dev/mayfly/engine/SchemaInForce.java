package dev.mayfly.engine;

import dev.mayfly.engine.audit.AuditEntry;
import dev.mayfly.engine.catalog.CatalogCodec;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.change.Change;
import dev.mayfly.engine.hold.Holds;
import dev.mayfly.store.api.Capability;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.WriteBatch;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The schema by which a collection is read and written, until the next takes its place: when its record changes, or what
 * is held of it. Changes under the collection's latch; read by anybody.
 */
final class SchemaInForce {
    private final EngineContext context;
    private final Partition partition;
    private final FaceForms forms;
    private final ReentrantLock latch;
    private final @Nullable Chronicle chronicle;
    private volatile Schema schema;
    private volatile long changedAt;
    private volatile boolean dropped;

    SchemaInForce(EngineContext context, CollectionRecord record, ReentrantLock latch) {
        this.context = context;
        this.partition = new Partition(record.id());
        this.forms = context.forms(record.name().face());
        this.latch = latch;
        this.schema = new Schema(record, forms, HoldCodec.restore(context.store(), partition));
        this.changedAt = context.versions().last();
        this.chronicle = context.history().chronicle(record, () -> record().name());
    }

    Schema schema() {
        return schema;
    }

    CollectionRecord record() {
        return schema.record();
    }

    FaceForms forms() {
        return forms;
    }

    /** What keeps the history of the collection if that is wanted, or null. */
    @Nullable
    Chronicle chronicle() {
        return chronicle;
    }

    boolean isDropped() {
        return dropped;
    }

    void requireExisting() {
        if (dropped) {
            throw new EngineException(new EngineError.CollectionMissing(record().name()));
        }
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
            Commits.commit(context.store(), partition, own, Durability.SYNCED);
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

    void turnMultikey(Draft draft) {
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

    private <T extends @Nullable Object> T latched(Supplier<T> work) {
        latch.lock();
        try {
            return work.get();
        } finally {
            latch.unlock();
        }
    }
}
