package dev.mayfly.face.mongo.command.user;

import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.session.UserName;
import dev.mayfly.face.mongo.wire.Reply;

/** Removes a user from a database; connections that are logged in as that user stay logged in. */
public final class DropUserCommand implements MongoCommand {
    @Override
    public String name() {
        return "dropUser";
    }

    @Override
    public Access access() {
        return Access.MANAGE_USERS;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        UserName name = UserFields.name(request);
        if (!context.services().authentication().users().drop(name)) {
            throw UpdateUserCommand.missing(name);
        }
        return Reply.ok();
    }
}
