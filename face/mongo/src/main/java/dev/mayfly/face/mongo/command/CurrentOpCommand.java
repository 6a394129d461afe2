package dev.mayfly.face.mongo.command;

import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;

/** Which operations are under way: none is kept track of, so there is none to show. */
final class CurrentOpCommand implements MongoCommand {
    @Override
    public String name() {
        return "currentOp";
    }

    /** Its fields are a filter. */
    @Override
    public boolean isLenient() {
        return true;
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
        return Reply.ok(new BsonBuilder().startArray("inprog").end());
    }
}
