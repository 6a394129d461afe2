package dev.mayfly.face.mongo.command.diagnostic;

import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.Map;

/** {@code listCommands}: the commands that exist. */
public final class ListCommandsCommand implements MongoCommand {
    private final Map<String, MongoCommand> commands;

    /** @param commands by name; it is read at each request */
    public ListCommandsCommand(Map<String, MongoCommand> commands) {
        this.commands = commands;
    }

    @Override
    public String name() {
        return "listCommands";
    }

    @Override
    public Access access() {
        return Access.ANYONE;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        BsonBuilder reply = new BsonBuilder().startDocument("commands");
        commands.forEach((name, command) -> reply.startDocument(name)
                .text("help", "")
                .bool("requiresAuth", command.access() != Access.ANYONE)
                .bool("secondaryOk", true)
                .bool("adminOnly", command.isAdminOnly())
                .end());
        return Reply.ok(reply.end());
    }
}
