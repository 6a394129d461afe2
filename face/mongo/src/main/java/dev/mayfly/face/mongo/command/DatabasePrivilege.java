package dev.mayfly.face.mongo.command;

import dev.mayfly.face.mongo.session.Role;
import java.util.List;

/**
 * An action on a database, or on the server.
 *
 * @param database {@link #ANY} where it must be allowed for all of them together, and for the server
 */
public record DatabasePrivilege(Action action, String database) {
    public static final String ANY = "";

    public static DatabasePrivilege onServer(Action action) {
        return new DatabasePrivilege(action, ANY);
    }

    public boolean isGrantedTo(List<Role> roles) {
        return roles.stream()
                .anyMatch(role -> BuiltInRole.find(role)
                        .filter(known -> known.grants(this, role.database()))
                        .isPresent());
    }

    /** Returns whether the roles grant anything at all on a database. */
    public static boolean isAnyGranted(List<Role> roles, String database) {
        return roles.stream()
                .anyMatch(role -> BuiltInRole.find(role)
                        .filter(known -> known.isForAnyDatabase()
                                ? !known.words(false).isEmpty()
                                : role.database().equals(database))
                        .isPresent());
    }
}
