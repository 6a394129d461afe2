package dev.mayfly.face.mongo.command.admin;

import dev.mayfly.engine.Collection;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.IndexListing;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;

/**
 * {@code reIndex}, for a single server alone. Each index already is what a new build would make of it, since entries are
 * written and deleted with their documents; so nothing is built, and the answer lists the indexes.
 */
public final class ReIndexCommand implements MongoCommand {
    @Override
    public String name() {
        return "reIndex";
    }

    @Override
    public Access access() {
        return Access.MANAGE;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        if (context.services().settings().replicaSet() != null) {
            throw new CommandError(
                    MongoCode.ILLEGAL_OPERATION, "reIndex is only allowed on a standalone mongod instance.");
        }
        Collection collection = context.services()
                .collections()
                .find(request.database(), request.collection())
                .orElseThrow(() -> new CommandError(MongoCode.NAMESPACE_NOT_FOUND, "collection does not exist"));
        List<BsonDocument> indexes = IndexListing.of(collection.record());
        return Reply.ok(new BsonBuilder()
                .int32("nIndexesWas", indexes.size())
                .int32("nIndexes", indexes.size())
                .value("indexes", new BsonArray(indexes)));
    }
}
