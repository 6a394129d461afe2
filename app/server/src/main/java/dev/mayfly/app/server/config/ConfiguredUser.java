package dev.mayfly.app.server.config;

import java.util.List;

/**
 * Somebody who may log in, as the configuration file names him.
 *
 * @param roles what he may do; {@code root} is everything
 */
public record ConfiguredUser(String name, String password, List<String> roles) {
    /** The roles that a configured user may have. */
    public static final List<String> ROLES = List.of("root", "readWrite", "read", "monitor");

    public ConfiguredUser {
        roles = List.copyOf(roles);
    }

    @Override
    public String toString() {
        return name + " " + roles;
    }
}
