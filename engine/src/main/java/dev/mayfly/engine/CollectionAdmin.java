package dev.mayfly.engine;

import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.ExpireLimit;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.catalog.SweepPace;
import dev.mayfly.engine.definition.IndexBuild;
import dev.mayfly.engine.definition.PolicyChangeMaker;
import dev.mayfly.engine.definition.PolicyChanges;
import dev.mayfly.engine.definition.SchemaChanges;
import dev.mayfly.engine.definition.Undo;
import dev.mayfly.engine.definition.UndoPlan;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.Tick;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.schema.IndexRequest;
import dev.mayfly.engine.schema.LimitChange;
import dev.mayfly.engine.schema.PolicyChange;
import dev.mayfly.engine.schema.RecordShapes;
import dev.mayfly.engine.write.CollectionShards;
import dev.mayfly.engine.write.StoreErrors;
import dev.mayfly.engine.write.SweepControl;
import dev.mayfly.store.api.Durability;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The definition of a collection (its indexes, policy and options) and the changes to it. Every method may throw
 * {@link EngineException}. Safe for concurrent use.
 */
public final class CollectionAdmin {
    private final CollectionShards shards;
    private final SweepControl control;
    private final ExpireLimit maxExpire;
    private final StoreErrors storeErrors;
    private final SchemaChanges schemaChanges;
    private final PolicyChanges policyChanges;
    private final PolicyChangeMaker changeMaker;
    private final Undo undo;
    private final IndexUse indexUse;

    /** Collects the changes that are made through this view, or null. */
    private final @Nullable PolicyChange collecting;

    /** The number of documents that a change of policy through this view may hide at once. */
    private final ExpireLimit allowed;

    CollectionAdmin(CollectionParts parts, SweepControl control, ExpireLimit maxExpire) {
        this.shards = parts.shards();
        this.control = control;
        this.maxExpire = maxExpire;
        this.storeErrors = parts.storeErrors();
        this.policyChanges = parts.policyChanges();
        this.schemaChanges = parts.schemaChanges();
        this.changeMaker = parts.changeMaker();
        this.undo = parts.undo();
        this.indexUse = new IndexUse(shards.clock());
        this.allowed = ExpireLimit.INHERITED;
        this.collecting = null;
    }

    private CollectionAdmin(CollectionAdmin whole, ExpireLimit allowed, @Nullable PolicyChange collecting) {
        this.shards = whole.shards;
        this.control = whole.control;
        this.maxExpire = whole.maxExpire;
        this.storeErrors = whole.storeErrors;
        this.policyChanges = whole.policyChanges;
        this.schemaChanges = whole.schemaChanges;
        this.changeMaker = whole.changeMaker;
        this.undo = whole.undo;
        this.indexUse = whole.indexUse;
        this.allowed = allowed;
        this.collecting = collecting;
    }

    /**
     * Returns a view whose policy changes may hide up to this number of documents at once, whatever the guard allows.
     */
    CollectionAdmin allowing(ExpireLimit limit) {
        return new CollectionAdmin(this, limit, collecting);
    }

    /** Returns a view that collects changes instead of making them; its record shows them. */
    CollectionAdmin collecting(PolicyChange change) {
        return new CollectionAdmin(this, allowed, change);
    }

    /** The record as it is now. */
    CollectionRecord record() {
        PolicyChange change = collecting;
        return change == null
                ? shards.record()
                : shards.latched(() -> changeMaker
                        .stepOf(change)
                        .apply(shards.record(), shards.engine().versions().last() + 1));
    }

    /** The use counts of the indexes. */
    IndexUse indexUse() {
        return collecting == null ? indexUse : new IndexUse(shards.clock());
    }

    /** Refuses a change of the policy that the guard would refuse. */
    public void requireAllowed(UnaryOperator<Policy> change) {
        storeErrors.run(() -> policyChanges.require(change, allowed));
    }

    /** Refuses a whole change that the guard would refuse. */
    public void requireAllowed(PolicyChange change) {
        storeErrors.run(() -> changeMaker.require(change, allowed));
    }

    /**
     * Collects a part of a change that is possible behind those before it; returns false if it is to be made at once.
     */
    private boolean collect(PolicyChange.Part part) {
        PolicyChange change = collecting;
        if (change == null) {
            return false;
        }
        change.add(part, shards.record());
        try {
            record();
        } catch (RuntimeException refused) {
            change.removeLast();
            throw refused;
        }
        return true;
    }

    /**
     * Makes a change as a whole in one write of the catalog, or not at all; indexes and queues that it needs are built first.
     *
     * @throws EngineException if the guard refuses it, or a part of it is not possible
     */
    public void make(PolicyChange change) {
        storeErrors.translate(() -> changeMaker.make(change, allowed)).forEach(indexUse::begin);
    }

    /** Sets for how long tombstones are kept, 0 for not at all. Those that are gone do not come back. */
    public void keepTombstones(long millis) {
        storeErrors.translate(() -> shards.currentSchema().change(Durability.SYNCED, _ -> {
            CollectionRecord record = shards.record();
            shards.all().forEach(shard -> shard.tombstones().forgetQuiet(Long.MIN_VALUE));
            boolean same = record.changes().tombstoneMillis() == millis;
            return same ? record : record.withChanges(record.changes().withTombstones(millis));
        }));
        control.noteDue(Long.MIN_VALUE);
    }

    /** Changes a limit on lifetimes that the face keeps in a record of its own; the policy stays as it is. */
    public void changeLimit(LimitChange limit) {
        if (!collect(new PolicyChange.Part.Limit(limit))) {
            storeErrors.translate(() -> shards.currentSchema().change(List.of(limit), _ -> shards.record()));
        }
    }

    /** Sets the number of documents that a change of policy may hide at once. */
    public void guard(ExpireLimit limit) {
        if (collect(new PolicyChange.Part.Guard(limit))) {
            return;
        }
        storeErrors.translate(() -> shards.currentSchema().change(Durability.SYNCED, _ -> {
            CollectionRecord record = shards.record();
            return record.maxExpire().equals(limit) ? record : record.withMaxExpire(limit);
        }));
    }

    /**
     * Returns the number of documents that a change of policy may hide at once: the collection's limit, else the
     * server's.
     */
    public ExpireLimit guard() {
        return record().maxExpire().or(maxExpire);
    }

    /** Sets how often the sweeper may look for expired documents. */
    public void changePace(SweepPace pace) {
        storeErrors.translate(() -> shards.currentSchema().change(Durability.SYNCED, _ -> {
            CollectionRecord record = shards.record();
            return record.pace().equals(pace) ? record : record.withPace(pace);
        }));
        control.noteDue(Long.MIN_VALUE);
    }

    /** Makes an index, and a rule over it if one is asked for, and waits until it is ready. */
    public IndexDefinition createIndex(IndexRequest request) {
        if (collect(new PolicyChange.Part.NewIndex(request))) {
            return record().index(request.name()).orElseThrow();
        }
        IndexDefinition created = storeErrors.translate(() -> schemaChanges.create(request, allowed));
        indexUse.begin(created.id());
        return created;
    }

    /** Drops an index with the rule that rests on it. */
    public void dropIndex(String index) {
        if (!collect(new PolicyChange.Part.DroppedIndex(index))) {
            storeErrors.translate(() -> schemaChanges.drop(index));
        }
    }

    /** Changes an index's name, its visibility or the face's options; its entries stay. */
    public void alterIndex(String index, UnaryOperator<IndexDefinition> change) {
        if (!collect(new PolicyChange.Part.AlteredIndex(index, change))) {
            storeErrors.translate(() -> schemaChanges.alter(index, change));
        }
    }

    /**
     * Rebuilds all entries of an index whose face now reads documents in another way, and then replaces the index's
     * definition. No reader may use the index meanwhile; if interrupted, the build begins again.
     */
    public void rebuildIndex(String index, UnaryOperator<IndexDefinition> change) {
        storeErrors.translate(() -> schemaChanges.rebuild(index, change));
    }

    public void alterOptions(byte[] options) {
        if (!collect(new PolicyChange.Part.Options(options))) {
            storeErrors.translate(
                    () -> shards.currentSchema().change(Durability.SYNCED, _ -> record().withOptions(options)));
        }
    }

    /**
     * Sets how long all changes are kept, 0 for not at all. Valid only if the face leaves that to each collection.
     * Changes that are already deleted do not come back.
     */
    public void keepHistory(long millis) {
        if (!collect(new PolicyChange.Part.History(millis))) {
            storeErrors.translate(() -> shards.currentSchema()
                    .change(
                            Durability.SYNCED,
                            version -> RecordShapes.keepingHistory(shards.record(), millis, version)));
        }
    }

    /** Returns the progress of the index builds. */
    public List<IndexBuild.Status> builds() {
        return schemaChanges.builds();
    }

    /**
     * Changes the policy at a cost that does not depend on the number of documents; they obey it from the next read view on.
     *
     * @return whether anything changed
     */
    public boolean changePolicy(UnaryOperator<Policy> change) {
        if (collect(new PolicyChange.Part.ChangedPolicy(change))) {
            return true;
        }
        return storeErrors.translate(() -> policyChanges.change(change, allowed));
    }

    /** Changes the policy as {@link #changePolicy} does, and in the same write what the face keeps of the collection. */
    public boolean changePolicy(UnaryOperator<Policy> change, byte[] options) {
        if (collect(new PolicyChange.Part.ChangedPolicy(change))) {
            return collect(new PolicyChange.Part.Options(options));
        }
        return storeErrors.translate(() -> policyChanges.change(change, options, allowed));
    }

    /** Gives an index that is there already a rule, and waits until its queue is ready. */
    public void addRule(String index, IndexRequest.TtlRule rule) {
        if (!collect(new PolicyChange.Part.NewRule(index, rule))) {
            storeErrors.run(() -> schemaChanges.addRule(index, rule, allowed));
        }
    }

    /** Records a tick of the TTL monitor: from now on a lazy collection hides what has expired by this instant. */
    public void tick() {
        ReadView reading = shards.reading();
        Policy policy = reading.policy().current();
        if (policy.masked() || policy.visibility() == Policy.Visibility.EXACT) {
            return;
        }
        storeErrors.translate(
                () -> shards.currentSchema().change(Durability.LOGGED, version -> ticked(reading, version)));
        control.noteDue(Long.MIN_VALUE);
    }

    private CollectionRecord ticked(ReadView reading, long version) {
        boolean frozen =
                shards.clock().isSuspect() || record().policy().current().masked();
        boolean stale = reading.epoch() != shards.clock().epoch();
        return frozen || stale
                ? record()
                : record().withPolicy(record().policy().withTick(new Tick(reading.now(), version)));
    }

    /** Returns the result that an {@link #undo} would have now; null if no change of policy can be undone. */
    public @Nullable UndoPlan undoPlan() {
        return storeErrors.<@Nullable UndoPlan>translate(() -> undo.plan(shards.reading()));
    }

    /**
     * Restores the policy that the last change replaced, if no obstacle prevents it.
     *
     * @return the result; null if there was nothing to undo
     */
    public @Nullable UndoPlan undo() {
        return storeErrors.<@Nullable UndoPlan>translate(undo::run);
    }

    /** Finishes or undoes what the last process left half done. */
    void recover() {
        schemaChanges.rollBackBuilds();
        schemaChanges.deleteLeftovers();
    }
}
