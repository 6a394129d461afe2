package dev.mayfly.face.mongo.command;

import dev.mayfly.face.mongo.session.Role;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What a client must be allowed in order to run a command, and which roles allow it. */
public enum Access {
    /** Nothing, not even a login. */
    ANYONE(Set.of()),
    /** A login, whatever its roles. */
    LOGGED_IN(Set.of()),
    READ(Set.of("read", "readWrite", "dbOwner")),
    WRITE(Set.of("readWrite", "dbOwner")),
    /** Collections, indexes and their expiry. */
    MANAGE(Set.of("readWrite", "dbAdmin", "dbOwner")),
    /** What is recorded of the operations of a database. */
    PROFILE(Set.of("dbAdmin", "dbOwner")),
    MANAGE_USERS(Set.of("userAdmin", "dbOwner")),
    MONITOR(Set.of("clusterMonitor", "clusterAdmin")),
    MANAGE_SERVER(Set.of("clusterAdmin"));

    private static final String ADMIN = "admin";
    private static final String ROOT = "root";
    private static final String ANY_DATABASE = "AnyDatabase";
    private static final Set<String> KNOWN_ANYWHERE = Set.of("read", "readWrite", "dbAdmin", "userAdmin", "dbOwner");
    private static final Set<String> KNOWN_IN_ADMIN = Set.of(
            ROOT,
            "readAnyDatabase",
            "readWriteAnyDatabase",
            "dbAdminAnyDatabase",
            "userAdminAnyDatabase",
            "clusterMonitor",
            "clusterAdmin",
            "backup",
            "restore");

    @SuppressWarnings("ImmutableEnumChecker") // Set.of cannot be changed, which its type does not say.
    private final Set<String> roles;

    Access(Set<String> roles) {
        this.roles = roles;
    }

    /** Whether a logged-in client with these roles may do this to the database. */
    boolean isGranted(List<Role> held, String database) {
        return this == ANYONE || this == LOGGED_IN || held.stream().anyMatch(role -> isGrantedBy(role, database));
    }

    private boolean isGrantedBy(Role role, String database) {
        boolean isServerRole = role.database().equals(ADMIN);
        if (isServerRole && role.name().equals(ROOT)) {
            return true;
        }
        if (isServerRole && role.name().endsWith(ANY_DATABASE)) {
            return roles.contains(role.name().substring(0, role.name().length() - ANY_DATABASE.length()));
        }
        boolean isOfServer = this == MONITOR || this == MANAGE_SERVER;
        return roles.contains(role.name())
                && (isOfServer ? isServerRole : role.database().equals(database));
    }

    /** All roles of a database, by their names. */
    static List<Role> roles(String database) {
        return Stream.concat(KNOWN_ANYWHERE.stream(), KNOWN_IN_ADMIN.stream().filter(_ -> database.equals(ADMIN)))
                .sorted()
                .map(name -> new Role(name, database))
                .toList();
    }

    static boolean isRole(Role role) {
        return KNOWN_ANYWHERE.contains(role.name())
                || (role.database().equals(ADMIN) && KNOWN_IN_ADMIN.contains(role.name()));
    }
}
