package dev.mayfly.face.mongo.command.diagnostic;

import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.session.SessionRows;
import dev.mayfly.face.mongo.language.aggregation.SourceStage;
import java.util.List;
import org.bson.BsonDocument;

/** The rows of pipelines that begin with the server's data about itself. */
public final class StatisticsSources {
    private static final int COLLECTION_MISSING = 50933;

    private StatisticsSources() {}

    public static List<BsonDocument> rows(CommandContext context, CommandRequest request, SourceStage stage) {
        return switch (stage.name()) {
            case "$collStats" ->
                context.services().isRouter()
                        ? CollectionStatistics.ofShards(context, request, stage)
                        : List.of(CollectionStatistics.ofStage(context, request, stage));
            case "$indexStats" -> IndexStatistics.rows(context, request);
            case "$currentOp" -> CurrentOpStage.rows(context, request, stage.argument());
            case "$listSessions", "$listLocalSessions" -> SessionRows.of(context, request, stage);
            case "$listSearchIndexes" -> SearchIndexRows.of(context, request, stage.argument());
            case "$planCacheStats" -> cachedPlans(context, request);
            default ->
                throw new CommandError(
                        MongoCode.COMMAND_NOT_SUPPORTED, stage.name() + " is not supported by this server");
        };
    }

    /** Returns no rows: every query is planned from its own values. */
    private static List<BsonDocument> cachedPlans(CommandContext context, CommandRequest request) {
        if (context.services().collections().find(request.collectionName()).isEmpty()) {
            throw new CommandError(
                    COLLECTION_MISSING,
                    "Location" + COLLECTION_MISSING,
                    "collection '" + request.namespace() + "' does not exist");
        }
        return List.of();
    }
}
