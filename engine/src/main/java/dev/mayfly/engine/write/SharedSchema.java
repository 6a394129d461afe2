package dev.mayfly.engine.write;

import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.commit.CommitRetry;
import dev.mayfly.engine.commit.CommitSequence;
import dev.mayfly.engine.commit.EngineStore;
import dev.mayfly.engine.commit.ShardCalls;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.format.ByteReader;
import dev.mayfly.engine.format.ByteWriter;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.store.api.CommitOutcome;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Turn;
import dev.mayfly.store.api.WriteBatch;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The number of a collection's schema in a store that several engines write, and how a change of the schema is written
 * there. Changes under the latches of all shards.
 */
public final class SharedSchema {
    /*
     * in the catalog's meta space    's' | id of the collection 4    number 8
     *
     * A change is made in two steps. The first writes the record, the number and whatever else the change needs in one batch
     * of the catalog, and expects the number that was known, so that of two engines that change one collection one begins
     * again. The second raises the schema number of every shard. From then on no engine can write by the schema before, and
     * every request that begins finds the new one, so the change is acknowledged.
     *
     * An engine that ends in between leaves a change that is in force: all that is missing is the fence, and each engine
     * that knows the record raises the number with its next write to the shard.
     *
     * The number is a version, the one that the change has. A document written under the schema before must have a lower
     * one. So the number is above the last version of every shard, with room for what is written before the fence: by
     * clocks that are ahead, and by an engine that counts on within the same millisecond.
     */
    private static final long ROOM = 1L << 20;

    /** The number of turns on which a shard is fenced that others write before. */
    private static final int FENCES_MAX = 1_000;

    private final EngineStore engine;
    /** The turns of the shards as they were read for the number, on which the fences most often still stand. */
    private final Map<Partition, Turn> turns = new ConcurrentHashMap<>();

    private final Map<Partition, CommitSequence> sequences = new ConcurrentHashMap<>();
    private volatile long number;

    /** @param number of the schema that the engine has; it must have been read before the record, which is then never older */
    SharedSchema(EngineStore engine, long number) {
        this.engine = engine;
        this.number = number;
        // What this engine writes to the collection is later than its making, and than its last change.
        engine.versions().observe(number);
    }

    /** Says that another engine has changed the collection meanwhile: what it is now must be read, and the change made anew. */
    static final class StaleSchemaException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        StaleSchemaException() {
            super("another engine has changed the collection", null, false, false);
        }
    }

    /** The key under which the number of a collection is stored. */
    public static byte[] keyOf(int id) {
        return new ByteWriter(5).put1(Layout.SCHEMA_NUMBER).put4(id).toBytes();
    }

    /** The id of the collection whose number is stored under a key. */
    public static int idOf(byte[] key) {
        return new ByteReader(key, 1).take4();
    }

    public static byte[] valueOf(long number) {
        return new ByteWriter(8).put8(number).toBytes();
    }

    /** The number of the schema that this engine knows. */
    public long number() {
        return number;
    }

    /** Follows a change of another engine. */
    void adopt(long changed) {
        number = changed;
        engine.versions().observe(changed);
    }

    /** Returns a number for the change of the collection that follows a turn of the catalog. */
    long numberAfter(CollectionRecord record, Turn last) {
        AtomicLong after = new AtomicLong(numberAfter(engine, last));
        ShardCalls.forEach(record.partitions(), shard -> {
            turns.put(shard, CommitRetry.turn(engine.store(), shard));
            long version = CommitSequence.lastVersion(engine.store(), shard);
            after.accumulateAndGet(version + ROOM, Math::max);
        });
        return after.get();
    }

    /** Returns a number for the making of a collection that follows a turn of the catalog. */
    public static long numberAfter(EngineStore engine, Turn last) {
        return Math.max(last.schema() + 1, engine.versions().nextAhead(EngineStore.CLOCK_BOUND_MILLIS));
    }

    /**
     * Writes a change of the collection to the catalog.
     *
     * @param batch of the catalog, without the number
     * @return false if another engine has written to the catalog since the turn
     */
    boolean write(CollectionRecord record, Turn last, long changed, WriteBatch batch, Durability durability) {
        batch.put(Space.META, keyOf(record.id()), valueOf(changed));
        return commit(record, last, changed, batch, durability);
    }

    /** Takes the collection out of the catalog; otherwise as {@link #write}. */
    boolean writeDrop(CollectionRecord record, Turn last, long changed, WriteBatch batch) {
        batch.delete(Space.META, keyOf(record.id()));
        return commit(record, last, changed, batch, Durability.SYNCED);
    }

    private boolean commit(CollectionRecord record, Turn last, long changed, WriteBatch batch, Durability durability) {
        Expectation unchanged = new Expectation.Version(Space.META, keyOf(record.id()), number);
        CommitOutcome outcome = CommitRetry.commit(
                engine.store(), Partition.CATALOG, batch.standOn(last, changed), List.of(unchanged), durability);
        return switch (outcome) {
            case CommitOutcome.Applied _ -> {
                followed(last, changed);
                yield true;
            }
            case CommitOutcome.OutOfTurn _ -> false;
            case CommitOutcome.Conflict _ -> throw new StaleSchemaException();
            case CommitOutcome.Unknown _ -> throw new IllegalStateException("the outcome of a commit was not awaited");
        };
    }

    private void followed(Turn last, long changed) {
        adopt(changed);
        if (engine.catalogWatch().seen() == last.schema()) {
            engine.catalogWatch().seen(changed);
        }
    }

    /** Returns when no engine reads or writes by a schema before the one known here. */
    void enforce(CollectionRecord record) {
        fence(record);
        engine.catalogWatch().settle();
    }

    private void fence(CollectionRecord record) {
        ShardCalls.forEach(record.partitions(), this::fence);
        turns.clear();
    }

    private void fence(Partition shard) {
        Turn known = turns.get(shard);
        for (int attempt = 0; attempt < FENCES_MAX; attempt++) {
            Turn last = known == null || attempt > 0 ? CommitRetry.turn(engine.store(), shard) : known;
            WriteBatch fence = CommitRetry.batch().standOn(last, Math.max(last.schema(), number));
            CommitOutcome outcome = CommitRetry.commit(engine.store(), shard, fence, List.of(), Durability.SYNCED);
            if (!(outcome instanceof CommitOutcome.OutOfTurn)) {
                CommitSequence sequence = sequences.get(shard);
                if (sequence != null) {
                    sequence.passed(last, fence.turnAfter(last));
                }
                return;
            }
        }
        throw new EngineException(new EngineError.TooManyConflicts(FENCES_MAX));
    }

    /** The commits of a shard, which go on from a fence as if it had been one of them. */
    void follow(Partition shard, CommitSequence sequence) {
        sequences.put(shard, sequence);
    }
}
