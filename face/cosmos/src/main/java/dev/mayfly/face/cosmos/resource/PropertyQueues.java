package dev.mayfly.face.cosmos.resource;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.FieldInstant;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.engine.schema.IndexRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** The queues of a container whose items expire by a property of theirs: its {@code ttlPropertyPath}. */
public final class PropertyQueues {
    /*
     * Items that inherit the default stand in one queue by the property, those with a ttl of their own in another by the
     * property and that. The rules over both are one policy, so setting, changing and removing the path each is one change
     * of policy, beside the making of queues that were not there. A queue stays as long as the container has the path, or a
     * policy that an undo could set again rests on it.
     */
    private static final String BY_DEFAULT = "ttl-default:";
    private static final String BY_OWN = "ttl-own:";

    private PropertyQueues() {}

    /** Returns the requests to the engine for the queues of a definition. */
    static List<IndexRequest> of(ContainerDefinition definition) {
        FieldPath path = definition.ttlPath();
        return path == null
                ? List.of()
                : List.of(
                        request(BY_DEFAULT, path, FieldInstant.EPOCH_SECOND),
                        request(BY_OWN, path, FieldInstant.EPOCH_SECOND_AND_LIFETIME));
    }

    private static IndexRequest request(String kind, FieldPath path, FieldInstant instant) {
        return new IndexRequest(
                kind + path.dotted(),
                IndexDefinition.Kind.QUEUE,
                List.of(),
                false,
                false,
                false,
                IndexDefinition.NO_BYTES,
                IndexDefinition.NO_BYTES,
                new IndexRequest.TtlRule.OverQueue(path, instant));
    }

    /** Builds the missing queues that a definition needs, and waits until they are ready. */
    static void prepare(Collection container, ContainerDefinition definition) {
        for (IndexRequest queue : of(definition)) {
            if (container.record().index(queue.name()).isEmpty()) {
                container.definition().createIndex(queue);
            }
        }
    }

    /** Returns the rules of a new container, whose indexes are numbered in the order of the requests. */
    static List<Rule> rules(List<IndexRequest> indexes, ContainerDefinition definition) {
        List<String> names = indexes.stream().map(IndexRequest::name).toList();
        return rules(definition, name -> QueueIds.FIRST_INDEX + names.indexOf(name));
    }

    /** Returns the rules of a definition, for a container whose queues are prepared. */
    static List<Rule> rules(CollectionRecord record, ContainerDefinition definition) {
        return rules(definition, name -> record.index(name).orElseThrow().id());
    }

    private static List<Rule> rules(ContainerDefinition definition, ToIntFunction<String> queues) {
        OptionalLong seconds = definition.defaultTtl();
        FieldPath path = definition.ttlPath();
        if (seconds.isEmpty()) {
            return List.of();
        }
        boolean hasDefault = seconds.getAsLong() >= 0;
        if (path == null) {
            return List.of(
                    hasDefault
                            ? new Rule.Modified(Rule.Modified.Kind.AFTER, seconds.getAsLong())
                            : new Rule.Modified(Rule.Modified.Kind.NO_DEFAULT, 0));
        }
        List<Rule> rules = new ArrayList<>();
        if (hasDefault) {
            rules.add(new Rule.Field(queues.applyAsInt(BY_DEFAULT + path.dotted()), seconds.getAsLong()));
        }
        rules.add(new Rule.Field(queues.applyAsInt(BY_OWN + path.dotted()), 0));
        return rules;
    }

    /** Drops the queues that the definition does not ask for and no policy rests on any more. */
    static void retire(Collection container, ContainerDefinition definition, long now) {
        CollectionRecord record = container.record();
        List<String> wanted = of(definition).stream().map(IndexRequest::name).toList();
        for (IndexDefinition index : record.indexes()) {
            boolean isOver = index.kind() == IndexDefinition.Kind.QUEUE && !wanted.contains(index.name());
            if (isOver && !record.policy().restsOn(index.id(), now)) {
                container.definition().dropIndex(index.name());
            }
        }
    }

    /** The path of the property by which a policy lets items die; null when it goes by their last change. */
    public static @Nullable FieldPath path(CollectionRecord record, Policy policy) {
        for (Rule rule : policy.rules()) {
            if (rule instanceof Rule.Field field) {
                return record.queue(field.queue()).orElseThrow().path();
            }
        }
        return null;
    }

    /** Returns the {@code defaultTtl} of the container with this policy; empty if time to live is off. */
    static OptionalLong defaultTtl(CollectionRecord record, Policy policy) {
        OptionalLong seconds = OptionalLong.empty();
        for (Rule rule : policy.rules()) {
            boolean isDefault = switch (rule) {
                case Rule.Modified modified -> modified.kind() == Rule.Modified.Kind.AFTER;
                case Rule.Field field ->
                    record.queue(field.queue()).orElseThrow().instant() == FieldInstant.EPOCH_SECOND;
                case Rule.Absolute _ -> false;
            };
            if (isDefault) {
                return OptionalLong.of(seconds(rule));
            }
            seconds = OptionalLong.of(-1);
        }
        return seconds;
    }

    private static long seconds(Rule rule) {
        return switch (rule) {
            case Rule.Modified modified -> modified.seconds();
            case Rule.Field field -> field.afterSeconds();
            case Rule.Absolute _ -> 0;
        };
    }
}
