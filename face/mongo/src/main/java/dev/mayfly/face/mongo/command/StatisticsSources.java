package dev.mayfly.face.mongo.command;

import dev.mayfly.engine.Collection;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.IndexListing;
import dev.mayfly.face.mongo.language.aggregation.SourceStage;
import java.util.List;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;

/** The rows of pipelines that begin with what the server knows about itself. */
final class StatisticsSources {
    private StatisticsSources() {}

    static List<BsonDocument> rows(CommandContext context, CommandRequest request, SourceStage stage) {
        return switch (stage.name()) {
            case "$collStats" -> List.of(CollectionStatistics.ofStage(context, request, stage));
            case "$indexStats" -> indexStats(context, request);
            case "$currentOp" -> List.of();
            default ->
                throw new CommandError(
                        MongoCode.COMMAND_NOT_SUPPORTED, stage.name() + " is not supported by this server");
        };
    }

    private static List<BsonDocument> indexStats(CommandContext context, CommandRequest request) {
        Collection collection = context.services()
                .collections()
                .find(request.database(), request.collection())
                .orElseThrow(() -> new CommandError(MongoCode.NAMESPACE_NOT_FOUND, "ns does not exist"));
        return IndexListing.of(collection.record()).stream()
                .map(index -> new BsonDocument("name", index.get("name"))
                        .append("key", index.get("key"))
                        .append(
                                "host",
                                new BsonString(context.services().settings().hostName()))
                        .append(
                                "accesses",
                                new BsonDocument("ops", new BsonInt64(0))
                                        .append("since", new BsonDateTime(context.now())))
                        .append("spec", index))
                .toList();
    }
}
