package dev.mayfly.face.mongo.command;

import dev.mayfly.face.mongo.wire.Reply;

/** {@code ping}: answers that the server is running. */
final class PingCommand implements MongoCommand {
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
