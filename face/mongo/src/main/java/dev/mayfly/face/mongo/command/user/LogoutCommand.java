package dev.mayfly.face.mongo.command.user;

import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.wire.Reply;

/** Logs the client out. */
public final class LogoutCommand implements MongoCommand {
    @Override
    public String name() {
        return "logout";
    }

    @Override
    public Access access() {
        return Access.ANYONE;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        context.state().loggedOut();
        return Reply.ok();
    }
}
