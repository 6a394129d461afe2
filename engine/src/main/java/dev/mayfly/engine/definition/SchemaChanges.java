package dev.mayfly.engine.definition;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.ExpireLimit;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.commit.CommitRetry;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.schema.IndexRequest;
import dev.mayfly.engine.schema.RecordShapes;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.engine.write.CollectionShards;
import dev.mayfly.engine.write.SweepControl;
import dev.mayfly.engine.write.WritePlanner;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Space;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Adds, alters and drops the indexes of a collection, with the queues and rules that rest on them. */
public final class SchemaChanges {
    private static final Logger LOG = LoggerFactory.getLogger(SchemaChanges.class);

    private final CollectionShards shards;
    private final ClockGuard clock;
    private final SweepControl control;
    private final Function<CollectionCommitter, WritePlanner> planners;
    private final PolicyChanges policyChanges;
    private final ExpireGuard guard;
    private final ReentrantLock building = new ReentrantLock();
    private final List<IndexBuild> builds = new CopyOnWriteArrayList<>();

    public SchemaChanges(
            CollectionShards shards,
            SweepControl control,
            Function<CollectionCommitter, WritePlanner> planners,
            PolicyChanges policyChanges,
            ExpireGuard guard) {
        this.shards = shards;
        this.clock = shards.clock();
        this.control = control;
        this.planners = planners;
        this.policyChanges = policyChanges;
        this.guard = guard;
    }

    public List<IndexBuild.Status> builds() {
        return builds.stream().map(IndexBuild::status).toList();
    }

    /** @param allowed how many documents its rule may hide at once */
    public IndexDefinition create(IndexRequest request, ExpireLimit allowed) {
        requireWithinShard(request);
        building.lock();
        try {
            policyChanges.makeRoom();
            if (request.lifetime() != null && !(request.lifetime() instanceof IndexRequest.TtlRule.OverQueue)) {
                guard.require((record, version) -> proposed(record, request, version), allowed);
            }
            shards.currentSchema().change(Durability.SYNCED, version -> {
                CollectionRecord record = shards.record();
                return added(record, request, record.nextIndex(), version);
            });
            IndexDefinition index = shards.record().index(request.name()).orElseThrow();
            IndexRequest.TtlRule lifetime = request.lifetime();
            if (!index.isReady()) {
                build(index, lifetime);
            }
            return shards.record().index(index.id()).orElseThrow();
        } finally {
            building.unlock();
        }
    }

    /** @throws EngineException if the index is unique, and documents of the same value may lie in different shards */
    void requireWithinShard(IndexRequest request) {
        CollectionRecord record = shards.record();
        boolean isWithin = !request.unique()
                || record.shards() == 1
                || shards.forms().isWithinShard(request.definition(record.nextIndex()));
        if (!isWithin) {
            throw new EngineException(new EngineError.UniqueAcrossShards(request.name(), record.shards()));
        }
    }

    /** Gives an index that is there already a rule. One over the last modification takes the index's entries away. */
    public void addRule(String name, IndexRequest.TtlRule rule, ExpireLimit allowed) {
        building.lock();
        try {
            policyChanges.makeRoom();
            IndexDefinition index = require(name);
            if (rule instanceof IndexRequest.TtlRule.OverModified) {
                RecordShapes.requireNoOtherLifetime(shards.record());
            }
            guard.require((record, version) -> proposedRule(record, name, rule, version), allowed);
            boolean[] isBuilt = {false};
            shards.currentSchema().change(Durability.SYNCED, version -> {
                CollectionRecord extended = RecordShapes.ruled(shards.record(), index, rule);
                isBuilt[0] = isSurelyEmpty();
                return isBuilt[0] ? finished(extended, index.id(), rule, version) : extended;
            });
            if (!isBuilt[0]) {
                buildQueues(index, rule);
            }
            if (rule instanceof IndexRequest.TtlRule.OverModified) {
                deleteEntriesOfDropped(index.id());
            }
        } finally {
            building.unlock();
        }
    }

    /** A record as it would be with an index that is asked for, its rule in force; under the latch. */
    CollectionRecord proposed(CollectionRecord record, IndexRequest request, long version) {
        int id = record.nextIndex();
        CollectionRecord added = added(record, request, id, version);
        return added.index(id).map(IndexDefinition::isReady).orElse(false)
                ? added
                : finished(added, id, request.lifetime(), version);
    }

    /** A record as it would be with a rule for an index that is there already; under the latch. */
    CollectionRecord proposedRule(CollectionRecord record, String name, IndexRequest.TtlRule rule, long version) {
        IndexDefinition index = RecordShapes.require(record, name);
        return finished(RecordShapes.ruled(record, index, rule), index.id(), rule, version);
    }

    private void buildQueues(IndexDefinition index, IndexRequest.TtlRule rule) {
        List<Integer> queues = RecordShapes.queueIds(index.id(), rule);
        try {
            runBuild(index.name(), null, queues, index.id(), rule);
        } catch (EngineException failure) {
            if (!shards.isDropped()) {
                rollBackQueues();
            }
            throw failure;
        }
    }

    /** Returns true if nothing is stored; under the latches, which hold no other engine back. */
    private boolean isSurelyEmpty() {
        return !shards.engine().isShared() && shards.documents() == 0;
    }

    private CollectionRecord added(CollectionRecord record, IndexRequest request, int id, long version) {
        IndexRequest.TtlRule rule = request.lifetime();
        CollectionRecord extended = RecordShapes.extended(record, request, id);
        boolean nothingToBuild = isSurelyEmpty() || (rule == null && request.kind() == IndexDefinition.Kind.LISTED);
        return nothingToBuild ? finished(extended, id, rule, version) : extended;
    }

    private void build(IndexDefinition index, IndexRequest.@Nullable TtlRule rule) {
        List<Integer> queues = rule == null ? List.of() : RecordShapes.queueIds(index.id(), rule);
        IndexDefinition entries = index.hasEntries() ? index : null;
        try {
            runBuild(index.name(), entries, queues, index.id(), rule);
        } catch (EngineException failure) {
            if (!shards.isDropped()) {
                drop(index.name());
            }
            throw failure;
        }
    }

    private void runBuild(
            String name,
            @Nullable IndexDefinition entries,
            List<Integer> queues,
            int index,
            IndexRequest.@Nullable TtlRule rule) {
        run(name, entries, queues);
        shards.currentSchema().change(Durability.SYNCED, version -> finished(shards.record(), index, rule, version));
        control.noteDue(Long.MIN_VALUE);
    }

    /**
     * Builds an index and queues, shard by shard; the build is listed meanwhile.
     *
     * @param entries the index to be built, or null when only queues are
     */
    void run(String name, @Nullable IndexDefinition entries, List<Integer> queues) {
        IndexBuild build = new IndexBuild(
                shards.all().stream()
                        .map(shard -> new ShardIndexBuild(shard, planners.apply(shard), name, entries, queues))
                        .toList(),
                name,
                shards.documents());
        builds.add(build);
        try {
            build.run();
        } finally {
            builds.remove(build);
        }
    }

    /** The record with everything ready, and the rule in force from here on. */
    private CollectionRecord finished(
            CollectionRecord record, int index, IndexRequest.@Nullable TtlRule rule, long version) {
        CollectionRecord ready = RecordShapes.ruling(RecordShapes.ready(record, index, rule), index, rule);
        Policy policy = RecordShapes.withRule(ready.policy().current(), index, rule);
        return ready.withPolicy(policyChanges.changed(ready, policy, version));
    }

    /**
     * Drops the index. Its queue drains for as long as documents that died by its rule, or a change that could be taken
     * back, still rest on it.
     */
    public CollectionRecord drop(String name) {
        policyChanges.makeRoom();
        IndexDefinition index = require(name);
        CollectionRecord changed =
                shards.currentSchema().change(Durability.SYNCED, version -> without(shards.record(), index, version));
        deleteEntriesOfDropped(index.id());
        control.noteDue(Long.MIN_VALUE);
        return changed;
    }

    void deleteEntriesOfDropped(int index) {
        try {
            deleteEntries(index);
        } catch (EngineException failure) {
            // The index is dropped even so; the next start deletes its remaining entries.
            LOG.warn("the entries of a dropped index are still there", failure);
        }
    }

    private void deleteEntries(int index) {
        KeyRange entries = KeyRange.prefix(Layout.indexPrefix(index));
        shards.writeEach(() -> CommitRetry.batch().deleteRange(Space.INDEX, entries));
    }

    private CollectionRecord without(CollectionRecord record, IndexDefinition index, long version) {
        Policy policy = RecordShapes.withoutRules(record.policy().current(), index);
        return RecordShapes.without(record, index).withPolicy(policyChanges.changed(record, policy, version));
    }

    public CollectionRecord alter(String name, UnaryOperator<IndexDefinition> change) {
        return shards.currentSchema()
                .change(Durability.SYNCED, _ -> shards.record().withIndex(change.apply(require(name))));
    }

    public CollectionRecord rebuild(String name, UnaryOperator<IndexDefinition> change) {
        building.lock();
        try {
            IndexDefinition index = require(name);
            // The entries of queues name keys that are there no longer: those of another generation are not believed.
            shards.currentSchema().change(Durability.SYNCED, _ -> {
                CollectionRecord record = shards.record();
                return record.extended(record.indexes(), record.queues(), record.nextIndex());
            });
            deleteEntries(index.id());
            runBuild(name, index, List.of(), index.id(), null);
            return alter(name, change);
        } finally {
            building.unlock();
        }
    }

    /** Does work that no index is built beside. */
    <T> T alone(Supplier<T> work) {
        building.lock();
        try {
            return work.get();
        } finally {
            building.unlock();
        }
    }

    private IndexDefinition require(String name) {
        return RecordShapes.require(shards.record(), name);
    }

    /** Deletes the entries of indexes that are gone, which a process left behind that ended while it dropped them. */
    public void deleteLeftovers() {
        byte[] position = Layout.indexPrefix(QueueIds.FIRST_INDEX);
        for (int index = firstIndex(position); index != 0; index = firstIndex(position)) {
            if (shards.record().index(index).filter(IndexDefinition::hasEntries).isEmpty()) {
                deleteEntries(index);
            }
            position = Layout.indexPrefix(index + 1);
        }
    }

    /** The number of the first index that has an entry behind the position, or 0. */
    private int firstIndex(byte[] position) {
        KeyRange rest = new KeyRange(position, null);
        try (Cursor cursor = shards.reader().scan(shards.partition(), Space.INDEX, rest, Direction.FORWARD, 1)) {
            return cursor.next() ? (int) Layout.INT.get(cursor.key(), 0) : 0;
        }
    }

    /** Undoes what was being built when the process ended; no client was told that it exists. */
    public void rollBackBuilds() {
        for (IndexDefinition index : shards.record().indexes()) {
            if (!index.isReady()) {
                drop(index.name());
            }
        }
        rollBackQueues();
    }

    private void rollBackQueues() {
        for (QueueDefinition queue : shards.record().queues()) {
            if (queue.state() == QueueDefinition.State.BUILDING) {
                shards.currentSchema()
                        .change(
                                Durability.SYNCED,
                                _ -> shards.record().withQueue(queue.in(QueueDefinition.State.DRAINING)));
            }
        }
    }

    /** Forgets the queues that nothing rests on any more, with all their entries. */
    public void retireQueues() {
        for (QueueDefinition queue : shards.record().queues()) {
            if (!isNeeded(queue.id()) && building.tryLock()) {
                try {
                    retire(queue.id());
                } finally {
                    building.unlock();
                }
            }
        }
    }

    private boolean isNeeded(int id) {
        CollectionRecord record = shards.record();
        boolean kept = record.queue(id).map(QueueDefinition::isKept).orElse(false);
        return kept || record.policy().restsOn(id, clock.guardedMillis());
    }

    /** The entries go first, so that a process which ends in between finds the queue again and goes on. */
    private void retire(int id) {
        shards.latched(() -> {
            if (isNeeded(id)) {
                return shards.record();
            }
            shards.writeEach(() -> CommitRetry.batch()
                    .deleteRange(Space.EXPIRY, KeyRange.prefix(Layout.queuePrefix(id)))
                    .delete(Space.META, Layout.markKey(id)));
            shards.all().forEach(shard -> shard.marks().forget(id));
            return shards.currentSchema().change(Durability.LOGGED, _ -> {
                CollectionRecord record = shards.record();
                List<QueueDefinition> kept = record.queues().stream()
                        .filter(queue -> queue.id() != id)
                        .toList();
                return record.reduced(record.indexes(), kept);
            });
        });
    }
}
