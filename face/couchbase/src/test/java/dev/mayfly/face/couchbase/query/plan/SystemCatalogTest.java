package dev.mayfly.face.couchbase.query.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.couchbase.access.Group;
import dev.mayfly.face.couchbase.access.StoredUser;
import dev.mayfly.face.couchbase.access.UserDomain;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.Parameters;
import dev.mayfly.face.couchbase.session.Identity;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The keyspaces of the namespace system that each user sees, and the parts of users that are in them. */
class SystemCatalogTest {
    private static void user(QueryFixture fixture, String role) {
        fixture.users.put(new StoredUser(UserDomain.LOCAL, "ann", "Ann", Map.of(), 0, List.of(role), List.of()));
        Identity ann = fixture.users.identity("ann");
        assertNotNull(ann);
        fixture.identity = ann;
    }

    private static List<String> rows(QueryFixture fixture, String statement) {
        QueryFixture.Outcome outcome = fixture.run(statement, Parameters.NONE);
        assertTrue(outcome.errors().isEmpty(), () -> outcome.errors().toString());
        return outcome.rows().stream().map(N1qlValues::json).toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM system:prepareds",
                "SELECT * FROM system:active_requests",
                "SELECT * FROM system:completed_requests",
                "SELECT * FROM system:vitals",
                "SELECT * FROM system:user_info",
                "SELECT * FROM system:applicable_roles"
            })
    void whatOthersDoIsNotForEverybody(String statement) {
        try (QueryFixture fixture = new QueryFixture()) {
            user(fixture, "query_select[*]");
            assertEquals(
                    13014,
                    fixture.run(statement, Parameters.NONE).errors().getFirst().code());
            user(fixture, "ro_admin");
            rows(fixture, statement);
        }
    }

    @Test
    void preparedStatementOfAnotherIsNotTakenAway() {
        try (QueryFixture fixture = new QueryFixture()) {
            fixture.run("PREPARE p FROM SELECT 1", Parameters.NONE);
            user(fixture, "query_delete[*]");
            assertEquals(
                    13014,
                    fixture.run("DELETE FROM system:prepareds", Parameters.NONE)
                            .errors()
                            .getFirst()
                            .code());
            user(fixture, "query_system_catalog");
            assertEquals(
                    1,
                    fixture.run("DELETE FROM system:prepareds", Parameters.NONE).mutations());
        }
    }

    @Test
    void usersAreShownWithTheirRoles() {
        try (QueryFixture fixture = new QueryFixture()) {
            fixture.users.put(new Group("readers", "", List.of("data_reader[default:s]"), null));
            fixture.users.put(
                    new StoredUser(UserDomain.EXTERNAL, "bob", "", Map.of(), 0, List.of("admin"), List.of("readers")));
            user(fixture, "query_select[default]");
            List<N1qlValue> own = fixture.run("SELECT RAW u FROM system:my_user_info u", Parameters.NONE)
                    .rows();
            assertEquals(1, own.size());
            assertEquals(N1qlValues.of("Ann"), own.getFirst().field("name"));
            fixture.identity = QueryFixture.EVERYBODY;
            assertEquals(
                    List.of("\"external:bob\"", "\"local:ann\""),
                    rows(fixture, "SELECT RAW META(u).id FROM system:user_info u ORDER BY META(u).id"));
            assertEquals(
                    List.of(
                            "{\"grantee\":\"external:bob\",\"role\":\"admin\"}",
                            "{\"grantee\":\"external:bob\",\"role\":\"data_reader\",\"bucket_name\":\"default\","
                                    + "\"scope_name\":\"s\"}",
                            "{\"grantee\":\"local:ann\",\"role\":\"query_select\",\"bucket_name\":\"default\"}"),
                    rows(fixture, "SELECT RAW r FROM system:applicable_roles r ORDER BY r.grantee, r.`role`"));
        }
    }
}
