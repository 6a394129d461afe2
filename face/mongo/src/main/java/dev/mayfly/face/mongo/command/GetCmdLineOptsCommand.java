package dev.mayfly.face.mongo.command;

import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;

/** How the server was started. */
final class GetCmdLineOptsCommand implements MongoCommand {
    @Override
    public String name() {
        return "getCmdLineOpts";
    }

    @Override
    public Access access() {
        return Access.MONITOR;
    }

    @Override
    public boolean isAdminOnly() {
        return true;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        BsonBuilder reply = new BsonBuilder().startArray("argv");
        context.services().settings().arguments().forEach(reply::element);
        return Reply.ok(reply.end().startDocument("parsed").end());
    }
}
