package dev.mayfly.face.mongo.command.diagnostic;

import dev.mayfly.engine.Collection;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;

/** The collections with the time spent on each since the start. */
public final class TopCommand implements MongoCommand {
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
                    context.services().usages().of(collection.name()).appendTo(reply);
                    reply.end();
                }));
        return Reply.ok(reply.end());
    }

    private static String namespace(Collection collection) {
        return collection.name().database() + "." + collection.name().collection();
    }
}
