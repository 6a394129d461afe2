package dev.mayfly.engine.write;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.change.ChangeCapture;
import dev.mayfly.engine.commit.CommitLatch;
import dev.mayfly.engine.commit.CommitRetry;
import dev.mayfly.engine.commit.EngineStore;
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
 * One shard of a collection as all of its parts share it: where it is stored, the schema in force, and the latch under which
 * it is written. Safe for concurrent use.
 */
public final class CollectionState {
    private final EngineStore engine;
    private final CurrentSchema currentSchema;
    private final int shard;
    private final Partition partition;
    private final CommitLatch latch;

    /** @param latch one of those under which the schema changes */
    public CollectionState(EngineStore engine, CurrentSchema currentSchema, int shard, CommitLatch latch) {
        this.engine = engine;
        this.currentSchema = currentSchema;
        this.shard = shard;
        this.partition = currentSchema.record().partitions().get(shard);
        this.latch = latch;
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

    /** The number of the shard, from 0 on. */
    public int shard() {
        return shard;
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

    /** The capture of the shard's history, or null if none is wanted. */
    public @Nullable ChangeCapture changeCapture() {
        return currentSchema.changeCapture(shard);
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
