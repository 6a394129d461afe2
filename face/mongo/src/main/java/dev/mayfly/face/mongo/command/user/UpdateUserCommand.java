package dev.mayfly.face.mongo.command.user;

import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.session.Authentication;
import dev.mayfly.face.mongo.session.User;
import dev.mayfly.face.mongo.session.UserName;
import dev.mayfly.face.mongo.wire.Reply;

/** Replaces the password, the roles or the custom data of a user; fields not named stay. */
public final class UpdateUserCommand implements UserWriting {
    @Override
    public String name() {
        return "updateUser";
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        UserName name = UserFields.name(request);
        if (UserFields.NAMES.stream().noneMatch(request::has)) {
            throw new CommandError(MongoCode.BAD_VALUE, "Must specify at least one field to update in updateUser");
        }
        Authentication authentication = context.services().authentication();
        User user = authentication.users().find(name).orElseThrow(() -> missing(name));
        User updated = new User(
                name,
                UserFields.secret(request, authentication).orElse(user.secret()),
                UserFields.roles(request).orElse(user.roles()),
                UserFields.customData(request).orElse(user.customData()));
        if (!authentication.users().update(updated)) {
            throw missing(name);
        }
        return Reply.ok();
    }

    static CommandError missing(UserName name) {
        return new CommandError(MongoCode.USER_NOT_FOUND, "User '" + name + "' not found");
    }
}
