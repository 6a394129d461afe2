package dev.mayfly.face.mongo.command;

import dev.mayfly.engine.Collection;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.List;

/** The collections with the time spent on each, which is not measured: the shape for clients that expect one. */
final class TopCommand implements MongoCommand {
    private static final List<String> KINDS =
            List.of("total", "readLock", "writeLock", "queries", "getmore", "insert", "update", "remove", "commands");

    @Override
    public String name() {
        return "top";
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
        BsonBuilder reply = new BsonBuilder().startDocument("totals").text("note", "all times in microseconds");
        context.services()
                .collections()
                .byDatabase()
                .values()
                .forEach(collections -> collections.forEach(collection -> {
                    reply.startDocument(namespace(collection));
                    KINDS.forEach(kind -> reply.startDocument(kind)
                            .int64("time", 0)
                            .int64("count", 0)
                            .end());
                    reply.end();
                }));
        return Reply.ok(reply.end());
    }

    private static String namespace(Collection collection) {
        return collection.name().database() + "." + collection.name().collection();
    }
}
