package dev.mayfly.face.mongo.command.user;

import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.session.Role;
import dev.mayfly.face.mongo.session.User;
import dev.mayfly.face.mongo.session.UserName;
import dev.mayfly.face.mongo.session.UserStore;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;

/** Grants roles to a user, or revokes them. */
public final class ChangeRolesCommand implements MongoCommand {
    private final String name;
    private final BiFunction<List<Role>, List<Role>, List<Role>> change;

    private ChangeRolesCommand(String name, BiFunction<List<Role>, List<Role>, List<Role>> change) {
        this.name = name;
        this.change = change;
    }

    public static MongoCommand grant() {
        return new ChangeRolesCommand("grantRolesToUser", (held, named) -> {
            List<Role> roles = new ArrayList<>(held);
            named.stream().filter(role -> !held.contains(role)).distinct().forEach(roles::add);
            return roles;
        });
    }

    public static MongoCommand revoke() {
        return new ChangeRolesCommand(
                "revokeRolesFromUser",
                (held, named) ->
                        held.stream().filter(role -> !named.contains(role)).toList());
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Set<String> fields() {
        return Set.of("roles");
    }

    @Override
    public Access access() {
        return Access.MANAGE_USERS;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        UserName userName = UserFields.name(request);
        List<Role> named = UserFields.roles(request).orElseThrow(() -> request.missing("roles"));
        if (named.isEmpty()) {
            throw new CommandError(MongoCode.BAD_VALUE, name + " command requires a non-empty \"roles\" array");
        }
        UserStore users = context.services().authentication().users();
        User user = users.find(userName).orElseThrow(() -> missing(userName));
        List<Role> roles = change.apply(user.roles(), named);
        if (!users.update(new User(userName, user.secret(), roles, user.customData()))) {
            throw missing(userName);
        }
        return Reply.ok();
    }

    private static CommandError missing(UserName user) {
        return new CommandError(
                MongoCode.USER_NOT_FOUND,
                "Could not find user \"" + user.name() + "\" for db \"" + user.database() + "\"");
    }
}
