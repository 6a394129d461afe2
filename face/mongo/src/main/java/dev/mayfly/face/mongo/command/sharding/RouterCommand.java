package dev.mayfly.face.mongo.command.sharding;

import dev.mayfly.face.mongo.collection.ConfigDatabase;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.bson.BsonArray;
import org.bson.BsonDocument;

/** Tells what a mongos knows of its cluster. */
public final class RouterCommand implements MongoCommand {
    private final String name;
    private final Access access;
    private final boolean isAdminOnly;
    private final Set<String> fields;
    private final BiConsumer<CommandContext, BsonBuilder> report;

    private RouterCommand(
            String name,
            Access access,
            boolean isAdminOnly,
            Set<String> fields,
            BiConsumer<CommandContext, BsonBuilder> report) {
        this.name = name;
        this.access = access;
        this.isAdminOnly = isAdminOnly;
        this.fields = fields;
        this.report = report;
    }

    public static MongoCommand shards() {
        return new RouterCommand(
                "listShards",
                Access.MONITOR,
                true,
                Set.of("filter"),
                (context, reply) ->
                        reply.value("shards", new BsonArray(config(context).shards())));
    }

    /** Where each shard is, by name and by host. */
    public static MongoCommand shardMap() {
        return new RouterCommand("getShardMap", Access.MONITOR, true, Set.of(), (context, reply) -> {
            List<BsonDocument> shards = config(context).shards();
            BsonDocument map = new BsonDocument();
            BsonDocument hosts = new BsonDocument();
            for (BsonDocument shard : shards) {
                map.append(shard.getString("_id").getValue(), shard.get("host"));
                hosts.append(shard.getString("host").getValue(), shard.get("_id"));
            }
            reply.value("map", map).value("hosts", hosts).value("connStrings", hosts);
        });
    }

    /** Cassandra places the data, all of the time. */
    public static MongoCommand balancer() {
        return new RouterCommand(
                "balancerStatus",
                Access.MONITOR,
                true,
                Set.of(),
                (_, reply) -> reply.text("mode", "full")
                        .bool("inBalancerRound", false)
                        .int64("numBalancerRounds", 0));
    }

    public static MongoCommand gridCheck() {
        return new RouterCommand(
                "isdbgrid",
                Access.ANYONE,
                false,
                Set.of(),
                (context, reply) -> reply.int32("isdbgrid", 1)
                        .text("hostname", context.services().settings().hostName()));
    }

    private static ConfigDatabase config(CommandContext context) {
        return context.services().collections().views().config();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Set<String> fields() {
        return fields;
    }

    @Override
    public Access access() {
        return access;
    }

    @Override
    public boolean isAdminOnly() {
        return isAdminOnly;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        BsonBuilder reply = new BsonBuilder();
        report.accept(context, reply);
        return Reply.ok(reply);
    }
}
