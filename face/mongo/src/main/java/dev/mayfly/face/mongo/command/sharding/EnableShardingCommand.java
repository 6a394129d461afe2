package dev.mayfly.face.mongo.command.sharding;

import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.ConfigDatabase;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.Set;

/** {@code enableSharding}: nothing has to be done, since any collection of any database may be divided. */
public final class EnableShardingCommand implements MongoCommand {
    @Override
    public String name() {
        return "enableSharding";
    }

    @Override
    public Set<String> fields() {
        return Set.of("primaryShard");
    }

    @Override
    public Access access() {
        return Access.MANAGE;
    }

    @Override
    public boolean isAdminOnly() {
        return true;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        String database = request.collection();
        if (database.isEmpty() || database.indexOf('.') >= 0) {
            throw new CommandError(MongoCode.INVALID_NAMESPACE, "invalid db name specified: " + database);
        }
        if (ConfigDatabase.isInternal(database)) {
            throw new CommandError(MongoCode.ILLEGAL_OPERATION, "can't shard " + database + " database");
        }
        request.text("primaryShard").ifPresent(shard -> requireShard(context, shard));
        return Reply.ok();
    }

    private static void requireShard(CommandContext context, String shard) {
        boolean isThere = context.services().collections().views().config().shards().stream()
                .anyMatch(each -> each.getString("_id").getValue().equals(shard));
        if (!isThere) {
            throw new CommandError(MongoCode.SHARD_NOT_FOUND, "Shard " + shard + " not found");
        }
    }
}
