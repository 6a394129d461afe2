package dev.mayfly.engine.schema;

import dev.mayfly.engine.catalog.ChangeKeeping;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.PropertyRule;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.expiry.Rule;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The record of a collection with an index or a rule more, or less. Pure. */
public final class RecordShapes {
    private RecordShapes() {}

    /** Returns the record with an index and its queues ready, whose rule is not in force yet. */
    public static CollectionRecord ready(CollectionRecord record, int index, IndexRequest.@Nullable TtlRule rule) {
        CollectionRecord ready = record.index(index)
                .map(definition -> record.withIndex(definition.ready()))
                .orElse(record);
        if (rule != null) {
            for (int id : queueIds(index, rule)) {
                ready = ready.withQueue(ready.queue(id).orElseThrow().in(QueueDefinition.State.READY));
            }
        }
        return ready;
    }

    /** The record with the index as one that carries the rule. */
    public static CollectionRecord ruling(CollectionRecord record, int index, IndexRequest.@Nullable TtlRule rule) {
        return rule instanceof IndexRequest.TtlRule.OverModified
                ? record.withIndex(record.index(index).orElseThrow().lifetime())
                : record;
    }

    /** The policy with a rule of an index, if it is one that lets anything expire. */
    public static Policy withRule(Policy policy, int index, IndexRequest.@Nullable TtlRule rule) {
        List<Rule> rules = new ArrayList<>(policy.rules());
        switch (rule) {
            case IndexRequest.TtlRule.OverProperty property -> {
                List<PropertyRule> properties = new ArrayList<>(policy.properties());
                properties.add(new PropertyRule(index, property.afterSeconds()));
                return policy.withProperties(properties);
            }
            case IndexRequest.TtlRule.OverField field -> rules.add(new Rule.Field(index, field.afterSeconds()));
            case IndexRequest.TtlRule.OverModified modified -> rules.add(modified.rule());
            case IndexRequest.TtlRule.OverQueue _ -> {}
            case null -> {}
        }
        return rules.size() == policy.rules().size() ? policy : policy.withRules(rules);
    }

    /** The record with an index that is still to be built. */
    public static CollectionRecord extended(CollectionRecord record, IndexRequest request, int id) {
        List<IndexDefinition> indexes = new ArrayList<>(record.indexes());
        indexes.add(request.definition(id));
        IndexRequest.TtlRule rule = request.lifetime();
        List<QueueDefinition> queues = rule == null ? record.queues() : withQueues(record, id, request.partial(), rule);
        CollectionRecord extended = record.extended(indexes, queues, id + 1);
        PropertyConflicts.require(extended);
        return extended;
    }

    /** The queues that a rule counts by. */
    public static List<Integer> queueIds(int index, IndexRequest.TtlRule rule) {
        return switch (rule) {
            case IndexRequest.TtlRule.OverField _,
                    IndexRequest.TtlRule.OverQueue _,
                    IndexRequest.TtlRule.OverProperty _ -> List.of(index);
            case IndexRequest.TtlRule.OverModified _ -> List.of(QueueIds.INHERIT, QueueIds.FOR);
        };
    }

    private static List<QueueDefinition> withQueues(
            CollectionRecord record, int index, byte[] partial, IndexRequest.TtlRule rule) {
        List<QueueDefinition> queues = new ArrayList<>(record.queues());
        for (int id : queueIds(index, rule)) {
            boolean kept = record.queue(id).map(QueueDefinition::isKept).orElse(false);
            if (!kept) {
                queues.removeIf(queue -> queue.id() == id);
                queues.add(building(id, partial, rule));
            }
        }
        return queues;
    }

    private static QueueDefinition building(int id, byte[] partial, IndexRequest.TtlRule rule) {
        QueueDefinition.State state = QueueDefinition.State.BUILDING;
        return switch (rule) {
            case IndexRequest.TtlRule.OverField field -> new QueueDefinition(id, field.path(), partial, state);
            case IndexRequest.TtlRule.OverQueue queue ->
                new QueueDefinition(id, queue.path(), partial, state, queue.instant());
            case IndexRequest.TtlRule.OverProperty property ->
                new QueueDefinition(id, property.date(), property.term());
            case IndexRequest.TtlRule.OverModified _ -> new QueueDefinition(id, null, IndexDefinition.NO_BYTES, state);
        };
    }

    /** The record without an index and its queues, its policy as it is. */
    public static CollectionRecord without(CollectionRecord record, IndexDefinition index) {
        boolean carriesModified = index.kind() == IndexDefinition.Kind.LIFETIME;
        List<IndexDefinition> indexes = record.indexes().stream()
                .filter(kept -> kept.id() != index.id())
                .toList();
        List<QueueDefinition> queues = record.queues().stream()
                .map(queue -> rests(queue.id(), index.id(), carriesModified) ? queue.without(index) : queue)
                .toList();
        return record.reduced(indexes, queues);
    }

    /** The policy without the rules of an index. */
    public static Policy withoutRules(Policy policy, IndexDefinition index) {
        boolean carriesModified = index.kind() == IndexDefinition.Kind.LIFETIME;
        return policy.withRules(policy.rules().stream()
                        .filter(rule -> !isOf(rule, index.id(), carriesModified))
                        .toList())
                .withProperties(policy.properties().stream()
                        .filter(rule -> rule.queue() != index.id())
                        .toList());
    }

    /** The record with the queues of a rule that is still to be built. */
    public static CollectionRecord ruled(CollectionRecord record, IndexDefinition index, IndexRequest.TtlRule rule) {
        List<QueueDefinition> queues = withQueues(record, index.id(), index.partial(), rule);
        CollectionRecord extended = record.extended(record.indexes(), queues, record.nextIndex());
        PropertyConflicts.require(extended);
        return extended;
    }

    public static void requireNoOtherLifetime(CollectionRecord record) {
        for (IndexDefinition index : record.indexes()) {
            if (index.kind() == IndexDefinition.Kind.LIFETIME) {
                throw new IllegalStateException("a collection has one rule over the last modification");
            }
        }
    }

    /** Returns true if a rule rests on this index. */
    public static boolean isOf(Rule rule, int index, boolean carriesModified) {
        return switch (rule) {
            case Rule.Field field -> field.queue() == index;
            case Rule.Modified _ -> carriesModified;
            case Rule.Absolute _ -> false;
        };
    }

    private static boolean rests(int queue, int index, boolean carriesModified) {
        return queue == index || (carriesModified && (queue == QueueIds.INHERIT || queue == QueueIds.FOR));
    }

    public static IndexDefinition require(CollectionRecord record, String name) {
        return record.index(name).orElseThrow(() -> new EngineException(new EngineError.IndexMissing(name)));
    }

    /** Returns the record with all changes kept for so long, 0 for not at all. */
    public static CollectionRecord keepingHistory(CollectionRecord record, long millis, long version) {
        ChangeKeeping before = record.changes();
        if (before.historyMillis() == millis) {
            return record;
        }
        long since = before.hasHistory() ? before.historySince() : version;
        return record.withChanges(before.withHistory(millis, since));
    }
}
