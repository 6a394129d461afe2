package dev.mayfly.face.mongo.command;

import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.Set;

/** Ends an operation, if it is still under way; like MongoDB it does not say whether it was. */
final class KillOpCommand implements MongoCommand {
    @Override
    public String name() {
        return "killOp";
    }

    @Override
    public Set<String> fields() {
        return Set.of("op");
    }

    @Override
    public boolean isAdminOnly() {
        return true;
    }

    @Override
    public Access access() {
        return Access.MANAGE_SERVER;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        if (!request.required("op").type().isNumber()) {
            throw request.wrongType("op", request.required("op"), "types '[long, int, decimal, double]'");
        }
        return Reply.ok(new BsonBuilder().text("info", "attempting to kill op"));
    }
}
