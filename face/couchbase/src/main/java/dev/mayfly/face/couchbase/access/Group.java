package dev.mayfly.face.couchbase.access;

import dev.mayfly.face.couchbase.bucket.Json;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * Roles that several users have.
 *
 * @param roles as a client writes them
 */
public record Group(String id, String description, List<String> roles) {
    public Group {
        roles = List.copyOf(roles);
    }

    byte[] toBytes() {
        ObjectNode json = Json.object().put("description", description);
        roles.forEach(json.putArray("roles")::add);
        return Json.bytes(json);
    }

    static Group fromBytes(String id, byte[] bytes) {
        ObjectNode json = Json.kept(bytes);
        return new Group(id, json.path("description").asString(), User.strings(json.path("roles")));
    }
}
