package dev.mayfly.face.couchbase.access;

import dev.mayfly.face.couchbase.bucket.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Roles that several users have.
 *
 * @param roles as a client writes them
 * @param ldapGroupRef the group of a directory whose members are in this one too, or null. It is kept and shown; no
 *     directory is asked.
 */
public record Group(
        String id,
        String description,
        List<String> roles,
        @Nullable String ldapGroupRef) {
    public Group {
        roles = List.copyOf(roles);
    }

    public boolean hasLdapGroup() {
        return ldapGroupRef != null && !ldapGroupRef.isEmpty();
    }

    byte[] toBytes() {
        ObjectNode json = Json.object().put("description", description);
        roles.forEach(json.putArray("roles")::add);
        if (ldapGroupRef != null) {
            json.put("ldapGroupRef", ldapGroupRef);
        }
        return Json.bytes(json);
    }

    static Group fromBytes(String id, byte[] bytes) {
        ObjectNode json = Json.kept(bytes);
        JsonNode reference = json.path("ldapGroupRef");
        return new Group(
                id,
                json.path("description").asString(),
                User.strings(json.path("roles")),
                reference.isMissingNode() ? null : reference.asString());
    }
}
