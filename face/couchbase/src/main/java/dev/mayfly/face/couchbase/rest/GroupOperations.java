package dev.mayfly.face.couchbase.rest;

import dev.mayfly.face.couchbase.access.Group;
import dev.mayfly.face.couchbase.access.Permission;
import dev.mayfly.face.couchbase.access.StoredUsers;
import dev.mayfly.face.couchbase.audit.Audit;
import dev.mayfly.face.couchbase.audit.AuditEvent;
import dev.mayfly.face.couchbase.bucket.Buckets;
import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import dev.mayfly.face.transport.http.HttpResponse;
import java.util.List;
import java.util.Set;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Shows, makes, changes and deletes groups of users. */
final class GroupOperations {
    private static final String ALL = "/settings/rbac/groups";
    private static final String ONE = ALL + "/{group}";

    private final StoredUsers users;
    private final Buckets buckets;
    private final Audit audit;

    GroupOperations(StoredUsers users, Buckets buckets, Audit audit) {
        this.users = users;
        this.buckets = buckets;
        this.audit = audit;
    }

    void addTo(RestRoutes routes) {
        RestRoutes.Need read = RestRoutes.cluster("admin.security", "read");
        RestRoutes.Need write = RestRoutes.cluster("admin.security", "write");
        routes.add("GET", ALL, read, enterprise(_ -> list()))
                .add("GET", ONE, read, enterprise(call -> RestReply.json(UserForms.of(require(call)))))
                .add("PUT", ONE, write, enterprise(this::put))
                .add("DELETE", ONE, write, enterprise(this::delete));
    }

    private RestRoutes.Action enterprise(RestRoutes.Action action) {
        return buckets.rules().isEnterprise() ? action : _ -> RestReply.notEnterprise();
    }

    private Group require(RestCall call) {
        Group group = users.group(call.parameter("group"));
        if (group == null) {
            String text = call.http().method().equals("DELETE") ? "Group was not found." : "Unknown group.";
            throw new RestException(RestReply.json(404, StringNode.valueOf(text)));
        }
        return group;
    }

    private HttpResponse list() {
        ArrayNode json = CouchbaseJson.array();
        users.groups().forEach(group -> json.add(UserForms.of(group)));
        return RestReply.json(json);
    }

    private HttpResponse put(RestCall call) {
        String id = call.parameter("group");
        String fault = Passwords.idFault(id, "Group name");
        if (fault != null) {
            throw RestException.invalid("_", fault);
        }
        RestForm form = call.form();
        Passwords.refuseOthers(form, Set.of("roles", "description", "ldap_group_ref"));
        if (!form.has("roles")) {
            throw RestException.invalid("roles", "The value must be supplied");
        }
        Group before = users.group(id);
        List<String> roles = RoleList.parse(form.get("roles", ""), buckets);
        Group group = new Group(id, form.get("description", ""), roles, ldapGroupRef(form));
        requirePower(call, group);
        if (before != null) {
            requirePower(call, before);
        }
        users.put(group);
        ObjectNode details =
                CouchbaseJson.object().put("group_name", id).put("reason", before == null ? "added" : "updated");
        roles.forEach(details.putArray("roles")::add);
        audit.log(AuditEvent.GROUP_SET, AuditedEvents.actor(call), details);
        return UserOperations.stored();
    }

    private static @Nullable String ldapGroupRef(RestForm form) {
        String given = form.get("ldap_group_ref");
        if (given == null) {
            return null;
        }
        try {
            return new LdapName(given).isEmpty() ? "" : given;
        } catch (InvalidNameException _) {
            throw RestException.invalid("ldap_group_ref", "Should be valid LDAP distinguished name: " + given);
        }
    }

    /** Requires that the caller may grant the roles of this group. */
    private static void requirePower(RestCall call, Group group) {
        UserOperations.requireSecurity(call, group.roles());
        if (group.hasLdapGroup()) {
            UserOperations.require(call, Permission.cluster("admin.security.external", "write"));
        }
    }

    private HttpResponse delete(RestCall call) {
        Group group = require(call);
        requirePower(call, group);
        users.deleteGroup(group.id());
        audit.log(
                AuditEvent.GROUP_DELETED,
                AuditedEvents.actor(call),
                CouchbaseJson.object().put("group_name", group.id()));
        return UserOperations.stored();
    }
}
