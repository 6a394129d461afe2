package dev.mayfly.face.mongo.command.admin;

import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandNames;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.ServerCommand;
import dev.mayfly.face.mongo.failpoint.FailPointMode;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonType;

/** Configures the failure at a fail point; served for tests only. */
public final class ConfigureFailPointCommand implements ServerCommand {
    private static final Set<String> COMMAND_FIELDS = Set.of("mode", "data");

    @Override
    public String name() {
        return CommandNames.CONFIGURE_FAIL_POINT;
    }

    @Override
    public Set<String> fields() {
        return COMMAND_FIELDS;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        if (CommandRequest.typeOf(request.argument()) != BsonType.STRING) {
            throw request.wrongType(name(), request.argument(), "type 'string'");
        }
        FailPointMode mode = FailPointMode.of(request.required("mode").toBsonValue());
        long triggered = context.services()
                .failPoints()
                .configure(
                        request.argument().stringValue(),
                        mode,
                        request.tree("data").orElseGet(BsonDocument::new));
        return Reply.ok(new BsonBuilder().int64("count", triggered));
    }
}
