package dev.mayfly.face.cosmos.admin;

import dev.mayfly.face.api.FaceRefusal;
import dev.mayfly.face.cosmos.http.Link;
import dev.mayfly.face.cosmos.http.ResourceType;
import java.util.Locale;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A permission in the words of an administrator: {@code read@carts} or {@code all@carts}, with the partition key behind it if it
 * is for one logical partition alone, as in {@code read@carts["ann"]}.
 *
 * @param mode in lower case
 * @param container its id
 * @param below the rest of the link to something in the container, such as {@code /docs/1}, or empty
 * @param partitionKey as JSON, or empty for all
 */
record PermissionRole(String mode, String container, String below, String partitionKey) {
    private static final JsonMapper JSON = new JsonMapper();

    static PermissionRole of(ObjectNode permission) {
        Link link = Link.of(permission.path("resource").asString());
        boolean isWhole = link.type() == ResourceType.CONTAINER;
        return new PermissionRole(
                permission.path("permissionMode").asString().toLowerCase(Locale.ROOT),
                link.container(),
                isWhole ? "" : "/" + link.type().word() + "/" + link.id(),
                permission.path("resourcePartitionKey").isMissingNode()
                        ? ""
                        : permission.path("resourcePartitionKey").toString());
    }

    /** @throws FaceRefusal if the text is no role */
    static PermissionRole read(String text) {
        int at = text.indexOf('@');
        int bracket = text.indexOf('[', at + 1);
        int end = bracket < 0 ? text.length() : bracket;
        String mode = at < 0 ? "" : text.substring(0, at).toLowerCase(Locale.ROOT);
        if (!mode.equals("read") && !mode.equals("all")) {
            throw wrong(text);
        }
        String place = text.substring(at + 1, end);
        int slash = place.indexOf('/');
        String container = slash < 0 ? place : place.substring(0, slash);
        if (container.isEmpty()) {
            throw wrong(text);
        }
        return new PermissionRole(
                mode, container, slash < 0 ? "" : place.substring(slash), key(text, text.substring(end)));
    }

    private static String key(String role, String text) {
        try {
            JsonNode key = text.isEmpty() ? null : JSON.readTree(text);
            return key == null ? "" : key.toString();
        } catch (JacksonException _) {
            throw wrong(role);
        }
    }

    private static FaceRefusal wrong(String text) {
        return FaceRefusal.invalid("a role is read@CONTAINER or all@CONTAINER, with the partition key behind it as in"
                + " read@carts[\"ann\"]; this is none: " + text);
    }

    /** Returns the permission as a client would send it; its id is made of what it allows. */
    ObjectNode permission(String database) {
        ObjectNode permission = JSON.createObjectNode();
        String id = mode + "-" + container + below.replace('/', '-');
        permission.put("id", partitionKey.isEmpty() ? id : id + "-" + Integer.toHexString(partitionKey.hashCode()));
        permission.put("permissionMode", mode.equals("all") ? "All" : "Read");
        permission.put("resource", "dbs/" + database + "/colls/" + container + below);
        if (!partitionKey.isEmpty()) {
            permission.set("resourcePartitionKey", JSON.readTree(partitionKey));
        }
        return permission;
    }

    @Override
    public String toString() {
        return mode + "@" + container + below + partitionKey;
    }
}
