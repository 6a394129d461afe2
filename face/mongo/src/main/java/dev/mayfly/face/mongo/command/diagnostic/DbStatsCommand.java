package dev.mayfly.face.mongo.command.diagnostic;

import dev.mayfly.engine.Collection;
import dev.mayfly.face.mongo.collection.IndexListing;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.List;
import java.util.Set;

/** {@code dbStats}: the size of a database. */
public final class DbStatsCommand implements MongoCommand {
    @Override
    public String name() {
        return "dbStats";
    }

    @Override
    public List<String> aliases() {
        return List.of("dbstats");
    }

    @Override
    public Set<String> fields() {
        return Set.of("scale", "freeStorage");
    }

    @Override
    public Access access() {
        return Access.READ;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        long scale = Math.max(1, request.number("scale", 1));
        List<Collection> all = context.services().collections().of(request.database());
        List<Collection> collections = all.stream()
                .filter(collection -> !context.services()
                        .collections()
                        .isView(request.database(), collection.name().collection()))
                .toList();
        long objects = 0;
        long bytes = 0;
        long indexes = 0;
        for (Collection collection : collections) {
            objects += collection.count(collection.reading(context.instant()));
            bytes += collection.storedSize().bytes();
            indexes += IndexListing.of(collection.record()).size();
        }
        double average = objects == 0 ? 0 : (double) bytes / objects;
        return Reply.ok(new BsonBuilder()
                .text("db", request.database())
                .int64("collections", collections.size())
                .int64("views", all.size() - collections.size())
                .int64("objects", objects)
                .real("avgObjSize", average)
                .real("dataSize", (double) bytes / scale)
                .real("storageSize", (double) bytes / scale)
                .int64("indexes", indexes)
                .real("indexSize", 0)
                .real("totalSize", (double) bytes / scale)
                .int64("scaleFactor", scale));
    }
}
