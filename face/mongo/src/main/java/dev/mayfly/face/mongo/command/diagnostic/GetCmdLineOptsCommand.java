package dev.mayfly.face.mongo.command.diagnostic;

import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.replica.ReplicaSet;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;

/** {@code getCmdLineOpts}: the arguments with which the server was started. */
public final class GetCmdLineOptsCommand implements MongoCommand {
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
        reply.end().startDocument("parsed");
        ReplicaSet set = context.services().settings().replicaSet();
        if (set != null) {
            reply.startDocument("replication").text("replSet", set.name()).end();
        }
        return Reply.ok(reply.end());
    }
}
