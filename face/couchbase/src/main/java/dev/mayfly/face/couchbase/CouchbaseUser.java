package dev.mayfly.face.couchbase;

import dev.mayfly.face.couchbase.access.FixedUser;
import java.util.List;

/**
 * A user that the configuration lets in.
 *
 * @param roles by the words of the configuration: root, readWrite, read, monitor
 */
public record CouchbaseUser(String name, String password, List<String> roles) {
    /** The full administrator as installed, accepted on loopback alone. */
    public static final CouchbaseUser INSTALLED = new CouchbaseUser("Administrator", "password", List.of("root"));

    public CouchbaseUser {
        roles = List.copyOf(roles);
    }

    /** Returns the same user with the roles that the words stand for, in every bucket. */
    FixedUser granted() {
        return new FixedUser(
                name,
                password,
                roles.stream().flatMap(role -> meant(role).stream()).distinct().toList());
    }

    private static List<String> meant(String role) {
        return switch (role) {
            case "root" -> List.of("admin");
            case "readWrite" ->
                List.of(
                        "bucket_full_access[*]",
                        "scope_admin[*]",
                        "query_select[*]",
                        "query_insert[*]",
                        "query_update[*]",
                        "query_delete[*]",
                        "query_manage_index[*]",
                        "query_system_catalog");
            case "read" -> List.of("data_reader[*]", "data_dcp_reader[*]", "data_monitoring[*]", "query_select[*]");
            default -> List.of("external_stats_reader");
        };
    }

    @Override
    public String toString() {
        return name + " " + roles;
    }
}
