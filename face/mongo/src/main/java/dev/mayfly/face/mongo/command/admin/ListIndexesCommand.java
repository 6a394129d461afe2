package dev.mayfly.face.mongo.command.admin;

import dev.mayfly.engine.Collection;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.IndexListing;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.command.crud.CursorReply;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.Set;

/** Lists the indexes of a collection. */
public final class ListIndexesCommand implements MongoCommand {
    @Override
    public String name() {
        return "listIndexes";
    }

    @Override
    public Set<String> fields() {
        return Set.of("cursor", "includeBuildUUIDs", "includeIndexBuildInfo");
    }

    @Override
    public Access access() {
        return Access.READ;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        Collection collection = context.services()
                .collections()
                .find(request.database(), request.collection())
                .orElseThrow(() ->
                        new CommandError(MongoCode.NAMESPACE_NOT_FOUND, "ns does not exist: " + request.namespace()));
        return CursorReply.of(context, request, request.namespace(), IndexListing.of(collection.record()));
    }
}
