package dev.mayfly.engine;

import dev.mayfly.engine.catalog.ChangeKeeping;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.ExpireLimit;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.catalog.SweepPace;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.Tick;
import dev.mayfly.engine.hidden.UndoPlan;
import dev.mayfly.store.api.Durability;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a collection is by its record: its indexes, its policy, its options; and how that changes. Every method may throw
 * {@link EngineException}. Safe for concurrent use.
 */
public final class Definition {
    private final EngineContext context;
    private final Committer committer;
    private final Border border;
    private final SchemaChanges schemaChanges;
    private final PolicyChanges policyChanges;
    private final Undo undo;
    private final IndexUse indexUse;

    /** What takes the changes that are made through this view, or null. */
    private final @Nullable Rehearsal rehearsal;

    /** How many documents a change of policy through this view may hide at once. */
    private final ExpireLimit allowed;

    Definition(EngineContext context, Committer committer, Stager stager, DryRuns dryRuns) {
        this.context = context;
        this.committer = committer;
        this.border = new Border(committer);
        ExpireGuard guard = new ExpireGuard(context, committer, dryRuns);
        this.policyChanges = new PolicyChanges(context, committer, guard);
        this.schemaChanges = new SchemaChanges(context, committer, stager, policyChanges, guard);
        this.undo = new Undo(context, committer, policyChanges, schemaChanges, dryRuns);
        this.indexUse = new IndexUse(context.clock());
        this.allowed = ExpireLimit.INHERITED;
        this.rehearsal = null;
    }

    private Definition(Definition whole, ExpireLimit allowed, @Nullable Rehearsal rehearsal) {
        this.context = whole.context;
        this.committer = whole.committer;
        this.border = whole.border;
        this.policyChanges = whole.policyChanges;
        this.schemaChanges = whole.schemaChanges;
        this.undo = whole.undo;
        this.indexUse = whole.indexUse;
        this.allowed = allowed;
        this.rehearsal = rehearsal;
    }

    /** The same, a change of whose policy may hide so many documents at once, whatever the guard allows. */
    Definition allowing(ExpireLimit limit) {
        return new Definition(this, limit, rehearsal);
    }

    /** The same, whose changes are not made but taken by the rehearsal; the record shows them. */
    Definition rehearsing(Rehearsal taking) {
        return new Definition(this, allowed, taking);
    }

    /** The record as it is now. */
    CollectionRecord record() {
        Rehearsal taking = rehearsal;
        return taking == null
                ? committer.record()
                : committer.latched(() ->
                        taking.applied(committer.record(), context.versions().last() + 1));
    }

    /** How often each index was used. */
    IndexUse indexUse() {
        return rehearsal == null ? indexUse : new IndexUse(context.clock());
    }

    /** Refuses a change of the policy that the guard would refuse. */
    public void requireAllowed(UnaryOperator<Policy> change) {
        border.run(() -> policyChanges.require(change, allowed));
    }

    /** Answers false if it is to be made really. */
    private boolean rehearse(Rehearsal.Step step) {
        if (rehearsal == null) {
            return false;
        }
        rehearsal.add(step);
        record();
        return true;
    }

    /** Sets for how long tombstones are kept, 0 for not at all. Those that are gone do not come back. */
    public void keepTombstones(long millis) {
        border.cross(() -> committer.inForce().change(Durability.SYNCED, _ -> {
            CollectionRecord record = committer.record();
            committer.tombstones().forgetQuiet(Long.MIN_VALUE);
            boolean same = record.changes().tombstoneMillis() == millis;
            return same ? record : record.withChanges(record.changes().withTombstones(millis));
        }));
        context.noteDue(Long.MIN_VALUE);
    }

    /** Sets how many documents a change of policy may hide at once. */
    public void guard(ExpireLimit limit) {
        border.cross(() -> committer.inForce().change(Durability.SYNCED, _ -> {
            CollectionRecord record = committer.record();
            return record.maxExpire().equals(limit) ? record : record.withMaxExpire(limit);
        }));
    }

    /** How many documents a change of policy may hide at once: what the collection says, else the server. */
    public ExpireLimit guard() {
        return record().maxExpire().or(context.settings().maxExpire());
    }

    /** Sets how often the sweeper may look for expired documents. */
    public void changePace(SweepPace pace) {
        border.cross(() -> committer.inForce().change(Durability.SYNCED, _ -> {
            CollectionRecord record = committer.record();
            return record.pace().equals(pace) ? record : record.withPace(pace);
        }));
        context.noteDue(Long.MIN_VALUE);
    }

    /** Makes an index, and a rule over it if one is asked for, and waits until it is ready. */
    public IndexDefinition createIndex(IndexRequest request) {
        if (rehearse((record, version) -> schemaChanges.proposed(record, request, version))) {
            return record().index(request.name()).orElseThrow();
        }
        IndexDefinition created = border.cross(() -> schemaChanges.create(request, allowed));
        indexUse.begin(created.id());
        return created;
    }

    /** Drops an index with the rule that rests on it. */
    public void dropIndex(String index) {
        if (!rehearse((record, version) -> schemaChanges.proposedDrop(record, index, version))) {
            border.cross(() -> schemaChanges.drop(index));
        }
    }

    /** Replaces an index by its like: another name, hidden or not, other options of the face. */
    public void alterIndex(String index, UnaryOperator<IndexDefinition> change) {
        Rehearsal.Step step = (record, _) -> record.withIndex(change.apply(SchemaChanges.require(record, index)));
        if (!rehearse(step)) {
            border.cross(() -> schemaChanges.alter(index, change));
        }
    }

    /**
     * Makes all entries of an index anew, since its face reads its documents in another way than when they were made, and
     * then replaces the index by its like. Nobody may read by the index meanwhile; if it is broken off, it begins again.
     */
    public void rebuildIndex(String index, UnaryOperator<IndexDefinition> change) {
        border.cross(() -> schemaChanges.rebuild(index, change));
    }

    public void alterOptions(byte[] options) {
        if (!rehearse((record, _) -> record.withOptions(options))) {
            border.cross(() -> committer.inForce().change(Durability.SYNCED, _ -> record().withOptions(options)));
        }
    }

    /**
     * Sets for how long all changes are kept, 0 for not at all. Only of a collection whose face leaves that to each of
     * them. What is gone already does not come back by keeping it longer.
     */
    public void keepHistory(long millis) {
        if (!rehearse((record, version) -> keepingHistory(record, millis, version))) {
            border.cross(() -> committer
                    .inForce()
                    .change(Durability.SYNCED, version -> keepingHistory(committer.record(), millis, version)));
        }
    }

    private static CollectionRecord keepingHistory(CollectionRecord record, long millis, long version) {
        ChangeKeeping before = record.changes();
        if (before.historyMillis() == millis) {
            return record;
        }
        long since = before.hasHistory() ? before.historySince() : version;
        return record.withChanges(before.withHistory(millis, since));
    }

    /** How far the builds of indexes are. */
    public List<IndexBuild.Status> builds() {
        return schemaChanges.builds();
    }

    /**
     * Changes the policy. Costs the same however many documents there are; they obey it from the next reading on.
     *
     * @return whether anything changed
     */
    public boolean changePolicy(UnaryOperator<Policy> change) {
        if (rehearse((record, version) -> policyChanges.proposed(record, change, version))) {
            return true;
        }
        return border.cross(() -> policyChanges.change(change, allowed));
    }

    /** Changes the policy as {@link #changePolicy} does, and in the same write what the face keeps of the collection. */
    public boolean changePolicy(UnaryOperator<Policy> change, byte[] options) {
        Rehearsal.Step step = (record, version) ->
                policyChanges.proposed(record, change, version).withOptions(options);
        if (rehearse(step)) {
            return true;
        }
        return border.cross(() -> policyChanges.change(change, options, allowed));
    }

    /** Gives an index that is there already a rule, and waits until its queue is ready. */
    public void addRule(String index, IndexRequest.TtlRule rule) {
        if (!rehearse((record, version) -> schemaChanges.proposedRule(record, index, rule, version))) {
            border.run(() -> schemaChanges.addRule(index, rule, allowed));
        }
    }

    /** The monitor's look at a lazy collection: from here on it shows what this instant hides. */
    public void tick() {
        Reading reading = committer.reading();
        Policy policy = reading.policy().current();
        if (policy.masked() || policy.visibility() == Policy.Visibility.EXACT) {
            return;
        }
        border.cross(() -> committer.inForce().change(Durability.LOGGED, version -> ticked(reading, version)));
        context.noteDue(Long.MIN_VALUE);
    }

    private CollectionRecord ticked(Reading reading, long version) {
        boolean frozen =
                context.clock().isSuspect() || record().policy().current().masked();
        boolean stale = reading.epoch() != context.clock().epoch();
        return frozen || stale
                ? record()
                : record().withPolicy(record().policy().withTick(new Tick(reading.now(), version)));
    }

    /** What an {@link #undo} would come to now; null when no change of policy can be undone. */
    public @Nullable UndoPlan undoPlan() {
        return border.<@Nullable UndoPlan>cross(() -> undo.plan(committer.reading()));
    }

    /**
     * Sets the policy again that the last change replaced, if nothing stands in the way of that.
     *
     * @return what that came to; null when there was nothing to undo
     */
    public @Nullable UndoPlan undo() {
        return border.<@Nullable UndoPlan>cross(undo::run);
    }

    /** Finishes or undoes what the last process left half done. */
    void recover() {
        schemaChanges.rollBackBuilds();
        schemaChanges.deleteLeftovers();
    }

    void retireQueues() {
        schemaChanges.retireQueues();
    }

    PolicyChanges policyChanges() {
        return policyChanges;
    }
}
