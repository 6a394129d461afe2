package dev.mayfly.face.mongo.command;

import dev.mayfly.face.mongo.wire.Reply;

/** Logs the client out. */
final class LogoutCommand implements MongoCommand {
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
