package dev.mayfly.face.couchbase.rest;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.face.couchbase.access.Caller;
import dev.mayfly.face.couchbase.access.Grant;
import dev.mayfly.face.couchbase.access.Group;
import dev.mayfly.face.couchbase.access.Permission;
import dev.mayfly.face.couchbase.access.RoleDefinitions;
import dev.mayfly.face.couchbase.access.User;
import dev.mayfly.face.couchbase.access.Users;
import dev.mayfly.face.couchbase.audit.Audit;
import dev.mayfly.face.couchbase.audit.AuditEvent;
import dev.mayfly.face.couchbase.bucket.Buckets;
import dev.mayfly.face.couchbase.bucket.Json;
import dev.mayfly.face.transport.HttpResponse;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Shows, makes, changes and deletes users; passwords are kept in a form that is of no use to a thief. */
final class UserOperations {
    private static final String ROOT = "/settings/rbac/";
    private static final String USER = ROOT + "users/local/{user}";
    private static final Permission SECURITY = Permission.cluster("admin.security.admin", "write");

    /** Roles that give their owner power over others. */
    private static final Set<String> SECURITY_ROLES = Set.of("admin", "ro_admin", "security_admin_local");

    private final Users users;
    private final Buckets buckets;
    private final Passwords passwords;
    private final Audit audit;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    /** @param clock by which changes of passwords are dated */
    UserOperations(Users users, Buckets buckets, Passwords passwords, Audit audit, Clock clock) {
        this.users = users;
        this.buckets = buckets;
        this.passwords = passwords;
        this.audit = audit;
        this.clock = clock;
    }

    void addTo(RestRoutes routes) {
        RestRoutes.Need read = RestRoutes.cluster("admin.users", "read");
        RestRoutes.Need write = RestRoutes.cluster("admin.users", "write");
        routes.add("GET", ROOT + "users", read, _ -> list())
                .add("GET", ROOT + "users/local", read, _ -> list())
                .add("GET", ROOT + "users/external", read, _ -> RestReply.json(Json.array()))
                .add("GET", USER, read, call -> RestReply.json(UserForms.of(require(call), users)))
                .add("PUT", USER, write, this::put)
                .add("PATCH", USER, write, this::patch)
                .add("DELETE", USER, write, this::delete)
                .add("GET", ROOT + "roles", read, _ -> roles())
                .add("GET", "/whoami", RestRoutes.LOGIN, call -> RestReply.json(UserForms.of(call.caller())))
                .add("POST", "/controller/changePassword", RestRoutes.LOGIN, this::changePassword)
                .add("POST", "/pools/default/checkPermissions", RestRoutes.LOGIN, this::checkPermissions);
    }

    private User require(RestCall call) {
        User user = users.find(call.parameter("user"));
        if (user == null) {
            throw new RestException(RestReply.json(404, StringNode.valueOf("Unknown user.")));
        }
        return user;
    }

    static HttpResponse stored() {
        return RestReply.json(200, StringNode.valueOf(""));
    }

    private HttpResponse list() {
        ArrayNode json = Json.array();
        users.all().forEach(user -> json.add(UserForms.of(user, users)));
        return RestReply.json(json);
    }

    private HttpResponse roles() {
        ArrayNode json = Json.array();
        RoleDefinitions.all().forEach(role -> json.add(UserForms.of(role)));
        return RestReply.json(json);
    }

    private HttpResponse put(RestCall call) {
        String id = call.parameter("user");
        String fault = Passwords.idFault(id, "Username");
        if (fault != null) {
            throw RestException.invalid("_", fault);
        }
        if (users.isConfigured(id)) {
            throw RestException.invalid("_", "This user is set by the server's configuration.");
        }
        RestForm form = call.form();
        Passwords.refuseOthers(form, Set.of("name", "roles", "groups", "password"));
        User before = users.find(id);
        List<String> roles = RoleList.parse(form.get("roles", ""), buckets);
        List<String> groups = groups(form.get("groups"), before);
        requireSecurity(call, roles);
        groups.forEach(each -> requireSecurity(call, rolesOf(each)));
        if (before != null) {
            requireSecurity(call, before.roles());
            before.groups().forEach(each -> requireSecurity(call, rolesOf(each)));
        }
        String password = form.get("password");
        if (password == null && before == null) {
            throw RestException.invalid("password", "Password is required for new user.");
        }
        String name = form.get("name", before == null ? "" : before.name());
        users.put(
                password == null && before != null
                        ? new User(id, name, before.secrets(), before.passwordChangedAt(), roles, groups)
                        : new User(id, name, passwords.secrets(password, random), clock.wallMillis(), roles, groups));
        ObjectNode details = identity(id).put("reason", before == null ? "added" : "updated");
        roles.forEach(details.putArray("roles")::add);
        groups.forEach(details.putArray("groups")::add);
        audit.log(AuditEvent.USER_SET, AuditedEvents.actor(call), details);
        return stored();
    }

    private List<String> rolesOf(String name) {
        Group group = users.group(name);
        return group == null ? List.of() : group.roles();
    }

    private static ObjectNode identity(String user) {
        ObjectNode json = Json.object();
        json.putObject("identity").put("domain", "local").put("user", user);
        return json;
    }

    private List<String> groups(@Nullable String text, @Nullable User before) {
        if (text == null) {
            return before == null ? List.of() : before.groups();
        }
        if (!text.isEmpty() && !buckets.rules().isEnterprise()) {
            throw RestException.invalid("groups", "User groups require enterprise edition");
        }
        List<String> groups = Arrays.stream(text.split(","))
                .map(String::trim)
                .filter(each -> !each.isEmpty())
                .toList();
        List<String> unknown =
                groups.stream().filter(each -> users.group(each) == null).toList();
        if (!unknown.isEmpty()) {
            throw RestException.invalid("groups", "Groups do not exist: " + String.join(",", unknown));
        }
        return groups;
    }

    /** Whoever has no such power himself does not give it to others, nor take it from them. */
    static void requireSecurity(RestCall call, List<String> roles) {
        for (String role : roles) {
            Grant grant = Grant.parse(role);
            if (grant != null && SECURITY_ROLES.contains(grant.role().name()) && !call.may(SECURITY)) {
                throw new RestException(RestReply.forbidden(SECURITY));
            }
        }
    }

    private HttpResponse patch(RestCall call) {
        User user = require(call);
        RestForm form = call.form();
        Passwords.refuseOthers(form, Set.of("password"));
        requireSecurity(call, user.roles());
        setPassword(call, user, form.get("password"));
        return RestReply.empty(200);
    }

    private void setPassword(RestCall call, User user, @Nullable String password) {
        if (password == null) {
            throw RestException.invalid("password", "The value must be supplied");
        }
        users.put(new User(
                user.id(),
                user.name(),
                passwords.secrets(password, random),
                clock.wallMillis(),
                user.roles(),
                user.groups()));
        audit.log(AuditEvent.PASSWORD_CHANGED, AuditedEvents.actor(call), identity(user.id()));
    }

    private HttpResponse delete(RestCall call) {
        User user = require(call);
        requireSecurity(call, user.roles());
        users.delete(user.id());
        audit.log(AuditEvent.USER_DELETED, AuditedEvents.actor(call), identity(user.id()));
        return stored();
    }

    private HttpResponse changePassword(RestCall call) {
        if (!buckets.rules().isEnterprise()) {
            return RestReply.notEnterprise();
        }
        Caller caller = call.caller();
        User user = users.find(caller.name());
        if (user == null || users.isConfigured(caller.name())) {
            return RestReply.json(404, StringNode.valueOf("Changing of password is not allowed for this user."));
        }
        RestForm form = call.form();
        Passwords.refuseOthers(form, Set.of("password"));
        setPassword(call, user, form.get("password"));
        return RestReply.empty(200);
    }

    /** What of a list of permissions the caller has. */
    private HttpResponse checkPermissions(RestCall call) {
        ObjectNode json = Json.object();
        for (String text : call.http().text().split(",")) {
            Permission permission = Permission.parse(text.trim());
            if (permission == null) {
                throw new RestException(RestReply.text(400, "Malformed permissions"));
            }
            json.put(text.trim(), call.may(permission));
        }
        return RestReply.json(json);
    }
}
