package dev.mayfly.face.mongo.command;

import dev.mayfly.face.mongo.session.Role;
import java.util.List;

/**
 * An action on a database, or on the server.
 *
 * @param database {@link #ANY} where it must be allowed for all of them together, and for the server
 */
record Privilege(Action action, String database) {
    static final String ANY = "";

    static Privilege onServer(Action action) {
        return new Privilege(action, ANY);
    }

    boolean isGrantedTo(List<Role> roles) {
        return roles.stream()
                .anyMatch(role -> BuiltInRole.find(role)
                        .filter(known -> known.grants(this, role.database()))
                        .isPresent());
    }

    /** Returns whether the roles grant anything at all on a database. */
    static boolean isAnyGranted(List<Role> roles, String database) {
        return roles.stream()
                .anyMatch(role -> BuiltInRole.find(role)
                        .filter(known -> known.isForAnyDatabase()
                                ? !known.words(false).isEmpty()
                                : role.database().equals(database))
                        .isPresent());
    }
}
