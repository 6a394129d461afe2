package dev.mayfly.face.cosmos.session;

import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.ResourceType;
import dev.mayfly.face.cosmos.resource.CosmosJson;
import dev.mayfly.face.cosmos.resource.Databases;
import dev.mayfly.face.cosmos.resource.Metadata;
import dev.mayfly.face.cosmos.resource.ResourceId;
import dev.mayfly.face.cosmos.resource.StoredOperations.Parent;
import dev.mayfly.face.cosmos.resource.StoredOperations.Shape;
import dev.mayfly.face.cosmos.resource.StoredResources;
import tools.jackson.databind.node.ObjectNode;

/** Users of a database: names that permissions are given to. */
public record CosmosUsers(Metadata metadata, Databases databases, StoredResources resources) implements Shape {
    @Override
    public ResourceType type() {
        return ResourceType.USER;
    }

    @Override
    public String feed() {
        return "Users";
    }

    @Override
    public Parent parent(CosmosRequest request) {
        return Parent.of(databases.requireOwner(request.link().database()));
    }

    @Override
    public byte[] newRid(Parent parent) {
        return ResourceId.user(parent.ridBytes(), metadata.nextNumber());
    }

    @Override
    public ObjectNode checked(ObjectNode sent) {
        ObjectNode user = CosmosJson.object();
        user.set("id", sent.get("id"));
        return user.put("_permissions", "permissions/");
    }

    @Override
    public void deleteBelow(ObjectNode kept) {
        resources.deleteAll(ResourceType.PERMISSION, kept.get("_rid").stringValue());
    }
}
