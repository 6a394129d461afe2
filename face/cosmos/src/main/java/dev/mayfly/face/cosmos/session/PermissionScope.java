package dev.mayfly.face.cosmos.session;

import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.Link;
import dev.mayfly.face.cosmos.http.ResourceType;
import dev.mayfly.face.cosmos.http.Verb;
import dev.mayfly.face.cosmos.partition.PartitionKey;
import dev.mayfly.face.cosmos.resource.Container;
import dev.mayfly.face.cosmos.resource.Containers;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The operations that one permission allows. */
final class PermissionScope {
    private final ObjectNode permission;
    private final Containers containers;
    private final Link target;

    PermissionScope(ObjectNode permission, Containers containers) {
        this.permission = permission;
        this.containers = containers;
        this.target = Link.of(permission.path("resource").asString());
    }

    boolean allows(CosmosRequest request) {
        boolean isReading = !request.verb().isWrite();
        if (request.link().type() == ResourceType.ACCOUNT) {
            return isReading;
        }
        if (!isReading && !permission.path("permissionMode").asString().equalsIgnoreCase(Permissions.ALL)) {
            return false;
        }
        return isInContainer(request.link()) && allowsThere(request);
    }

    private boolean isInContainer(Link link) {
        boolean isBelow = link.type() == ResourceType.CONTAINER || link.type().parent() == ResourceType.CONTAINER;
        if (!isBelow || link.ids().size() < 2) {
            return false;
        }
        Container own = containers.find(target.database(), target.container());
        Container asked = containers.find(link.database(), link.container());
        return own != null && asked != null && own.rid().equals(asked.rid());
    }

    /** A caller with any permission in a container needs to read the container's definition. */
    private boolean allowsThere(CosmosRequest request) {
        ResourceType type = request.link().type();
        if (type == ResourceType.CONTAINER) {
            return request.verb() == Verb.READ;
        }
        if (type == ResourceType.PARTITION_KEY_RANGE || request.verb() == Verb.QUERY_PLAN) {
            return true;
        }
        if (target.type() != ResourceType.CONTAINER && !isTarget(request.link())) {
            return false;
        }
        JsonNode key = permission.get("resourcePartitionKey");
        return key == null || isWithin(PartitionKey.ofText(key.toString()), request.partitionKey());
    }

    private boolean isTarget(Link link) {
        return link.type() == target.type() && !link.isFeed() && link.id().equals(target.id());
    }

    private static boolean isWithin(PartitionKey allowed, @Nullable String sent) {
        if (sent == null) {
            return false;
        }
        List<PartitionKey.Component> asked = PartitionKey.ofHeader(sent).components();
        int common = allowed.components().size();
        return asked.size() >= common && asked.subList(0, common).equals(allowed.components());
    }
}
