package dev.mayfly.face.mongo.command.diagnostic;

import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.SearchIndexes;
import dev.mayfly.face.mongo.collection.SearchIndexes.SearchIndex;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import java.util.List;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The rows of {@code $listSearchIndexes}. Every search index is ready at once, since nothing is built for it. */
final class SearchIndexRows {
    private SearchIndexRows() {}

    static List<BsonDocument> of(CommandContext context, CommandRequest request, BsonValue argument) {
        if (!argument.isDocument()) {
            throw new CommandError(
                    MongoCode.FAILED_TO_PARSE, "The $listSearchIndexes stage specification must be an object");
        }
        BsonDocument wanted = argument.asDocument();
        if (wanted.containsKey("id") && wanted.containsKey("name")) {
            throw new CommandError(
                    MongoCode.INVALID_OPTIONS, "Cannot set both 'name' and 'id' for $listSearchIndexes.");
        }
        return context.services().collections().find(request.database(), request.collection()).stream()
                .flatMap(collection -> SearchIndexes.of(collection.record()).stream())
                .map(SearchIndexRows::row)
                .filter(row -> row.entrySet().containsAll(wanted.entrySet()))
                .toList();
    }

    private static BsonDocument row(SearchIndex index) {
        return new BsonDocument("id", new BsonString(index.id()))
                .append("name", new BsonString(index.name()))
                .append("type", new BsonString(index.type()))
                .append("status", new BsonString("READY"))
                .append("queryable", BsonBoolean.TRUE)
                .append(
                        "latestDefinitionVersion",
                        new BsonDocument("version", new BsonInt64(index.version()))
                                .append("createdAt", new BsonDateTime(index.changed())))
                .append("latestDefinition", index.definition());
    }
}
