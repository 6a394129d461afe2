package dev.mayfly.face.mongo.command.admin;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.GenericFields;
import dev.mayfly.face.mongo.command.ServerCommand;
import dev.mayfly.face.mongo.command.ServerParameters;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Sets server parameters, and answers the old value of the first. */
public final class SetParameterCommand implements ServerCommand {
    @Override
    public String name() {
        return "setParameter";
    }

    @Override
    public boolean isLenient() {
        return true;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        View.Fields fields = request.body().fields();
        fields.next();
        BsonValue was = null;
        while (fields.next()) {
            String name = fields.name();
            if (!GenericFields.NAMES.contains(name)) {
                BsonValue before = set(context.services().parameters(), name, (BsonView) fields.value());
                was = was == null ? before : was;
            }
        }
        return Reply.ok(new BsonBuilder().value("was", required(was)));
    }

    private static BsonValue set(ServerParameters parameters, String name, BsonView value) {
        return parameters
                .find(name)
                .orElseThrow(() -> new CommandError(
                        MongoCode.INVALID_OPTIONS,
                        "attempted to set unrecognized parameter [" + name + "], use help:true to see options "))
                .set(value);
    }

    private static BsonValue required(@Nullable BsonValue was) {
        if (was == null) {
            throw new CommandError(MongoCode.INVALID_OPTIONS, "no option found to set, use help:true to see options ");
        }
        return was;
    }
}
