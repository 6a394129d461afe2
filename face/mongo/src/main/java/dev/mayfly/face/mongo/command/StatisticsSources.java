package dev.mayfly.face.mongo.command;

import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.language.aggregation.SourceStage;
import java.util.List;
import org.bson.BsonDocument;

/** The rows of pipelines that begin with what the server knows about itself. */
final class StatisticsSources {
    private StatisticsSources() {}

    static List<BsonDocument> rows(CommandContext context, CommandRequest request, SourceStage stage) {
        return switch (stage.name()) {
            case "$collStats" -> List.of(CollectionStatistics.ofStage(context, request, stage));
            case "$indexStats" -> IndexStatistics.rows(context, request);
            case "$currentOp" -> CurrentOpStage.rows(context, request, stage.argument());
            default ->
                throw new CommandError(
                        MongoCode.COMMAND_NOT_SUPPORTED, stage.name() + " is not supported by this server");
        };
    }
}
