package dev.mayfly.face.mongo.command.diagnostic;

import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import org.bson.BsonType;

/** The logs that shells ask for; ours go to files alone, so these are empty. */
public final class GetLogCommand implements MongoCommand {
    @Override
    public String name() {
        return "getLog";
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
        if (CommandRequest.typeOf(request.argument()) != BsonType.STRING) {
            throw request.wrongType(name(), request.argument(), "type 'string'");
        }
        return switch (request.argument().stringValue()) {
            case "*" ->
                Reply.ok(new BsonBuilder()
                        .startArray("names")
                        .element("global")
                        .element("startupWarnings")
                        .end());
            case "global", "startupWarnings" ->
                Reply.ok(new BsonBuilder()
                        .int32("totalLinesWritten", 0)
                        .startArray("log")
                        .end());
            default -> throw new CommandError(MongoCode.OPERATION_FAILED, "No log named as given");
        };
    }
}
