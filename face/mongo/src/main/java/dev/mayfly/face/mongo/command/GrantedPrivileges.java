package dev.mayfly.face.mongo.command;

import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.session.Role;
import dev.mayfly.face.mongo.session.User;
import java.util.List;

/** The privileges that the user of a connection has, where users log in. */
public final class GrantedPrivileges {
    private GrantedPrivileges() {}

    /** Requires a privilege beyond those that the command always needs. */
    public static void require(DatabasePrivilege privilege, String command, CommandContext context) {
        if (!isAllowed(privilege, context)) {
            throw refused("admin", command);
        }
    }

    public static boolean isAllowed(DatabasePrivilege privilege, CommandContext context) {
        return !context.services().settings().authRequired() || privilege.isGrantedTo(roles(context));
    }

    /** The roles of the client; none without a login. */
    public static List<Role> roles(CommandContext context) {
        return context.state().user().map(User::roles).orElse(List.of());
    }

    public static CommandError refused(String database, String command) {
        return new CommandError(
                MongoCode.UNAUTHORIZED, "not authorized on " + database + " to execute command " + command);
    }
}
