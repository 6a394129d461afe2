package dev.mayfly.face.cosmos.session;

import dev.mayfly.face.cosmos.error.CosmosErrors;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.Link;
import dev.mayfly.face.cosmos.http.RequestField;
import dev.mayfly.face.cosmos.http.ResourceType;
import dev.mayfly.face.cosmos.partition.PartitionKey;
import dev.mayfly.face.cosmos.resource.CosmosJson;
import dev.mayfly.face.cosmos.resource.Database;
import dev.mayfly.face.cosmos.resource.Databases;
import dev.mayfly.face.cosmos.resource.Metadata;
import dev.mayfly.face.cosmos.resource.ResourceId;
import dev.mayfly.face.cosmos.resource.StoredOperations.Parent;
import dev.mayfly.face.cosmos.resource.StoredOperations.Shape;
import dev.mayfly.face.cosmos.resource.StoredResources;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The permissions of users: all or only reading, on a container, on one partition of it, or on one item. */
public record Permissions(Metadata metadata, Databases databases, StoredResources resources, ResourceTokens tokens)
        implements Shape {
    /** The mode that allows everything, in any case. */
    static final String ALL = "All";

    private static final String READ = "Read";
    private static final int EXPIRY_SECONDS = 3_600;
    private static final int EXPIRY_SECONDS_MIN = 10;
    private static final int EXPIRY_SECONDS_MAX = 18_000;

    @Override
    public ResourceType type() {
        return ResourceType.PERMISSION;
    }

    @Override
    public String feed() {
        return "Permissions";
    }

    @Override
    public Parent parent(CosmosRequest request) {
        return parent(
                databases.requireOwner(request.link().database()),
                request.link().ids().get(1));
    }

    /** Returns the user of a database as the parent of its permissions. */
    public Parent parent(Database database, String name) {
        ObjectNode user = resources.find(ResourceType.USER, database.rid(), name);
        byte[] rid = user == null ? null : ResourceId.bytes(user.get("_rid").stringValue());
        if (user == null || rid == null) {
            throw CosmosErrors.ownerMissing();
        }
        String names = "dbs/" + database.id() + "/users/" + user.get("id").stringValue();
        return new Parent(rid, user.get("_self").stringValue(), names);
    }

    @Override
    public byte[] newRid(Parent parent) {
        return ResourceId.permission(parent.ridBytes(), metadata.nextNumber());
    }

    @Override
    public ObjectNode checked(ObjectNode sent) {
        ObjectNode permission = CosmosJson.object();
        permission.set("id", sent.get("id"));
        permission.put("permissionMode", mode(sent));
        permission.put("resource", resource(sent));
        JsonNode key = sent.get("resourcePartitionKey");
        if (key != null && !key.isNull()) {
            PartitionKey.ofText(key.toString());
            permission.set("resourcePartitionKey", key);
        }
        return permission;
    }

    /** A user has one permission for one thing. */
    @Override
    public void requireRoom(ObjectNode checked, List<ObjectNode> others) {
        for (ObjectNode other : others) {
            boolean isSame = Link.of(checked.get("resource").stringValue())
                            .equals(Link.of(other.get("resource").stringValue()))
                    && checked.path("resourcePartitionKey").equals(other.path("resourcePartitionKey"));
            if (isSame) {
                throw CosmosErrors.exists();
            }
        }
    }

    /** Returns the mode as it was written: SDKs compare the answer with their request. */
    private static String mode(ObjectNode sent) {
        String mode = text(sent, "permissionMode");
        if (mode.equalsIgnoreCase(ALL) || mode.equalsIgnoreCase(READ)) {
            return mode;
        }
        throw CosmosException.badRequest("The permissionMode '" + mode + "' is neither All nor Read.");
    }

    private static String resource(ObjectNode sent) {
        String resource = text(sent, "resource");
        Link link = Link.of(resource);
        boolean isBelow = link.type() == ResourceType.CONTAINER || link.type().parent() == ResourceType.CONTAINER;
        if (link.isFeed() || !isBelow) {
            throw CosmosException.badRequest(
                    "A permission is for a container or something in it; this is neither: " + resource);
        }
        return resource;
    }

    private static String text(ObjectNode sent, String name) {
        JsonNode value = sent.get(name);
        if (value == null || !value.isString()) {
            throw CosmosException.badRequest(
                    "The input content is invalid because the required properties - '" + name + "; ' - are missing");
        }
        return value.stringValue();
    }

    /** Returns the permission with a new token. */
    @Override
    public ObjectNode shown(ObjectNode kept, Parent parent, CosmosRequest request) {
        ObjectNode shown = kept.deepCopy();
        return shown.put("_token", token(kept, parent, expirySeconds(request)));
    }

    /** Returns a new token of a permission. */
    public String token(ObjectNode kept, Parent parent, int seconds) {
        String user = parent.names().substring(parent.names().lastIndexOf('/') + 1);
        return tokens.token(parent.rid(), user, kept, seconds(seconds));
    }

    private static int expirySeconds(CosmosRequest request) {
        String text = request.fields().given(RequestField.EXPIRY_SECONDS);
        if (text == null) {
            return EXPIRY_SECONDS;
        }
        return seconds(CosmosRequest.integer(RequestField.EXPIRY_SECONDS, text));
    }

    private static int seconds(int seconds) {
        if (seconds < EXPIRY_SECONDS_MIN || seconds > EXPIRY_SECONDS_MAX) {
            throw CosmosException.badRequest("A token can be valid for " + EXPIRY_SECONDS_MIN + " to "
                    + EXPIRY_SECONDS_MAX + " seconds, not for " + seconds + ".");
        }
        return seconds;
    }
}
