package dev.mayfly.face.couchbase.rest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.couchbase.access.Caller;
import dev.mayfly.face.couchbase.bucket.Buckets;
import dev.mayfly.face.couchbase.session.Privilege;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Users, groups and roles: made, shown, obeyed and deleted. */
final class UserRequestsTest {
    private static final String USER = "/settings/rbac/users/local/ann";
    private static final String GROUP = "/settings/rbac/groups/readers";
    private static final String ADMIN = "Administrator:password";
    private static final String ANN = "ann:secret-word";

    private static RestFixture.Reply put(RestFixture fixture, String path, String... fields) {
        return fixture.send(ADMIN, "PUT", path, RestFixture.form(fields));
    }

    private static void make(RestFixture fixture, String roles) {
        assertEquals(
                "\"\"",
                put(fixture, USER, "password", "secret-word", "name", "Ann", "roles", roles)
                        .require(200)
                        .body());
    }

    private static Caller ann(RestFixture fixture) {
        Caller caller = fixture.users().identity("ann");
        assertNotNull(caller);
        return caller;
    }

    @Test
    void nobodyIsLetInWithoutNameAndPassword() {
        try (RestFixture fixture = new RestFixture()) {
            for (String login : new String[] {"", "Administrator:wrong", "nobody:password", "Administrator"}) {
                RestFixture.Reply refused =
                        fixture.send(login, "GET", "/pools", "").require(401);
                assertEquals(
                        "Basic realm=\"Couchbase Server Admin / REST\"",
                        refused.fields().first("WWW-Authenticate"));
            }
            fixture.get("/pools").require(200);
        }
    }

    @Test
    void userIsShownWithRolesAndWhereTheyComeFrom() {
        try (RestFixture fixture = new RestFixture()) {
            put(fixture, GROUP, "roles", "data_reader[default:_default:_default]", "description", "may read")
                    .require(200);
            put(fixture, USER, "password", "secret-word", "roles", "query_select[*],ro_admin", "groups", "readers")
                    .require(200);
            JsonNode shown = fixture.get(USER).json();
            assertEquals("ann", shown.path("id").asString());
            assertEquals("local", shown.path("domain").asString());
            assertEquals(
                    "[{\"role\":\"query_select\",\"bucket_name\":\"*\",\"scope_name\":\"*\",\"collection_name\":\"*\","
                            + "\"origins\":[{\"type\":\"user\"}]},"
                            + "{\"role\":\"ro_admin\",\"origins\":[{\"type\":\"user\"}]},"
                            + "{\"role\":\"data_reader\",\"bucket_name\":\"default\",\"scope_name\":\"_default\","
                            + "\"collection_name\":\"_default\",\"origins\":[{\"type\":\"group\",\"name\":\"readers\"}]}]",
                    shown.path("roles").toString());
            assertEquals(1, fixture.get("/settings/rbac/users").json().size());
            fixture.restart();
            assertEquals(shown, fixture.get(USER).json());
            fixture.send(ANN, "GET", "/whoami", "").require(200);
        }
    }

    @Test
    void passwordIsNeitherShownNorKept() {
        try (RestFixture fixture = new RestFixture()) {
            make(fixture, "admin");
            assertFalse(fixture.get(USER).body().contains("secret-word"));
            fixture.buckets()
                    .engine()
                    .records(Buckets.FACE)
                    .list("")
                    .forEach((name, bytes) -> assertFalse(new String(bytes, ISO_8859_1).contains("secret-word"), name));
        }
    }

    @Test
    void rolesDecideWhatAUserMayDo() {
        try (RestFixture fixture = new RestFixture()) {
            make(fixture, "bucket_admin[default]");
            fixture.send(ANN, "GET", "/pools/default/buckets/default", "").require(200);
            fixture.send(ANN, "POST", "/pools/default/buckets/default", "maxTTL=5")
                    .require(200);
            RestFixture.Reply refused = fixture.send(ANN, "POST", "/pools/default/buckets", "name=b&ramQuotaMB=100");
            assertEquals(
                    "{\"message\":\"Forbidden. User needs the following permissions\","
                            + "\"permissions\":[\"cluster.buckets!create\"]}",
                    refused.require(403).body());
            fixture.send(ANN, "GET", USER, "").require(403);
            assertFalse(ann(fixture).may(Privilege.READ, "default", "_default", "_default"));
            make(fixture, "ro_admin");
            fixture.send(ANN, "GET", USER, "").require(200);
            fixture.send(ANN, "POST", "/pools/default/buckets/default", "maxTTL=5")
                    .require(403);
        }
    }

    @Test
    void dataRolesAreNarrowedToACollection() {
        try (RestFixture fixture = new RestFixture()) {
            fixture.post("/pools/default/buckets/default/scopes", "name", "s").require(200);
            fixture.post("/pools/default/buckets/default/scopes/s/collections", "name", "c")
                    .require(200);
            make(fixture, "data_reader[default:s:c],data_writer[default:s]");
            Caller ann = ann(fixture);
            assertTrue(ann.mayEnter("default"));
            assertFalse(ann.mayEnter("other"));
            assertTrue(ann.may(Privilege.READ, "default", "s", "c"));
            assertFalse(ann.may(Privilege.READ, "default", "s", "d"));
            assertFalse(ann.may(Privilege.READ, "default"));
            assertTrue(ann.may(Privilege.UPSERT, "default", "s", "d"));
            assertFalse(ann.may(Privilege.UPSERT, "default", "_default", "_default"));
            assertFalse(ann.may(Privilege.META_WRITE, "default", "s", "c"));
            make(fixture, "bucket_full_access[default]");
            assertTrue(ann.may(Privilege.READ, "default", "_default", "_default"));
            assertTrue(ann.may(Privilege.META_WRITE, "default", "s", "c"));
            fixture.delete(USER).require(200);
            assertFalse(ann.may(Privilege.READ, "default", "_default", "_default"));
        }
    }

    @Test
    void rolesThatMakeNoSenseAreNamed() {
        try (RestFixture fixture = new RestFixture()) {
            String start = "Cannot assign roles to user because the following roles are unknown, malformed or role"
                    + " parameters are undefined: ";
            for (String wrong : new String[] {
                "nothing",
                "admin[default]",
                "data_reader",
                "data_reader[none]",
                "data_reader[default:none]",
                "data_reader[default:_default:none]",
                "bucket_admin[default:_default]",
                "data_reader[default"
            }) {
                assertEquals(
                        start + "[" + wrong + "]",
                        put(fixture, USER, "password", "secret-word", "roles", "admin," + wrong)
                                .error("roles"));
            }
            fixture.get(USER).require(404);
        }
    }

    @Test
    void passwordsAndNamesAreChecked() {
        try (RestFixture fixture = new RestFixture()) {
            assertEquals(
                    "Password is required for new user.",
                    put(fixture, USER, "roles", "").error("password"));
            assertEquals(
                    "The password must be at least 6 characters long.",
                    put(fixture, USER, "roles", "", "password", "short").error("password"));
            assertEquals(
                    "Username cannot start with '@'",
                    put(fixture, "/settings/rbac/users/local/@x", "password", "secret-word")
                            .error("_"));
            assertEquals("Unsupported key", put(fixture, USER, "colour", "red").error("colour"));
            fixture.post("/settings/passwordPolicy", "minLength", "12").require(200);
            assertEquals(
                    "The password must be at least 12 characters long.",
                    put(fixture, USER, "roles", "", "password", "secret-word").error("password"));
        }
    }

    @Test
    void userChangesHisOwnPassword() {
        try (RestFixture fixture = new RestFixture()) {
            make(fixture, "");
            fixture.send(ANN, "GET", "/whoami", "").require(200);
            fixture.send(ANN, "POST", "/controller/changePassword", "password=another-word")
                    .require(200);
            fixture.send(ANN, "GET", "/whoami", "").require(401);
            JsonNode me = fixture.send("ann:another-word", "GET", "/whoami", "").json();
            assertEquals("ann", me.path("id").asString());
            assertEquals("local", me.path("domain").asString());
            RestFixture.Reply refused = fixture.post("/controller/changePassword", "password", "another-word");
            assertEquals(
                    "\"Changing of password is not allowed for this user.\"",
                    refused.require(404).body());
        }
    }

    @Test
    void whoManagesUsersDoesNotMakeHimselfMore() {
        try (RestFixture fixture = new RestFixture()) {
            make(fixture, "security_admin_local");
            String other = "/settings/rbac/users/local/bob";
            fixture.send(ANN, "PUT", other, "password=secret-word&roles=data_reader[*]")
                    .require(200);
            fixture.send(ANN, "PUT", USER, "roles=admin").require(403);
            fixture.send(ANN, "PUT", other, "roles=admin").require(403);
            put(fixture, GROUP, "roles", "admin").require(200);
            fixture.send(ANN, "PUT", other, "roles=&groups=readers").require(403);
            fixture.send(ANN, "DELETE", GROUP, "").require(403);
            fixture.send(ANN, "DELETE", other, "").require(200);
        }
    }

    @Test
    void whatAFormLeavesOutTheUserDoesNotHaveAnyMore() {
        try (RestFixture fixture = new RestFixture()) {
            put(fixture, GROUP, "roles", "data_reader[*]").require(200);
            put(fixture, USER, "password", "secret-word", "name", "Ann", "roles", "ro_admin", "groups", "readers")
                    .require(200);
            assertTrue(ann(fixture).may(Privilege.READ, "default", "_default", "_default"));
            put(fixture, USER, "roles", "query_system_catalog").require(200);
            assertFalse(ann(fixture).may(Privilege.READ, "default", "_default", "_default"));
            JsonNode shown = fixture.get(USER).json();
            assertEquals("[]", shown.path("groups").toString());
            assertTrue(shown.path("name").isMissingNode());
            put(fixture, USER).require(200);
            assertEquals("[]", fixture.get(USER).json().path("roles").toString());
            fixture.send(ANN, "GET", "/whoami", "").require(200);
        }
    }

    @Test
    void whatAFormLeavesOutAGroupDoesNotHaveAnyMore() {
        try (RestFixture fixture = new RestFixture()) {
            put(fixture, GROUP, "roles", "ro_admin", "description", "old", "ldap_group_ref", "cn=old,dc=example")
                    .require(200);
            assertEquals(
                    "cn=old,dc=example",
                    fixture.get(GROUP).json().path("ldap_group_ref").asString());
            put(fixture, GROUP, "roles", "").require(200);
            assertEquals(
                    "{\"id\":\"readers\",\"roles\":[],\"description\":\"\"}",
                    fixture.get(GROUP).body());
            assertEquals(
                    "Should be valid LDAP distinguished name: nonsense",
                    put(fixture, GROUP, "roles", "", "ldap_group_ref", "nonsense")
                            .error("ldap_group_ref"));
            assertEquals("The value must be supplied", put(fixture, GROUP).error("roles"));
        }
    }

    @Test
    void externalUserHasRolesAndNoPassword() {
        try (RestFixture fixture = new RestFixture()) {
            String external = "/settings/rbac/users/external/ann";
            assertEquals(
                    "Unsupported key",
                    put(fixture, external, "password", "secret-word").error("password"));
            put(fixture, external, "name", "Ann", "roles", "ro_admin").require(200);
            assertEquals(
                    "{\"id\":\"ann\",\"domain\":\"external\",\"roles\":[{\"role\":\"ro_admin\",\"origins\":"
                            + "[{\"type\":\"user\"}]}],\"groups\":[],\"external_groups\":[],\"name\":\"Ann\"}",
                    fixture.get(external).body());
            fixture.get(USER).require(404);
            make(fixture, "");
            assertEquals(2, fixture.get("/settings/rbac/users").json().size());
            assertEquals(1, fixture.get("/settings/rbac/users/external").json().size());
            fixture.restart();
            assertEquals(
                    "external",
                    fixture.get("/settings/rbac/users/external")
                            .json()
                            .path(0)
                            .path("domain")
                            .asString());
            fixture.delete(external).require(200);
            fixture.get(external).require(404);
            fixture.get(USER).require(200);
        }
    }

    @Test
    void securityAdminOfOneDomainHasNoPowerOverTheOther() {
        try (RestFixture fixture = new RestFixture()) {
            make(fixture, "security_admin_external");
            fixture.send(ANN, "PUT", "/settings/rbac/users/external/bob", "roles=data_reader[*]")
                    .require(200);
            RestFixture.Reply refused =
                    fixture.send(ANN, "PUT", "/settings/rbac/users/local/bob", "password=secret-word");
            assertTrue(refused.require(403).body().contains("cluster.admin.security.local!write"), refused.body());
            fixture.send(ANN, "PUT", GROUP, "roles=&ldap_group_ref=cn%3Da").require(200);
            make(fixture, "security_admin_local");
            fixture.send(ANN, "DELETE", "/settings/rbac/users/external/bob", "").require(403);
            fixture.send(ANN, "PUT", GROUP, "roles=").require(403);
            assertEquals(
                    "[]", fixture.send(ANN, "GET", "/settings/rbac/users", "").body());
        }
    }

    @Test
    void administratorByAGroupIsAnAdministrator() {
        try (RestFixture fixture = new RestFixture()) {
            String bob = "/settings/rbac/users/local/bob";
            put(fixture, GROUP, "roles", "admin").require(200);
            put(fixture, bob, "password", "secret-word", "groups", "readers").require(200);
            make(fixture, "security_admin_local");
            fixture.send(ANN, "DELETE", bob, "").require(403);
            fixture.send(ANN, "PATCH", bob, "password=another-word").require(403);
            fixture.send(ANN, "GET", bob, "").require(403);
        }
    }

    @Test
    void groupTakesItsRolesWithIt() {
        try (RestFixture fixture = new RestFixture()) {
            assertEquals(
                    "Groups do not exist: readers",
                    put(fixture, USER, "password", "secret-word", "groups", "readers")
                            .error("groups"));
            put(fixture, GROUP, "roles", "data_reader[*]").require(200);
            put(fixture, USER, "password", "secret-word", "groups", "readers").require(200);
            assertTrue(ann(fixture).may(Privilege.READ, "default", "_default", "_default"));
            fixture.delete(GROUP).require(200);
            assertFalse(ann(fixture).may(Privilege.READ, "default", "_default", "_default"));
            assertEquals("[]", fixture.get(USER).json().path("groups").toString());
            assertEquals("\"Unknown group.\"", fixture.get(GROUP).require(404).body());
        }
    }

    @Test
    void unknownUserIsNotFound() {
        try (RestFixture fixture = new RestFixture()) {
            assertEquals("\"Unknown user.\"", fixture.get(USER).require(404).body());
            assertEquals(
                    "\"User was not found.\"", fixture.delete(USER).require(404).body());
            assertEquals(
                    "\"Unknown user domain.\"",
                    fixture.get("/settings/rbac/users/elsewhere/ann")
                            .require(404)
                            .body());
        }
    }

    @Test
    void permissionsAreAnswered() {
        try (RestFixture fixture = new RestFixture()) {
            make(fixture, "data_reader[default]");
            JsonNode answer = fixture.send(
                            ANN,
                            "POST",
                            "/pools/default/checkPermissions",
                            "cluster.bucket[default].data.docs!read,cluster.bucket[.].settings!read,cluster.admin!write")
                    .require(200)
                    .json();
            assertEquals(
                    "{\"cluster.bucket[default].data.docs!read\":true,\"cluster.bucket[.].settings!read\":true,"
                            + "\"cluster.admin!write\":false}",
                    answer.toString());
            fixture.post("/pools/default/checkPermissions", "what", "ever").require(400);
        }
    }

    @Test
    void communityEditionHasFewRolesAndNoGroups() {
        try (RestFixture fixture = new RestFixture(RestFixture.FREE)) {
            make(fixture, "bucket_full_access[*]");
            put(fixture, USER, "roles", "data_reader[*]").require(400);
            put(fixture, GROUP, "roles", "admin").require(400);
        }
    }
}
