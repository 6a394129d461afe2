package dev.mayfly.app.server.config;

import java.util.List;
import java.util.Set;

/**
 * Somebody who may log in, as the configuration file names him.
 *
 * @param roles what he may do; {@code root} is everything, {@code admin} and {@code ttlAdmin} are of the admin face alone
 */
public record ConfiguredUser(String name, String password, List<String> roles) {
    /** The roles that a configured user may have. */
    public static final List<String> ROLES = List.of("root", "readWrite", "read", "monitor", "admin", "ttlAdmin");

    /** Those of them that mean nothing to clients of the other faces. */
    public static final Set<String> OF_ADMIN_FACE = Set.of("admin", "ttlAdmin");

    public ConfiguredUser {
        roles = List.copyOf(roles);
    }

    @Override
    public String toString() {
        return name + " " + roles;
    }
}
