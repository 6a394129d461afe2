package dev.mayfly.face.couchbase.rest;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.face.couchbase.access.Caller;
import dev.mayfly.face.couchbase.access.Grant;
import dev.mayfly.face.couchbase.access.Group;
import dev.mayfly.face.couchbase.access.Permission;
import dev.mayfly.face.couchbase.access.RoleDefinitions;
import dev.mayfly.face.couchbase.access.StoredUser;
import dev.mayfly.face.couchbase.access.StoredUsers;
import dev.mayfly.face.couchbase.access.UserDomain;
import dev.mayfly.face.couchbase.audit.Audit;
import dev.mayfly.face.couchbase.audit.AuditEvent;
import dev.mayfly.face.couchbase.bucket.Buckets;
import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import dev.mayfly.face.transport.http.HttpResponse;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Shows, makes, changes and deletes users; passwords are kept in a form that is of no use to a thief. */
final class UserOperations {
    private static final String ROOT = "/settings/rbac/";
    private static final String ALL = ROOT + "users";
    private static final String USER = ALL + "/{domain}/{user}";
    private static final Permission SECURITY_READ = Permission.cluster("admin.security.admin", "read");
    private static final Permission SECURITY_WRITE = Permission.cluster("admin.security.admin", "write");

    /** Roles that give their owner power over others. */
    private static final Set<String> SECURITY_ROLES =
            Set.of("admin", "ro_admin", "security_admin_local", "security_admin_external");

    private static final Set<String> EXTERNAL_FIELDS = Set.of("name", "roles", "groups");
    private static final Set<String> LOCAL_FIELDS = Set.of("name", "roles", "groups", "password");
    private static final String NOT_FOUND = "User was not found.";

    private final StoredUsers users;
    private final Buckets buckets;
    private final Passwords passwords;
    private final Audit audit;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    /** @param clock by which changes of passwords are dated */
    UserOperations(StoredUsers users, Buckets buckets, Passwords passwords, Audit audit, Clock clock) {
        this.users = users;
        this.buckets = buckets;
        this.passwords = passwords;
        this.audit = audit;
        this.clock = clock;
    }

    void addTo(RestRoutes routes) {
        RestRoutes.Need read = RestRoutes.cluster("admin.security", "read");
        RestRoutes.Need write = RestRoutes.cluster("admin.security", "write");
        routes.add("GET", ALL, read, call -> list(call, UserDomain.values()))
                .add("GET", ALL + "/{domain}", read, call -> list(call, domain(call)))
                .add("GET", USER, read, this::show)
                .add("PUT", USER, write, call -> put(call, domain(call)))
                .add("PUT", ALL + "/{user}", write, call -> put(call, UserDomain.EXTERNAL))
                .add("PATCH", ALL + "/local/{user}", write, this::patch)
                .add("DELETE", USER, write, call -> delete(call, domain(call)))
                .add("DELETE", ALL + "/{user}", write, call -> delete(call, UserDomain.EXTERNAL))
                .add("GET", ROOT + "roles", read, _ -> roles())
                .add("GET", "/whoami", RestRoutes.LOGIN, call -> RestReply.json(UserForms.of(call.caller())))
                .add("POST", "/controller/changePassword", RestRoutes.LOGIN, this::changePassword)
                .add("POST", "/pools/default/checkPermissions", RestRoutes.LOGIN, this::checkPermissions);
    }

    private static UserDomain domain(RestCall call) {
        for (UserDomain domain : UserDomain.values()) {
            if (domain.text().equals(call.parameter("domain"))) {
                return domain;
            }
        }
        throw missing("Unknown user domain.");
    }

    private static RestException missing(String text) {
        return new RestException(RestReply.json(404, StringNode.valueOf(text)));
    }

    private StoredUser require(RestCall call, UserDomain domain, String otherwise) {
        StoredUser user = users.find(domain, call.parameter("user"));
        if (user == null) {
            throw missing(otherwise);
        }
        return user;
    }

    private static Permission within(UserDomain domain, String operation) {
        return Permission.cluster("admin.security." + domain.text(), operation);
    }

    static void require(RestCall call, Permission permission) {
        if (!call.may(permission)) {
            throw new RestException(RestReply.forbidden(permission));
        }
    }

    static HttpResponse stored() {
        return RestReply.json(200, StringNode.valueOf(""));
    }

    /** Lists users. A caller without power over administrators does not see them either. */
    private HttpResponse list(RestCall call, UserDomain... domains) {
        ArrayNode json = CouchbaseJson.array();
        for (UserDomain domain : domains) {
            if (call.may(within(domain, "read"))) {
                users.all(domain).stream()
                        .filter(user -> call.may(SECURITY_READ) || !hasSecurity(rolesOf(user)))
                        .forEach(user -> json.add(UserForms.of(user, users)));
            }
        }
        return RestReply.json(json);
    }

    private HttpResponse show(RestCall call) {
        UserDomain domain = domain(call);
        require(call, within(domain, "read"));
        StoredUser user = require(call, domain, "Unknown user.");
        if (hasSecurity(rolesOf(user))) {
            require(call, SECURITY_READ);
        }
        return RestReply.json(UserForms.of(user, users));
    }

    private HttpResponse roles() {
        ArrayNode json = CouchbaseJson.array();
        RoleDefinitions.all().forEach(role -> json.add(UserForms.of(role)));
        return RestReply.json(json);
    }

    /** The whole user: what the form leaves out, the user does not have any more; the password apart. */
    private HttpResponse put(RestCall call, UserDomain domain) {
        String id = call.parameter("user");
        String fault = Passwords.idFault(id, "Username");
        if (fault != null) {
            throw RestException.invalid("_", fault);
        }
        if (domain == UserDomain.EXTERNAL && !buckets.rules().isEnterprise()) {
            return RestReply.notEnterprise();
        }
        if (domain == UserDomain.LOCAL && users.isConfigured(id)) {
            throw RestException.invalid("_", "This user is set by the server's configuration.");
        }
        RestForm form = call.form();
        Passwords.refuseOthers(form, domain == UserDomain.LOCAL ? LOCAL_FIELDS : EXTERNAL_FIELDS);
        StoredUser before = users.find(domain, id);
        List<String> groups = groups(call, form.get("groups", ""));
        List<String> roles = RoleList.parse(form.get("roles", ""), buckets);
        requireSecurity(call, roles);
        groups.forEach(each -> requireSecurity(call, rolesOf(each)));
        if (before != null) {
            requireSecurity(call, rolesOf(before));
        }
        require(call, within(domain, "write"));
        users.put(changed(domain, id, before, form, roles, groups));
        ObjectNode details = identity(domain, id).put("reason", before == null ? "added" : "updated");
        roles.forEach(details.putArray("roles")::add);
        groups.forEach(details.putArray("groups")::add);
        audit.log(AuditEvent.USER_SET, AuditedEvents.actor(call), details);
        return stored();
    }

    private StoredUser changed(
            UserDomain domain,
            String id,
            @Nullable StoredUser before,
            RestForm form,
            List<String> roles,
            List<String> groups) {
        String name = form.get("name", "");
        String password = form.get("password");
        if (password != null) {
            return new StoredUser(
                    domain, id, name, passwords.secrets(password, random), clock.wallMillis(), roles, groups);
        }
        if (before != null) {
            return new StoredUser(domain, id, name, before.secrets(), before.passwordChangedAt(), roles, groups);
        }
        if (domain == UserDomain.LOCAL) {
            throw RestException.invalid("password", "Password is required for new user.");
        }
        return new StoredUser(domain, id, name, Map.of(), 0, roles, groups);
    }

    private List<String> rolesOf(String name) {
        Group group = users.group(name);
        return group == null ? List.of() : group.roles();
    }

    /** The user's own roles, and those of the user's groups. */
    private List<String> rolesOf(StoredUser user) {
        return Stream.concat(user.roles().stream(), user.groups().stream().flatMap(each -> rolesOf(each).stream()))
                .toList();
    }

    private static ObjectNode identity(UserDomain domain, String user) {
        ObjectNode json = CouchbaseJson.object();
        json.putObject("identity").put("domain", domain.text()).put("user", user);
        return json;
    }

    private List<String> groups(RestCall call, String text) {
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
        for (String each : groups) {
            Group group = users.group(each);
            if (group != null && group.hasLdapGroup()) {
                require(call, within(UserDomain.EXTERNAL, "write"));
            }
        }
        return groups;
    }

    /** A caller without power over administrators neither gives such power nor takes it away. */
    static void requireSecurity(RestCall call, List<String> roles) {
        if (hasSecurity(roles)) {
            require(call, SECURITY_WRITE);
        }
    }

    private static boolean hasSecurity(List<String> roles) {
        return roles.stream()
                .map(Grant::parse)
                .anyMatch(grant ->
                        grant != null && SECURITY_ROLES.contains(grant.role().name()));
    }

    private HttpResponse patch(RestCall call) {
        StoredUser user = require(call, UserDomain.LOCAL, NOT_FOUND);
        RestForm form = call.form();
        Passwords.refuseOthers(form, Set.of("password"));
        requireSecurity(call, rolesOf(user));
        require(call, within(UserDomain.LOCAL, "write"));
        setPassword(call, user, form.get("password"));
        return RestReply.empty(200);
    }

    private void setPassword(RestCall call, StoredUser user, @Nullable String password) {
        if (password == null) {
            throw RestException.invalid("password", "The value must be supplied");
        }
        users.put(user.withPassword(passwords.secrets(password, random), clock.wallMillis()));
        audit.log(AuditEvent.PASSWORD_CHANGED, AuditedEvents.actor(call), identity(user.domain(), user.id()));
    }

    private HttpResponse delete(RestCall call, UserDomain domain) {
        require(call, within(domain, "write"));
        StoredUser user = require(call, domain, NOT_FOUND);
        requireSecurity(call, rolesOf(user));
        users.delete(user);
        audit.log(AuditEvent.USER_DELETED, AuditedEvents.actor(call), identity(user.domain(), user.id()));
        return stored();
    }

    private HttpResponse changePassword(RestCall call) {
        if (!buckets.rules().isEnterprise()) {
            return RestReply.notEnterprise();
        }
        Caller caller = call.caller();
        StoredUser user = users.find(UserDomain.LOCAL, caller.name());
        if (user == null || users.isConfigured(caller.name())) {
            return RestReply.json(404, StringNode.valueOf("Changing of password is not allowed for this user."));
        }
        RestForm form = call.form();
        Passwords.refuseOthers(form, Set.of("password"));
        setPassword(call, user, form.get("password"));
        return RestReply.empty(200);
    }

    /** Answers, for each of a list of permissions, whether the caller has it. */
    private HttpResponse checkPermissions(RestCall call) {
        ObjectNode json = CouchbaseJson.object();
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
