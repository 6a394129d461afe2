package dev.mayfly.engine.definition;

import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.ExpireLimit;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.PolicyState;
import dev.mayfly.engine.schema.IndexRequest;
import dev.mayfly.engine.schema.LimitChange;
import dev.mayfly.engine.schema.PolicyChange;
import dev.mayfly.engine.schema.PolicyChange.Part;
import dev.mayfly.engine.schema.PolicyChange.Prepared;
import dev.mayfly.engine.schema.RecordShapes;
import dev.mayfly.engine.write.CollectionShards;
import dev.mayfly.engine.write.SweepControl;
import dev.mayfly.store.api.Durability;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes a {@link PolicyChange} as a whole: everything it needs is built before, and one write puts it in force. */
public final class PolicyChangeMaker {
    private final CollectionShards shards;
    private final SweepControl control;
    private final PolicyChanges policyChanges;
    private final SchemaChanges schemaChanges;
    private final ExpireGuard guard;

    public PolicyChangeMaker(
            CollectionShards shards,
            SweepControl control,
            PolicyChanges policyChanges,
            SchemaChanges schemaChanges,
            ExpireGuard guard) {
        this.shards = shards;
        this.control = control;
        this.policyChanges = policyChanges;
        this.schemaChanges = schemaChanges;
        this.guard = guard;
    }

    /** Returns the effect of a change on a record. */
    public PolicyChange.Step stepOf(PolicyChange change) {
        return stepOf(change, List.of());
    }

    /** Refuses a change that the guard would refuse if it were made now. */
    public void require(PolicyChange change, ExpireLimit allowed) {
        guard.require(stepOf(change), allowed);
    }

    private PolicyChange.Step stepOf(PolicyChange change, List<Prepared> prepared) {
        return (record, version) -> {
            CollectionRecord shape = record;
            Policy policy = record.policy().current();
            for (Part part : change.parts()) {
                policy = policyAfter(shape, policy, part, prepared);
                shape = shapeAfter(shape, part, prepared, version);
            }
            // The policy changes once, however many parts change it.
            return shape.withPolicy(policyChanges.changed(record, policy, version));
        };
    }

    /** The number of an index that is prepared, or else the one that it would get. */
    @SuppressWarnings("ReferenceEquality") // A part is what was prepared, not what it is equal to.
    private static int numberOf(CollectionRecord record, Part part, List<Prepared> prepared) {
        for (Prepared one : prepared) {
            if (one.part() == part) {
                return one.index();
            }
        }
        return record.nextIndex();
    }

    private static Policy policyAfter(CollectionRecord record, Policy policy, Part part, List<Prepared> prepared) {
        return switch (part) {
            case Part.NewIndex made ->
                RecordShapes.withRule(
                        policy, numberOf(record, part, prepared), made.request().lifetime());
            case Part.NewRule given ->
                RecordShapes.withRule(
                        policy, RecordShapes.require(record, given.index()).id(), given.rule());
            case Part.DroppedIndex dropped ->
                RecordShapes.withoutRules(policy, RecordShapes.require(record, dropped.index()));
            case Part.ChangedPolicy changed -> changed.change().apply(policy);
            case Part.AlteredIndex _, Part.Options _, Part.History _, Part.Limit _, Part.Guard _ -> policy;
        };
    }

    private CollectionRecord shapeAfter(CollectionRecord record, Part part, List<Prepared> prepared, long version) {
        return switch (part) {
            case Part.NewIndex made -> {
                IndexRequest.TtlRule rule = made.request().lifetime();
                int id = numberOf(record, part, prepared);
                CollectionRecord extended =
                        id == record.nextIndex() ? RecordShapes.extended(record, made.request(), id) : record;
                yield RecordShapes.ruling(RecordShapes.ready(extended, id, rule), id, rule);
            }
            case Part.NewRule given -> {
                IndexDefinition index = RecordShapes.require(record, given.index());
                if (given.rule() instanceof IndexRequest.TtlRule.OverModified) {
                    RecordShapes.requireNoOtherLifetime(record);
                }
                CollectionRecord ready =
                        RecordShapes.ready(RecordShapes.ruled(record, index, given.rule()), index.id(), given.rule());
                yield RecordShapes.ruling(ready, index.id(), given.rule());
            }
            case Part.DroppedIndex dropped ->
                RecordShapes.without(record, RecordShapes.require(record, dropped.index()));
            case Part.AlteredIndex altered ->
                record.withIndex(altered.change().apply(RecordShapes.require(record, altered.index())));
            case Part.Options options -> record.withOptions(options.options());
            case Part.History history -> RecordShapes.keepingHistory(record, history.millis(), version);
            case Part.Guard guarded -> record.withMaxExpire(guarded.limit());
            case Part.ChangedPolicy _, Part.Limit _ -> record;
        };
    }

    /**
     * Makes all of a change, or nothing. Everything it needs is built first, and has no effect until the one write
     * that puts all of it in force.
     *
     * @param allowed the number of documents it may hide at once
     * @return the numbers of the indexes that are new
     */
    public List<Integer> make(PolicyChange change, ExpireLimit allowed) {
        return schemaChanges.alone(() -> {
            policyChanges.makeRoom();
            if (!change.fits(shards.record())) {
                throw new EngineException(new EngineError.TooManyConflicts(1));
            }
            guard.require(stepOf(change), allowed);
            List<Prepared> prepared = new ArrayList<>();
            try {
                for (Part part : change.parts()) {
                    prepare(part, prepared);
                }
                write(change, prepared, allowed);
            } catch (RuntimeException failure) {
                takeBack(prepared);
                throw failure;
            }
            control.noteDue(Long.MIN_VALUE);
            return prepared.stream()
                    .filter(one -> one.part() instanceof Part.NewIndex)
                    .map(Prepared::index)
                    .toList();
        });
    }

    /** Builds what a part needs, without its rule. */
    private void prepare(Part part, List<Prepared> prepared) {
        switch (part) {
            case Part.NewIndex made -> {
                IndexRequest request = made.request();
                schemaChanges.requireWithinShard(request);
                if (shards.record().index(request.name()).isPresent()) {
                    // It takes the name of one that the same change drops, which a record cannot have twice meanwhile.
                    throw new EngineException(new EngineError.TooManyConflicts(1));
                }
                int id = shards.record().nextIndex();
                prepared.add(new Prepared(part, id, newQueues(id, request.lifetime())));
                shards.currentSchema().change(Durability.SYNCED, _ -> {
                    if (shards.record().nextIndex() != id) {
                        // Another engine has made an index meanwhile.
                        throw new EngineException(new EngineError.TooManyConflicts(1));
                    }
                    return RecordShapes.extended(shards.record(), request, id);
                });
                IndexDefinition index = shards.record().index(id).orElseThrow();
                List<Integer> queues =
                        request.lifetime() == null ? List.of() : RecordShapes.queueIds(id, request.lifetime());
                prepare(index, index.hasEntries() ? index : null, queues, request.lifetime());
            }
            case Part.NewRule given -> {
                IndexDefinition index = RecordShapes.require(shards.record(), given.index());
                prepared.add(new Prepared(part, index.id(), newQueues(index.id(), given.rule())));
                shards.currentSchema()
                        .change(Durability.SYNCED, _ -> RecordShapes.ruled(shards.record(), index, given.rule()));
                prepare(index, null, RecordShapes.queueIds(index.id(), given.rule()), given.rule());
            }
            case Part.DroppedIndex _,
                    Part.AlteredIndex _,
                    Part.ChangedPolicy _,
                    Part.Options _,
                    Part.History _,
                    Part.Limit _,
                    Part.Guard _ -> {}
        }
    }

    /** The queues of a rule that are not kept for another one already. */
    private List<Integer> newQueues(int index, IndexRequest.@Nullable TtlRule rule) {
        return rule == null
                ? List.of()
                : RecordShapes.queueIds(index, rule).stream()
                        .filter(id -> !shards.record()
                                .queue(id)
                                .map(QueueDefinition::isKept)
                                .orElse(false))
                        .toList();
    }

    private void prepare(
            IndexDefinition index,
            @Nullable IndexDefinition entries,
            List<Integer> queues,
            IndexRequest.@Nullable TtlRule rule) {
        schemaChanges.run(index.name(), entries, queues);
        shards.currentSchema().change(Durability.SYNCED, _ -> RecordShapes.ready(shards.record(), index.id(), rule));
    }

    /** Puts everything in force; the guard looks again if the policy has become another one meanwhile. */
    private void write(PolicyChange change, List<Prepared> prepared, ExpireLimit allowed) {
        PolicyChange.Step step = stepOf(change, prepared);
        List<Integer> withoutEntries = new ArrayList<>();
        boolean done = false;
        while (!done) {
            PolicyState seen = shards.record().policy();
            guard.require(step, allowed);
            done = shards.latched(() -> {
                boolean same = shards.record().policy().equals(seen);
                if (same) {
                    withoutEntries.addAll(losingEntries(change));
                    shards.currentSchema().change(limits(change), version -> {
                        CollectionRecord made = step.apply(shards.record(), version);
                        return made.equals(shards.record()) ? shards.record() : made;
                    });
                }
                return same;
            });
        }
        withoutEntries.forEach(schemaChanges::deleteEntriesOfDropped);
    }

    private static List<LimitChange> limits(PolicyChange change) {
        List<LimitChange> limits = new ArrayList<>();
        for (Part part : change.parts()) {
            if (part instanceof Part.Limit(LimitChange limit)) {
                limits.add(limit);
            }
        }
        return limits;
    }

    /** The indexes that are dropped, and those that become rules over the last modification, which have no entries. */
    private List<Integer> losingEntries(PolicyChange change) {
        List<Integer> losing = new ArrayList<>();
        for (Part part : change.parts()) {
            String index = switch (part) {
                case Part.DroppedIndex dropped -> dropped.index();
                case Part.NewRule given -> isOverModified(given.rule()) ? given.index() : null;
                case Part.NewIndex made ->
                    isOverModified(made.request().lifetime()) ? made.request().name() : null;
                case Part.AlteredIndex _,
                        Part.ChangedPolicy _,
                        Part.Options _,
                        Part.History _,
                        Part.Limit _,
                        Part.Guard _ -> null;
            };
            if (index != null) {
                shards.record().index(index).ifPresent(found -> losing.add(found.id()));
            }
        }
        return losing;
    }

    private static boolean isOverModified(IndexRequest.@Nullable TtlRule rule) {
        return rule instanceof IndexRequest.TtlRule.OverModified;
    }

    /** Takes back what was built for a change that is not made. */
    private void takeBack(List<Prepared> prepared) {
        if (shards.isDropped()) {
            return;
        }
        for (Prepared one : prepared.reversed()) {
            one.queues().forEach(this::drain);
            if (one.part() instanceof Part.NewIndex made
                    && shards.record().index(one.index()).isPresent()) {
                schemaChanges.drop(made.request().name());
            }
        }
    }

    private void drain(int queue) {
        shards.currentSchema().change(Durability.SYNCED, _ -> {
            CollectionRecord record = shards.record();
            return record.queue(queue)
                    .map(found -> record.withQueue(found.in(QueueDefinition.State.DRAINING)))
                    .orElse(record);
        });
    }
}
