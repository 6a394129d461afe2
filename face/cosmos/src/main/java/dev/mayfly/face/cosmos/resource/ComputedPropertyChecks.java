package dev.mayfly.face.cosmos.resource;

import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.language.ComputedProperties;
import dev.mayfly.face.cosmos.language.ComputedProperty;
import dev.mayfly.face.cosmos.partition.PartitionKeyPaths;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Checks what a container says about its computed properties. */
final class ComputedPropertyChecks {
    static final String PROPERTY = "computedProperties";

    private static final int PROPERTIES_MAX = 20;
    private static final Set<String> SYSTEM = Set.of("id", "_rid", "_self", "_etag", "_ts", "_attachments", "_lsn");

    private ComputedPropertyChecks() {}

    static void check(ObjectNode json) {
        JsonNode sent = json.get(PROPERTY);
        if (sent == null || sent.isNull()) {
            json.remove(PROPERTY);
            return;
        }
        if (!sent.isArray()) {
            throw CosmosException.badRequest("The property '" + PROPERTY + "' of the container is not an array.");
        }
        if (sent.size() > PROPERTIES_MAX) {
            throw refused("A container can have at most " + PROPERTIES_MAX + " computed properties.");
        }
        Set<String> keys = new HashSet<>();
        json.path("partitionKey")
                .path("paths")
                .forEach(path ->
                        keys.add(PartitionKeyPaths.names(path.stringValue()).getFirst()));
        Set<String> names = new HashSet<>();
        List<ComputedProperty> properties = new ArrayList<>();
        for (JsonNode definition : sent) {
            String name = name(definition, properties.size(), names, keys);
            properties.add(property(name, text(definition, "query"), properties.size()));
        }
        properties.forEach(property -> requireOwn(property, names));
    }

    /** Reads properties that were checked before. */
    static ComputedProperties read(ObjectNode json) {
        List<ComputedProperty> properties = new ArrayList<>();
        for (JsonNode definition : json.path(PROPERTY)) {
            properties.add(ComputedProperty.of(
                    definition.get("name").stringValue(),
                    definition.get("query").stringValue()));
        }
        return properties.isEmpty() ? ComputedProperties.NONE : new ComputedProperties(properties);
    }

    /** Refuses to drop a computed property of which the policy still has an index. */
    static void requireNoneIndexed(ComputedProperties before, ContainerDefinition changed) {
        Set<String> indexed = new HashSet<>();
        changed.indexingPolicy().path("includedPaths").forEach(path -> indexed.add(first(path)));
        changed.indexingPolicy()
                .path("compositeIndexes")
                .forEach(index -> index.forEach(path -> indexed.add(first(path))));
        for (ComputedProperty property : before.all()) {
            boolean isDropped = changed.computedProperties().named(property.name()) == null;
            if (isDropped && indexed.contains(property.name())) {
                throw refused("Computed property '" + property.name()
                        + "' has an index. Remove the paths of the indexing policy that lead to it.");
            }
        }
    }

    private static String first(JsonNode path) {
        return PartitionKeyPaths.names(path.path("path").stringValue()).getFirst();
    }

    private static String name(JsonNode definition, int index, Set<String> names, Set<String> keys) {
        String name = text(definition, "name");
        if (SYSTEM.contains(name)) {
            throw refused("The system property name '" + name + "' cannot be used as a computed property name.");
        }
        if (name.indexOf('/') >= 0) {
            throw refused("Computed property name '" + name + "' at index (" + index
                    + ") is a path: it must be a name at the top level of the item.");
        }
        if (keys.contains(name)) {
            throw refused("Computed property name '" + name + "' at index (" + index
                    + ") cannot be that of a property of the partition key.");
        }
        if (!names.add(name)) {
            throw refused("Computed property name '" + name + "' cannot be used in multiple definitions.");
        }
        return name;
    }

    private static String text(JsonNode definition, String property) {
        JsonNode text = definition.get(property);
        if (text == null || !text.isString()) {
            throw refused("One of the specified inputs is invalid");
        }
        if (text.stringValue().isEmpty()) {
            throw refused("Computed property '" + property + "' is either empty or unspecified.");
        }
        return text.stringValue();
    }

    private static ComputedProperty property(String name, String query, int index) {
        try {
            ComputedProperty property = ComputedProperty.ofValue(name, query);
            if (property != null) {
                return property;
            }
        } catch (CosmosException failure) {
            throw refused("Computed property at index (" + index + ") has a malformed query: '" + query
                    + "' Error details: '" + failure.errors() + "'");
        }
        throw refused("Required VALUE expression missing from computed property query '" + query + "' at index ("
                + index + ").");
    }

    private static void requireOwn(ComputedProperty property, Set<String> names) {
        for (String name : names) {
            if (property.refersTo(name)) {
                throw refused("Computed property '" + property.name() + "' cannot be computed from '" + name
                        + "', which is computed itself.");
            }
        }
    }

    private static CosmosException refused(String message) {
        ObjectNode errors = CosmosJson.object();
        errors.putArray("Errors").add(message);
        return CosmosException.ofErrors(errors.toString(), message);
    }
}
