package dev.mayfly.face.couchbase.rest;

import dev.mayfly.face.couchbase.access.Caller;
import dev.mayfly.face.couchbase.access.Grant;
import dev.mayfly.face.couchbase.access.Group;
import dev.mayfly.face.couchbase.access.RoleDefinition;
import dev.mayfly.face.couchbase.access.StoredUser;
import dev.mayfly.face.couchbase.access.StoredUsers;
import dev.mayfly.face.couchbase.access.UserDomain;
import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Users, groups and roles as the management service shows them. */
public final class UserForms {
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern(
                    "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private UserForms() {}

    /** A user in JSON, with what its groups give it. */
    public static byte[] json(StoredUser user, StoredUsers users) {
        return CouchbaseJson.bytes(of(user, users));
    }

    static ObjectNode of(StoredUser user, StoredUsers users) {
        ObjectNode json = CouchbaseJson.object()
                .put("id", user.id())
                .put("domain", user.domain().text());
        addRoles(json.putArray("roles"), user, users);
        user.groups().forEach(json.putArray("groups")::add);
        json.putArray("external_groups");
        if (!user.name().isEmpty()) {
            json.put("name", user.name());
        }
        if (user.domain() == UserDomain.LOCAL) {
            json.put("password_change_date", DATE.format(Instant.ofEpochMilli(user.passwordChangedAt())));
        }
        return json;
    }

    /** Each role once, with all that it comes from. */
    private static void addRoles(ArrayNode roles, StoredUser user, StoredUsers users) {
        Map<String, ArrayNode> origins = new LinkedHashMap<>();
        for (String role : user.roles()) {
            origins.computeIfAbsent(role, _ -> add(roles, role)).addObject().put("type", "user");
        }
        for (String name : user.groups()) {
            Group group = users.group(name);
            for (String role : group == null ? List.<String>of() : group.roles()) {
                origins.computeIfAbsent(role, _ -> add(roles, role))
                        .addObject()
                        .put("type", "group")
                        .put("name", name);
            }
        }
    }

    private static ArrayNode add(ArrayNode roles, String role) {
        ObjectNode json = roles.addObject();
        Grant grant = Grant.parse(role);
        if (grant != null) {
            add(json, grant);
        }
        return json.putArray("origins");
    }

    private static void add(ObjectNode json, Grant grant) {
        json.put("role", grant.role().name());
        int parameters = grant.role().parameters();
        if (parameters > 0) {
            json.put("bucket_name", Grant.shown(grant.bucket()));
        }
        if (parameters > 1) {
            json.put("scope_name", Grant.shown(grant.scope()));
        }
        if (parameters > 2) {
            json.put("collection_name", Grant.shown(grant.collection()));
        }
    }

    static ObjectNode of(Group group) {
        ObjectNode json = CouchbaseJson.object().put("id", group.id());
        ArrayNode roles = json.putArray("roles");
        for (String role : group.roles()) {
            Grant grant = Grant.parse(role);
            if (grant != null) {
                add(roles.addObject(), grant);
            }
        }
        if (group.ldapGroupRef() != null) {
            json.put("ldap_group_ref", group.ldapGroupRef());
        }
        return json.put("description", group.description());
    }

    /** Returns the description of a user for itself. */
    static ObjectNode of(Caller caller) {
        ObjectNode json = CouchbaseJson.object().put("id", caller.name()).put("domain", caller.domain());
        ArrayNode roles = json.putArray("roles");
        caller.grants().forEach(grant -> add(roles.addObject(), grant));
        return json;
    }

    static ObjectNode of(RoleDefinition role) {
        ObjectNode json = CouchbaseJson.object();
        add(json, new Grant(role, null, null, null));
        return json.put("name", role.title()).put("desc", role.description());
    }
}
