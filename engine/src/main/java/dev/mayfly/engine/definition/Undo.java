package dev.mayfly.engine.definition;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.engine.audit.AuditEntry;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.ExpireLimit;
import dev.mayfly.engine.catalog.FieldInstant;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.catalog.PropertyTerm;
import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.definition.UndoPlan.Amount;
import dev.mayfly.engine.definition.UndoPlan.Obstacle;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.PolicyState;
import dev.mayfly.engine.expiry.PropertyRule;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.expiry.ReplacedPolicy;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.engine.forecast.DryRun;
import dev.mayfly.engine.forecast.DryRunTree;
import dev.mayfly.engine.forecast.DryRuns;
import dev.mayfly.engine.forecast.PropertyDifference;
import dev.mayfly.engine.forecast.ScanProgress;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.hidden.HiddenWalk;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.schema.IndexRequest;
import dev.mayfly.engine.schema.RecordShapes;
import dev.mayfly.engine.schema.Schema;
import dev.mayfly.engine.write.CollectionShards;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Sets the policy of one collection that the last change replaced, and tells beforehand what comes of it. */
public final class Undo {
    /*
     * An undo needs only what every change of policy keeps anyway: the replaced policy, for as long as it still decides
     * what is dead. So every document that the change has hidden is still stored, unless a write has taken its key or
     * one of its unique values; such a write leaves a record of that in its own batch. A server-wide mask is no change
     * of this collection: it is passed over, and stays.
     *
     * The entries of an index that was dropped with its rule are gone, but its queue remembers what it was for as long as
     * it drains. So it is built again as it was requested, and its rule comes into force when it is built. The
     * documents that the rule hides are found by reading all documents, since those written meanwhile are in no queue.
     */
    private static final String LIFETIME_PATH = "_ts";

    private final CollectionShards shards;
    private final PolicyChanges policyChanges;
    private final SchemaChanges schemaChanges;
    private final DryRuns dryRuns;

    public Undo(CollectionShards shards, PolicyChanges policyChanges, SchemaChanges schemaChanges, DryRuns dryRuns) {
        this.shards = shards;
        this.policyChanges = policyChanges;
        this.schemaChanges = schemaChanges;
        this.dryRuns = dryRuns;
    }

    /** A rule whose index was dropped with it, together with that index. */
    private record Lost(int queue, IndexDefinition index, IndexRequest request) {}

    /** Returns the result that an undo would have; null if no change can be undone any more. */
    @Nullable
    public UndoPlan plan(ReadView reading) {
        ReplacedPolicy replaced = reading.policy().undoable(reading.now());
        if (replaced == null) {
            return null;
        }
        CollectionRecord record = reading.record();
        Policy before = reading.policy().before(replaced);
        PolicyState next = shards.latched(() ->
                policyChanges.changed(record, before, shards.engine().versions().last() + 1));
        ReadView after = new ReadView(
                reading.now(),
                reading.epoch(),
                new Schema(
                        record.withPolicy(next),
                        shards.forms(),
                        reading.schema().holds()));
        List<Lost> lost = lost(record, before);
        DryRun rebuilding = lost.isEmpty() ? null : rebuilding(reading, lost);
        List<DocumentKey> keys = new ArrayList<>();
        long taken = taken(replaced.version(), keys);
        return new UndoPlan(
                reading.now(),
                reading.policy().current(),
                before,
                replaced.at(),
                replaced.countedUntil(),
                rebuilding == null ? difference(reading, after) : broughtBack(rebuilding),
                rebuilding == null ? difference(after, reading) : hidden(rebuilding),
                rebuilding == null
                        ? dryRuns.difference(reading.schema(), after.schema(), reading.now())
                        : ofProperties(rebuilding),
                taken,
                keys,
                lost.stream().map(each -> each.index.name()).toList(),
                obstacles(record, before, lost));
    }

    private DryRun rebuilding(ReadView reading, List<Lost> lost) {
        return dryRuns.dryRun(
                (record, version) -> {
                    CollectionRecord rebuilt = record;
                    for (Lost each : lost) {
                        rebuilt = schemaChanges.proposed(rebuilt, each.request, version);
                    }
                    return rebuilt;
                },
                DryRunTree.week(reading.now()),
                ScanProgress.NONE);
    }

    private static Amount broughtBack(DryRun run) {
        return new Amount(run.broughtBack().documents(), run.broughtBack().bytes());
    }

    private static Amount hidden(DryRun run) {
        return new Amount(run.hidden().documents(), run.hidden().bytes());
    }

    private static PropertyDifference.Amount ofProperties(DryRun run) {
        return new PropertyDifference.Amount(
                run.properties().hidden(), run.properties().broughtBack());
    }

    /** Returns the rules of a policy whose indexes are gone and can be built again. */
    private static List<Lost> lost(CollectionRecord record, Policy before) {
        List<Lost> lost = new ArrayList<>();
        for (Rule rule : before.rules()) {
            QueueDefinition queue = record.queue(queueOf(rule)).orElse(null);
            IndexDefinition index = queue == null || queue.isKept() ? null : queue.dropped();
            IndexRequest.TtlRule asked = queue == null ? null : asked(rule, queue);
            if (index != null && asked != null && !isReplaced(record, index)) {
                lost.add(new Lost(queueOf(rule), index, IndexRequest.again(index, asked)));
            }
        }
        for (PropertyRule rule : before.properties()) {
            QueueDefinition queue = record.queue(rule.queue()).orElse(null);
            IndexDefinition index = queue == null || queue.isKept() ? null : queue.dropped();
            PropertyTerm term = queue == null ? null : queue.property();
            FieldPath date = queue == null ? null : queue.path();
            if (index != null && term != null && date != null && !isReplaced(record, index)) {
                IndexRequest.TtlRule asked = new IndexRequest.TtlRule.OverProperty(term, date, rule.afterSeconds());
                lost.add(new Lost(rule.queue(), index, IndexRequest.again(index, asked)));
            }
        }
        return lost;
    }

    private static boolean isReplaced(CollectionRecord record, IndexDefinition dropped) {
        return record.indexes().stream().anyMatch(other -> isInTheWay(other, dropped));
    }

    /** A queue over seconds belongs to no index: its face creates it again, so an undo does not restore a rule over it. */
    private static IndexRequest.@Nullable TtlRule asked(Rule rule, QueueDefinition queue) {
        FieldPath path = queue.instant() == FieldInstant.EARLIEST_DATE ? queue.path() : null;
        return switch (rule) {
            case Rule.Absolute _ -> null;
            case Rule.Field field ->
                path == null ? null : new IndexRequest.TtlRule.OverField(path, field.afterSeconds());
            case Rule.Modified modified ->
                new IndexRequest.TtlRule.OverModified(
                        switch (modified.kind()) {
                            case NO_DEFAULT -> OptionalLong.empty();
                            case AFTER -> OptionalLong.of(modified.seconds());
                        });
        };
    }

    /** An index of the same name, or over the same fields. */
    private static boolean isInTheWay(IndexDefinition other, IndexDefinition dropped) {
        return other.name().equals(dropped.name())
                || (other.kind() == dropped.kind() && other.parts().equals(dropped.parts()));
    }

    /** Counts what is hidden in one read view, but not in the other. */
    private Amount difference(ReadView hiding, ReadView showing) {
        long documents = 0;
        long bytes = 0;
        try (HiddenWalk walk = HiddenWalk.over(shards, hiding, null)) {
            while (walk.next()) {
                if (!showing.policy().isHidden(walk.instants(), showing.now())) {
                    documents++;
                    bytes += walk.entry().bytes();
                }
            }
        }
        return new Amount(documents, bytes);
    }

    private long taken(long version, List<DocumentKey> keys) {
        long taken = 0;
        byte[] prefix = Layout.takenPrefix(version);
        try (Cursor cursor = shards.reader()
                .scan(shards.partition(), Space.META, KeyRange.prefix(prefix), Direction.FORWARD, Reader.UNLIMITED)) {
            while (cursor.next()) {
                taken++;
                if (keys.size() < UndoPlan.TAKEN_KEYS_MAX) {
                    byte[] key = cursor.key();
                    keys.add(new DocumentKey(Arrays.copyOfRange(key, prefix.length, key.length)));
                }
            }
        }
        return taken;
    }

    private List<Obstacle> obstacles(CollectionRecord record, Policy before, List<Lost> lost) {
        List<Obstacle> obstacles = new ArrayList<>();
        List<Integer> queues = new ArrayList<>();
        before.rules().forEach(rule -> queues.add(queueOf(rule)));
        before.properties().forEach(rule -> queues.add(rule.queue()));
        for (int queue : queues) {
            boolean comesBack = lost.stream().anyMatch(each -> each.queue == queue);
            if (!comesBack
                    && record.queue(queue).filter(QueueDefinition::isKept).isEmpty()) {
                obstacles.add(new Obstacle.IndexReplaced(pathOf(record, queue)));
            }
        }
        if (shards.forms().options(record, before) == null) {
            obstacles.add(new Obstacle.SettingsDiffer());
        }
        return obstacles;
    }

    private static int queueOf(Rule rule) {
        return switch (rule) {
            case Rule.Absolute _ -> QueueIds.UNTIL;
            case Rule.Field field -> field.queue();
            case Rule.Modified _ -> QueueIds.INHERIT;
        };
    }

    private static String pathOf(CollectionRecord record, int queue) {
        FieldPath path = record.queue(queue).map(QueueDefinition::path).orElse(null);
        return path == null ? LIFETIME_PATH : path.dotted();
    }

    /** Carries it out if it is possible; answers what it has come to, or null when there was nothing to undo. */
    @Nullable
    public UndoPlan run() {
        UndoPlan plan = plan(shards.reading());
        if (plan == null || !plan.isPossible()) {
            return plan;
        }
        dropIndexes(plan.before());
        if (plan.rebuilt().isEmpty()) {
            set(plan);
        } else {
            rebuild(plan.before());
        }
        shards.currentSchema()
                .audit(
                        AuditEntry.Action.UNDONE,
                        "documents brought back: " + plan.broughtBack().documents() + ", taken: " + plan.taken());
        return plan.rebuilt().isEmpty()
                ? plan
                : plan.done(shards.record().policy().current());
    }

    private void set(UndoPlan plan) {
        Policy before = plan.before();
        byte[] options = shards.forms().options(shards.record(), before);
        policyChanges.change(
                policy -> isAsPlanned(policy, plan) ? before : policy,
                Objects.requireNonNull(options),
                ExpireLimit.INHERITED);
    }

    /** The change was the drop of an index, and nothing else; its rule comes back with the index. */
    private void rebuild(Policy before) {
        for (Lost each : lost(shards.record(), before)) {
            schemaChanges.create(each.request, ExpireLimit.INHERITED);
        }
    }

    /**
     * Returns true if no other policy was set meanwhile; only rules whose indexes this undo has dropped are missing.
     */
    private static boolean isAsPlanned(Policy policy, UndoPlan plan) {
        Policy current = plan.current();
        return policy.withRules(current.rules())
                        .withProperties(current.properties())
                        .equals(current)
                && current.rules().containsAll(policy.rules())
                && current.properties().containsAll(policy.properties());
    }

    /** An index that stands for nothing but a rule goes with it; one over documents stays, without. */
    private void dropIndexes(Policy before) {
        for (IndexDefinition index : shards.record().indexes()) {
            boolean modified = index.kind() == IndexDefinition.Kind.LIFETIME;
            boolean goes = (modified || index.kind() == IndexDefinition.Kind.LISTED)
                    && rests(shards.record().policy().current(), index.id(), modified)
                    && !rests(before, index.id(), modified);
            if (goes) {
                schemaChanges.drop(index.name());
            }
        }
    }

    private static boolean rests(Policy policy, int index, boolean carriesModified) {
        return policy.rules().stream().anyMatch(rule -> RecordShapes.isOf(rule, index, carriesModified))
                || policy.properties().stream().anyMatch(rule -> rule.queue() == index);
    }
}
