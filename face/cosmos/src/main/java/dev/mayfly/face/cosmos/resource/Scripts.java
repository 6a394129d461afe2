package dev.mayfly.face.cosmos.resource;

import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.ResourceType;
import dev.mayfly.face.cosmos.resource.StoredOperations.Parent;
import dev.mayfly.face.cosmos.resource.StoredOperations.Shape;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Stored procedures, triggers and user-defined functions as texts that are kept and shown.
 *
 * @param feed the property that holds them in a feed
 */
public record Scripts(ResourceType type, String feed, ResourceId.Child child, Metadata metadata, Containers containers)
        implements Shape {
    @Override
    public Parent parent(CosmosRequest request) {
        return Parent.of(containers.requireOwner(request));
    }

    @Override
    public byte[] newRid(Parent parent) {
        return ResourceId.child(parent.ridBytes(), child, metadata.nextNumber());
    }

    @Override
    public ObjectNode checked(ObjectNode sent) {
        ObjectNode script = CosmosJson.object();
        script.set("id", sent.get("id"));
        JsonNode body = sent.get("body");
        if (body == null || !body.isString()) {
            throw CosmosException.badRequest(
                    "The input content is invalid because the required properties - 'body; ' - are missing");
        }
        script.set("body", body);
        if (type == ResourceType.TRIGGER) {
            copyOneOf(sent, script, "triggerOperation", List.of("All", "Create", "Update", "Delete", "Replace"));
            copyOneOf(sent, script, "triggerType", List.of("Pre", "Post"));
        }
        return script;
    }

    private static void copyOneOf(ObjectNode sent, ObjectNode script, String name, List<String> words) {
        script.set(name, sent.get(name));
        ContainerChecks.oneOf(script, name, words.getFirst(), words);
    }
}
