package dev.mayfly.face.mongo.command;

import dev.mayfly.face.mongo.session.User;
import dev.mayfly.face.mongo.session.UserStore;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;

/** Removes all users of a database. */
final class DropAllUsersCommand implements MongoCommand {
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
