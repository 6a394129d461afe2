package dev.mayfly.face.mongo.command.admin;

import dev.mayfly.engine.Collection;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.List;

/** Drops all collections of a database, and so the database. */
public final class DropDatabaseCommand implements MongoCommand {
    @Override
    public String name() {
        return "dropDatabase";
    }

    @Override
    public Access access() {
        return Access.WRITE;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        List<Collection> collections = context.services().collections().of(request.database());
        context.services().profiler().forget(request.database());
        collections.forEach(collection -> DropCommand.drop(context.services(), collection));
        BsonBuilder reply = new BsonBuilder();
        if (!collections.isEmpty()) {
            context.services().collections().engine().catalog().dropDatabase(MongoCollections.FACE, request.database());
            reply.text("dropped", request.database());
        }
        return Reply.ok(reply);
    }
}
