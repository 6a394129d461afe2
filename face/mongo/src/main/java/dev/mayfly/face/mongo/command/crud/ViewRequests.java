package dev.mayfly.face.mongo.command.crud;

import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.ResolvedView;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.QueryFields;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.language.value.CollationSpec;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Requests that read a view, as pipelines over the collection below it. */
final class ViewRequests {
    private static final List<String> COPIED =
            List.of("hint", "let", "comment", "maxTimeMS", "allowDiskUse", "readConcern", "writeConcern", "explain");
    private static final List<String> NOT_OF_PIPELINES =
            List.of("returnKey", "showRecordId", "tailable", "awaitData", "oplogReplay", "noCursorTimeout");

    private ViewRequests() {}

    static CommandRequest aggregate(CommandRequest request, ResolvedView view) {
        List<BsonDocument> own = new ArrayList<>();
        request.array("pipeline")
                .orElseThrow(() -> request.missing("pipeline"))
                .toBsonValue()
                .asArray()
                .forEach(stage -> {
                    if (!stage.isDocument()) {
                        throw new CommandError(
                                MongoCode.TYPE_MISMATCH, "Each element of the 'pipeline' array must be an object");
                    }
                    own.add(stage.asDocument());
                });
        BsonDocument rewritten = over(request, view, own);
        for (String field : List.of("cursor", "bypassDocumentValidation")) {
            copy(request, field, rewritten);
        }
        return request.rewritten(rewritten);
    }

    static CommandRequest find(CommandRequest request, ResolvedView view) {
        for (String field : NOT_OF_PIPELINES) {
            if (request.bool(field, false)) {
                throw notOfPipelines(field);
            }
        }
        for (String field : List.of("min", "max")) {
            if (request.has(field)) {
                throw notOfPipelines(field);
            }
        }
        List<BsonDocument> stages = new ArrayList<>();
        addStage(stages, "$match", QueryFields.tree(request, "filter"));
        BsonDocument sort = QueryFields.tree(request, "sort");
        if (sort.containsKey("$natural")) {
            throw new CommandError(
                    MongoCode.INVALID_PIPELINE_OPERATOR, "Sort option $natural is not supported on aggregation.");
        }
        addStage(stages, "$sort", sort);
        addWindow(stages, request);
        addStage(stages, "$project", QueryFields.tree(request, "projection"));
        BsonDocument cursor = new BsonDocument();
        copy(request, "batchSize", cursor);
        long limit = request.count("limit", 0);
        if (request.bool("singleBatch", false)) {
            cursor.put("batchSize", new BsonInt64(limit == 0 ? Integer.MAX_VALUE : limit + 1));
        }
        return request.rewritten(over(request, view, stages).append("cursor", cursor));
    }

    private static CommandError notOfPipelines(String option) {
        return new CommandError(
                MongoCode.INVALID_PIPELINE_OPERATOR, "Option " + option + " not supported on aggregation.");
    }

    /** One row with the number of documents, or none when there are none. */
    static CommandRequest count(CommandRequest request, ResolvedView view) {
        List<BsonDocument> stages = new ArrayList<>();
        addStage(stages, "$match", QueryFields.tree(request, "query"));
        addWindow(stages, request);
        stages.add(new BsonDocument("$count", new BsonString("count")));
        return request.rewritten(over(request, view, stages).append("cursor", new BsonDocument()));
    }

    static CommandRequest distinct(CommandRequest request, ResolvedView view) {
        List<BsonDocument> stages = new ArrayList<>();
        addStage(stages, "$match", QueryFields.tree(request, "query"));
        return request.rewritten(over(request, view, stages).append("cursor", new BsonDocument()));
    }

    /** Whatever reads. */
    static CommandRequest of(CommandRequest request, ResolvedView view) {
        return switch (request.name()) {
            case "find" -> find(request, view);
            case "count" -> count(request, view);
            case "distinct" -> distinct(request, view);
            default -> aggregate(request, view);
        };
    }

    private static void addStage(List<BsonDocument> stages, String name, BsonDocument argument) {
        if (!argument.isEmpty()) {
            stages.add(new BsonDocument(name, argument));
        }
    }

    private static void addWindow(List<BsonDocument> stages, CommandRequest request) {
        long skip = request.count("skip", 0);
        long limit = Math.abs(request.number("limit", 0));
        if (skip > 0) {
            stages.add(new BsonDocument("$skip", new BsonInt64(skip)));
        }
        if (limit > 0) {
            stages.add(new BsonDocument("$limit", new BsonInt64(limit)));
        }
    }

    private static BsonDocument over(CommandRequest request, ResolvedView view, List<BsonDocument> stages) {
        requireSame(request, view.collation());
        BsonArray pipeline = new BsonArray(view.pipeline());
        pipeline.addAll(stages);
        BsonDocument rewritten =
                new BsonDocument("aggregate", new BsonString(view.base())).append("pipeline", pipeline);
        rewritten.append("collation", view.collation().spec());
        COPIED.forEach(field -> copy(request, field, rewritten));
        return rewritten;
    }

    private static void copy(CommandRequest request, String field, BsonDocument to) {
        request.field(field).ifPresent(value -> {
            BsonValue tree = value.toBsonValue();
            to.put(field, tree);
        });
    }

    private static void requireSame(CommandRequest request, Collation collation) {
        BsonDocument asked = QueryFields.tree(request, "collation");
        if (!asked.isEmpty() && !CollationSpec.parse(asked).equals(collation)) {
            throw new CommandError(
                    MongoCode.OPTION_NOT_SUPPORTED_ON_VIEW, "Cannot override a view's default collation");
        }
    }
}
