package dev.mayfly.face.mongo.command.diagnostic;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.IndexUse;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.IndexListing;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import java.util.List;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;

/** The number of times that each index of a collection was chosen. */
final class IndexStatistics {
    private IndexStatistics() {}

    static List<BsonDocument> rows(CommandContext context, CommandRequest request) {
        Collection collection = context.services()
                .collections()
                .find(request.database(), request.collection())
                .orElseThrow(() -> new CommandError(MongoCode.NAMESPACE_NOT_FOUND, "ns does not exist"));
        BsonString host = new BsonString(context.services().settings().hostName());
        return IndexListing.of(collection.record()).stream()
                .map(index -> row(index, host, use(collection, index)))
                .toList();
    }

    private static IndexUse.Count use(Collection collection, BsonDocument index) {
        return collection
                .record()
                .index(index.getString("name").getValue())
                .map(definition -> collection.indexUse().of(definition.id()))
                .orElseGet(() -> collection.indexUse().ofKeys());
    }

    private static BsonDocument row(BsonDocument index, BsonString host, IndexUse.Count use) {
        return new BsonDocument("name", index.get("name"))
                .append("key", index.get("key"))
                .append("host", host)
                .append(
                        "accesses",
                        new BsonDocument("ops", new BsonInt64(use.uses()))
                                .append("since", new BsonDateTime(use.since())))
                .append("spec", index);
    }
}
