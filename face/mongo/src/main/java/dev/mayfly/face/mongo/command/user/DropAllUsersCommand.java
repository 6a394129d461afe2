package dev.mayfly.face.mongo.command.user;

import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.session.User;
import dev.mayfly.face.mongo.session.UserStore;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;

/** Removes all users of a database. */
public final class DropAllUsersCommand implements MongoCommand {
    @Override
    public String name() {
        return "dropAllUsersFromDatabase";
    }

    @Override
    public Access access() {
        return Access.MANAGE_USERS;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        UserStore users = context.services().authentication().users();
        int dropped = 0;
        for (User user : users.list()) {
            if (user.name().database().equals(request.database()) && users.drop(user.name())) {
                dropped++;
            }
        }
        return Reply.ok(new BsonBuilder().int32("n", dropped));
    }
}
