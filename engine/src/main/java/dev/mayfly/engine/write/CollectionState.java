package dev.mayfly.engine.write;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.engine.audit.AuditLog;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.change.History;
import dev.mayfly.engine.commit.CommitLatch;
import dev.mayfly.engine.commit.CommitRetry;
import dev.mayfly.engine.commit.EngineStore;
import dev.mayfly.engine.document.FaceForms;
import dev.mayfly.engine.read.ReadInstant;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.schema.Schema;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.WriteBatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One collection as all of its parts share it: where it is stored, the schema in force, and the latch under which both
 * change. Safe for concurrent use.
 */
public final class CollectionState {
    private final EngineStore engine;
    private final Partition partition;
    private final CommitLatch latch = new CommitLatch();
    private final CurrentSchema currentSchema;

    public CollectionState(
            EngineStore engine, AuditLog audit, History history, CollectionRecord record, FaceForms forms) {
        this.engine = engine;
        this.partition = new Partition(record.id());
        this.currentSchema = new CurrentSchema(engine, audit, history, record, forms, latch);
    }

    public EngineStore engine() {
        return engine;
    }

    public Store store() {
        return engine.store();
    }

    public ClockGuard clock() {
        return engine.clock();
    }

    public Partition partition() {
        return partition;
    }

    CommitLatch latch() {
        return latch;
    }

    /** The schema, and how it changes. */
    public CurrentSchema currentSchema() {
        return currentSchema;
    }

    Schema schema() {
        return currentSchema.schema();
    }

    public CollectionRecord record() {
        return currentSchema.record();
    }

    void requireExisting() {
        currentSchema.requireExisting();
    }

    /** Returns the instant and the state by which a request reads. */
    ReadView reading() {
        long epoch = engine.clock().epoch();
        Schema seen = currentSchema.schema();
        return new ReadView(engine.clock().wallMillis(), epoch, seen);
    }

    /** Returns the read view at an instant that the caller has read already. */
    public ReadView reading(ReadInstant at) {
        return new ReadView(at.now(), at.epoch(), currentSchema.schema());
    }

    /** Runs under the latch. */
    <T extends @Nullable Object> T latched(Supplier<T> work) {
        return latch.latched(work);
    }

    /** Writes what depends on nothing, and moves no mark and no total. */
    void write(WriteBatch batch) {
        CommitRetry.commit(engine.store(), partition, batch, Durability.LOGGED);
    }
}
