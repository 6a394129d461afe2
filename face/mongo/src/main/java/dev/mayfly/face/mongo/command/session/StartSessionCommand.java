package dev.mayfly.face.mongo.command.session;

import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.command.SessionIds;
import dev.mayfly.face.mongo.session.LogicalSessions;
import dev.mayfly.face.mongo.session.SessionId;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.UUID;

/** Begins a logical session under a number of our own. */
public final class StartSessionCommand implements MongoCommand {
    @Override
    public String name() {
        return "startSession";
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        SessionId session = new SessionId(UUID.randomUUID(), context.state().userText());
        context.services().sessions().logical().use(session);
        return Reply.ok(new BsonBuilder()
                .startDocument("id")
                .value("id", SessionIds.write(session.id()))
                .end()
                .int32("timeoutMinutes", LogicalSessions.TIMEOUT_MINUTES));
    }
}
