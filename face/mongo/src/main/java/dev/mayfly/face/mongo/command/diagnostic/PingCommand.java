package dev.mayfly.face.mongo.command.diagnostic;

import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.wire.Reply;

/** {@code ping}: answers that the server is running. */
public final class PingCommand implements MongoCommand {
    @Override
    public String name() {
        return "ping";
    }

    @Override
    public Access access() {
        return Access.ANYONE;
    }

    @Override
    public boolean isBounded(CommandRequest request) {
        return true;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        return Reply.ok();
    }
}
