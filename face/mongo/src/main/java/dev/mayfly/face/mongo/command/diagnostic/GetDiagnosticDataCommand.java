package dev.mayfly.face.mongo.command.diagnostic;

import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;

/** The content of serverStatus, in the place where exporters look for it. */
public final class GetDiagnosticDataCommand implements MongoCommand {
    @Override
    public String name() {
        return "getDiagnosticData";
    }

    @Override
    public boolean isAdminOnly() {
        return true;
    }

    @Override
    public Access access() {
        return Access.MONITOR;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        BsonBuilder reply = new BsonBuilder()
                .startDocument("data")
                .date("start", context.now())
                .startDocument("serverStatus");
        reply.date("start", context.now());
        ServerStatusCommand.append(reply, context);
        return Reply.ok(reply.date("end", context.now())
                .end()
                .date("end", context.now())
                .end());
    }
}
