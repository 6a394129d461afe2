package dev.mayfly.app.server.config;

import java.util.List;
import java.util.Set;

/**
 * A user of the configuration file.
 *
 * @param roles the roles of the user; {@code root} is everything, {@code admin} and {@code ttlAdmin} are of the
 *     admin face alone
 */
public record UserSetting(String name, String password, List<String> roles) {
    /** The roles that a configured user may have. */
    public static final List<String> ROLES = List.of("root", "readWrite", "read", "monitor", "admin", "ttlAdmin");

    /** Those of them that mean nothing to clients of the other faces. */
    public static final Set<String> OF_ADMIN_FACE = Set.of("admin", "ttlAdmin");

    public UserSetting {
        roles = List.copyOf(roles);
    }

    @Override
    public String toString() {
        return name + " " + roles;
    }
}
