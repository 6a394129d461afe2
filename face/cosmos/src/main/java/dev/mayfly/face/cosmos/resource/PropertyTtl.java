package dev.mayfly.face.cosmos.resource;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.PropertyTerm;
import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.expiry.PropertyRule;
import dev.mayfly.face.api.PropertyIndexes;
import dev.mayfly.face.api.RuleChange;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.partition.PartitionKeyPaths;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The field {@code propertyTtl} of a container: properties of its items that die while the items live. */
public final class PropertyTtl {
    /*
     * A list of {path, seconds, from}: from is "set" (when the property was last set), "write" (the last write of the item), or
     * the path of a number of seconds since the epoch. The rules are the policy's alone: the field is read from there and
     * written there, so that an undo needs no other copy of it. SDKs that do not know the field leave it out when they replace
     * a container; that changes nothing, and an empty list removes all.
     */
    static final String FIELD = "propertyTtl";

    private static final String SET = "set";
    private static final String WRITE = "write";

    /** On these something else rests: the identity of an item, and what the system owns. */
    private static final Set<String> FIXED = Set.of("id", "ttl", "_rid", "_self", "_etag", "_attachments", "_ts");

    private PropertyTtl() {}

    /** @throws CosmosException if the field says something that cannot be */
    static void check(ObjectNode json) {
        JsonNode list = json.get(FIELD);
        if (list == null || list.isNull()) {
            json.remove(FIELD);
            return;
        }
        Set<FieldPath> paths = new HashSet<>();
        for (RuleChange.Property rule : rules(json)) {
            FieldPath path = rule.term().path();
            if (!paths.add(path)) {
                throw refused("names '" + text(path) + "' twice");
            }
            if (FIXED.contains(path.names().getFirst()) || isKey(json, path)) {
                throw refused("names '" + text(path) + "', which cannot have a lifetime of its own");
            }
        }
    }

    private static boolean isKey(ObjectNode json, FieldPath path) {
        List<JsonNode> keys = new ArrayList<>();
        json.path("partitionKey").path("paths").forEach(keys::add);
        json.path("uniqueKeyPolicy")
                .path("uniqueKeys")
                .forEach(key -> key.path("paths").forEach(keys::add));
        return keys.stream()
                .map(key -> new FieldPath(PartitionKeyPaths.names(key.asString())))
                .anyMatch(key -> key.leadsTo(path) || path.leadsTo(key));
    }

    private static List<RuleChange.Property> rules(ObjectNode json) {
        JsonNode list = json.path(FIELD);
        if (!list.isMissingNode() && !list.isArray()) {
            throw refused("is not an array");
        }
        List<RuleChange.Property> rules = new ArrayList<>();
        for (JsonNode each : list) {
            JsonNode seconds = each.path("seconds");
            boolean isForm = each.path("path").isString()
                    && seconds.isIntegralNumber()
                    && seconds.canConvertToInt()
                    && seconds.intValue() >= 0
                    && (!each.has("from") || each.path("from").isString());
            if (!isForm) {
                throw refused("has an element that is not {path, seconds, from}");
            }
            FieldPath path = path(each.path("path").stringValue());
            rules.add(rule(path, each.path("from").asString(SET), seconds.intValue()));
        }
        return rules;
    }

    private static RuleChange.Property rule(FieldPath path, String from, long seconds) {
        PropertyTerm.Start start = switch (from) {
            case SET -> PropertyTerm.Start.PROPERTY_SET;
            case WRITE -> PropertyTerm.Start.DOCUMENT_WRITTEN;
            default -> PropertyTerm.Start.DATE;
        };
        FieldPath date = start == PropertyTerm.Start.DATE ? path(from) : null;
        return new RuleChange.Property(new PropertyTerm(path, start), date, OptionalLong.of(seconds));
    }

    private static FieldPath path(String text) {
        List<String> names = text.startsWith("/") ? PartitionKeyPaths.names(text) : List.of();
        if (names.isEmpty() || names.stream().anyMatch(name -> name.isEmpty() || name.contains("."))) {
            throw refused("has '" + text + "', which is no path");
        }
        return new FieldPath(names);
    }

    private static String text(FieldPath path) {
        return PartitionKeyPaths.text(path.names());
    }

    /** Sets the field as the policy has it. */
    static void show(ObjectNode json, CollectionRecord record) {
        json.remove(FIELD);
        List<PropertyRule> rules = record.policy().current().properties();
        if (rules.isEmpty()) {
            return;
        }
        ArrayNode list = json.putArray(FIELD);
        for (PropertyRule rule : rules) {
            QueueDefinition queue = record.queue(rule.queue()).orElseThrow();
            PropertyTerm term = queue.property();
            if (term != null) {
                list.addObject()
                        .put("path", text(term.path()))
                        .put("seconds", rule.afterSeconds())
                        .put("from", from(term, queue.path()));
            }
        }
    }

    private static String from(PropertyTerm term, @Nullable FieldPath date) {
        return switch (term.start()) {
            // Of an item nothing says when a property of it dies.
            case OWN -> throw new IllegalStateException("a rule of another face");
            case PROPERTY_SET -> SET;
            case DOCUMENT_WRITTEN -> WRITE;
            case DATE -> date == null ? "" : text(date);
        };
    }

    /** Changes the field as an administrator asks for. */
    public static void change(ObjectNode definition, RuleChange.Property wanted) {
        List<RuleChange.Property> rules = new ArrayList<>(rules(definition));
        rules.removeIf(rule -> rule.term().path().equals(wanted.term().path()));
        if (wanted.seconds().isPresent()) {
            rules.add(wanted);
        }
        ArrayNode list = definition.putArray(FIELD);
        for (RuleChange.Property rule : rules) {
            list.addObject()
                    .put("path", text(rule.term().path()))
                    .put("seconds", rule.seconds().orElse(0))
                    .put("from", from(rule.term(), rule.date()));
        }
    }

    /** Returns a definition without the field, as it is stored. */
    static ObjectNode stored(ObjectNode json) {
        ObjectNode stored = json.deepCopy();
        stored.remove(FIELD);
        return stored;
    }

    /** Makes the rules of a container's policy those that its definition has. */
    static void apply(Collection collection, ObjectNode json) {
        List<RuleChange.Property> wanted = rules(json);
        for (RuleChange.Property rule : wanted) {
            PropertyIndexes.collect(collection, rule, PropertyIndexes::request);
        }
        for (QueueDefinition queue : collection.record().queues()) {
            PropertyTerm term = queue.property();
            boolean isOver = term != null
                    && queue.isKept()
                    && wanted.stream().noneMatch(rule -> rule.term().path().equals(term.path()));
            if (isOver) {
                collection
                        .record()
                        .index(queue.id())
                        .ifPresent(index -> collection.definition().dropIndex(index.name()));
            }
        }
    }

    private static CosmosException refused(String reason) {
        return CosmosException.badRequest("The property 'propertyTtl' of the container " + reason + ".");
    }
}
