package dev.mayfly.engine.write;

import dev.mayfly.engine.audit.AuditEntry;
import dev.mayfly.engine.audit.AuditLog;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.change.Change;
import dev.mayfly.engine.change.ChangeCapture;
import dev.mayfly.engine.change.History;
import dev.mayfly.engine.commit.CommitGroup;
import dev.mayfly.engine.commit.CommitLatches;
import dev.mayfly.engine.commit.CommitParticipant;
import dev.mayfly.engine.commit.CommitSequence;
import dev.mayfly.engine.commit.EngineStore;
import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.engine.commit.StateRows;
import dev.mayfly.engine.document.FaceForms;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.hold.HoldCodec;
import dev.mayfly.engine.hold.Holds;
import dev.mayfly.engine.schema.ExpiryHistogram;
import dev.mayfly.engine.schema.LimitChange;
import dev.mayfly.engine.schema.Schema;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.WriteBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The schema by which a collection is read and written, which all its shards share. The next one replaces it when the record
 * or the holds change. Changes under the latches of all shards; read by any thread.
 */
public final class CurrentSchema implements CommitParticipant {
    private final EngineStore engine;
    private final Partition partition;
    private final FaceForms forms;
    private final CommitLatches latches;
    private final List<@Nullable ChangeCapture> changeCaptures = new ArrayList<>();
    private final SharedSchema shared;
    private final SchemaWriter writer;
    private volatile Schema schema;
    private volatile long changedAt;
    private volatile boolean dropped;

    public CurrentSchema(
            EngineStore engine,
            AuditLog audit,
            History history,
            CollectionRecord record,
            long number,
            FaceForms forms,
            CommitLatches latches) {
        this.engine = engine;
        this.partition = record.partitions().getFirst();
        this.forms = forms;
        this.latches = latches;
        this.schema = new Schema(record, forms, HoldCodec.restore(engine.store(), partition));
        this.shared = new SharedSchema(engine, number);
        this.changedAt = engine.versions().last();
        for (Partition shard : record.partitions()) {
            changeCaptures.add(history.changeCapture(record, shard, () -> record().name()));
        }
        this.writer = new SchemaWriter(engine, audit, history, shared, partition, changeCaptures);
    }

    public Schema schema() {
        return schema;
    }

    public CollectionRecord record() {
        return schema.record();
    }

    public FaceForms forms() {
        return forms;
    }

    /** Returns the capture of the history of a shard, or null if none is wanted. */
    @Nullable
    ChangeCapture changeCapture(int shard) {
        return changeCaptures.get(shard);
    }

    /** Registers the commits of a shard, by whose turns the schema is fenced. */
    void follow(Partition shard, CommitSequence sequence) {
        shared.follow(shard, sequence);
    }

    /** The number of the schema, where several engines write; else 0. */
    public long number() {
        return shared.number();
    }

    /** Reads anew what other engines have changed. Not to be called under a latch. */
    void refresh() {
        engine.catalogWatch().refreshNow();
    }

    /**
     * Takes over what another engine has made of the collection.
     *
     * @param changed its record
     * @param number of its schema now
     */
    public void adopt(CollectionRecord changed, long number) {
        latches.latched(() -> {
            shared.adopt(number);
            schema = new Schema(changed, forms, HoldCodec.restore(engine.store(), partition));
            changedAt = number;
            return true;
        });
    }

    /** Another engine has dropped the collection. */
    public void adoptDrop() {
        dropped = true;
    }

    public boolean isDropped() {
        return dropped;
    }

    public void requireExisting() {
        if (dropped) {
            throw new EngineException(new EngineError.CollectionMissing(record().name()));
        }
    }

    /** The schema of a record that the collection might have. */
    public Schema schemaOf(CollectionRecord proposed) {
        return new Schema(proposed, forms, schema.holds());
    }

    /**
     * Begins to count documents for forecasts, unless that has begun already. Earlier drafts are rejected, so that
     * from here on every write is counted. Call under the latches.
     */
    public ExpiryHistogram beginCells() {
        ExpiryHistogram known = schema.cells();
        if (known != null) {
            return known;
        }
        int[] kept = record().queues().stream()
                .filter(QueueDefinition::isKept)
                .mapToInt(QueueDefinition::id)
                .toArray();
        ExpiryHistogram begun = new ExpiryHistogram(kept);
        schema = new Schema(record(), forms, schema.holds(), begun);
        return begun;
    }

    /** Counts no longer. */
    public void endCells() {
        latches.latched(() -> {
            schema = new Schema(record(), forms, schema.holds());
            return true;
        });
    }

    /** Counts what the drafts have changed, where documents are being counted for forecasts. */
    @Override
    public void applied(CommitGroup group) {
        ExpiryHistogram cells = schema.cells();
        if (cells != null) {
            // Shards count together.
            synchronized (cells) {
                for (PendingCommit draft : group.drafts()) {
                    cells.apply(draft.tracked());
                }
            }
        }
    }

    /**
     * Counts anew at the next forecast: a batch may be in the store that was not counted. The caller holds the latch of one
     * shard, which is enough: nothing else of the schema can change meanwhile.
     */
    @Override
    public void reread(StateRows rows) {
        schema = new Schema(record(), forms, schema.holds());
    }

    /** The version of the last change of the record; nothing but documents has changed since. */
    public long changedAt() {
        return changedAt;
    }

    /**
     * Changes the record under the latches, and in the catalog before the change is visible. The change gets a version
     * of its own; drafts made from the record before are rejected.
     */
    public CollectionRecord change(Durability durability, LongFunction<CollectionRecord> next) {
        return change(durability, next, null);
    }

    /** @param change what the history is told of it */
    public CollectionRecord change(
            Durability durability, LongFunction<CollectionRecord> next, @Nullable Change change) {
        return change(durability, next, change, List.of());
    }

    /** Changes the record, and in the same write limits that the face keeps itself. */
    public CollectionRecord change(List<LimitChange> limits, LongFunction<CollectionRecord> next) {
        return change(Durability.SYNCED, next, null, limits);
    }

    private CollectionRecord change(
            Durability durability,
            LongFunction<CollectionRecord> next,
            @Nullable Change change,
            List<LimitChange> limits) {
        return upToDate(() -> changeLatched(durability, next, change, limits));
    }

    /**
     * Runs a change under the latches; begins again if another engine was faster. A caller that holds the latches already
     * must begin again itself: nothing can be read anew under them.
     */
    private <T> T upToDate(Supplier<T> work) {
        boolean isNested = latches.areHeldByCurrentThread();
        while (true) {
            try {
                return latches.latched(() -> {
                    requireExisting();
                    return work.get();
                });
            } catch (SharedSchema.StaleSchemaException stale) {
                if (isNested) {
                    throw stale;
                }
                refresh();
            }
        }
    }

    private CollectionRecord changeLatched(
            Durability durability,
            LongFunction<CollectionRecord> next,
            @Nullable Change change,
            List<LimitChange> limits) {
        SchemaWriter.RecordChange made = writer.change(record(), durability, next, change, limits);
        if (made.isChange()) {
            changedAt = made.version();
            boolean sameQueues = made.record().queues().equals(record().queues());
            schema = new Schema(made.record(), forms, schema.holds(), sameQueues ? schema.cells() : null);
        }
        return made.record();
    }

    /**
     * Changes what is held, and rejects earlier drafts: from here on nothing is destroyed that is held.
     *
     * @param next the holds from now on; the very same change nothing
     * @param batch writes them down
     * @param action for the audit, with a note
     */
    @SuppressWarnings("ReferenceEquality")
    public // The very same holds mean that nothing is to be changed.
    void hold(UnaryOperator<Holds> next, WriteBatch batch, AuditEntry.Action action, String note) {
        upToDate(() -> {
            Holds changed = next.apply(schema.holds());
            if (changed != schema.holds()) {
                writer.hold(record(), batch, action, note);
                schema = new Schema(record(), forms, changed, schema.cells());
            }
            return changed;
        });
    }

    /** Writes an audit entry about an action on documents of the collection. */
    public void audit(AuditEntry.Action action, String note) {
        writer.audit(record(), action, note);
    }

    /** Takes the collection out of the catalog; from then on every request is told that it is gone. */
    public void drop(Consumer<SchemaDrop> work) {
        upToDate(() -> {
            writer.drop(record(), work);
            dropped = true;
            writer.enforce(record());
            return true;
        });
    }

    /** Writes a batch that takes the collection out of the catalog; false if it is to be made again. */
    @FunctionalInterface
    public interface SchemaDrop {
        boolean write(WriteBatch batch);
    }

    /** The schema with the draft's indexes turned; null if it was not drafted from the schema as it is. */
    @SuppressWarnings("ReferenceEquality") // A schema is what a reading was taken from, not what it is equal to.
    @Nullable
    public Schema turnMultikeyOf(PendingCommit draft) {
        return latches.<@Nullable Schema>latched(() -> {
            if (dropped || draft.reading().schema() != schema) {
                return null;
            }
            turnMultikey(draft);
            return schema;
        });
    }

    void turnMultikey(PendingCommit draft) {
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
}
