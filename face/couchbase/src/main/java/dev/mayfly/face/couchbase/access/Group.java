package dev.mayfly.face.couchbase.access;

import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Roles that several users have.
 *
 * @param roles as a client writes them
 * @param ldapGroupRef the directory group whose members are in this one too, or null. It is kept and shown; no
 *     directory is queried.
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
        ObjectNode json = CouchbaseJson.object().put("description", description);
        roles.forEach(json.putArray("roles")::add);
        if (ldapGroupRef != null) {
            json.put("ldapGroupRef", ldapGroupRef);
        }
        return CouchbaseJson.bytes(json);
    }

    static Group fromBytes(String id, byte[] bytes) {
        ObjectNode json = CouchbaseJson.kept(bytes);
        JsonNode reference = json.path("ldapGroupRef");
        return new Group(
                id,
                json.path("description").asString(),
                StoredUser.strings(json.path("roles")),
                reference.isMissingNode() ? null : reference.asString());
    }
}
