package dev.mayfly.face.mongo.command.sharding;

import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.wire.Reply;

/** The one command about shards that a server knows which is no mongos: it says that there are none. */
public final class NoShardingCommand implements MongoCommand {
    @Override
    public String name() {
        return "getShardMap";
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
        throw new CommandError(MongoCode.NO_SHARDING_ENABLED, "Sharding is not enabled");
    }
}
