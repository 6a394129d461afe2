package dev.mayfly.face.couchbase.access;

import java.util.List;

/**
 * A user that the server was started with; no request changes it.
 *
 * @param roles as a client writes them, such as {@code admin} or {@code data_reader[b:s:c]}
 */
public record FixedUser(String name, String password, List<String> roles) {
    public FixedUser {
        roles = List.copyOf(roles);
        for (String role : roles) {
            if (Grant.parse(role) == null) {
                throw new IllegalArgumentException("there is no role " + role);
            }
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
