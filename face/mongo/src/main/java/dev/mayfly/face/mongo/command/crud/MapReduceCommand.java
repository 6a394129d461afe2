package dev.mayfly.face.mongo.command.crud;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandNames;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.language.aggregation.accumulator.ReduceAccumulator;
import dev.mayfly.face.mongo.language.aggregation.stage.Rows;
import dev.mayfly.face.mongo.language.expression.FunctionOperators;
import dev.mayfly.face.mongo.language.script.FunctionText;
import dev.mayfly.face.mongo.language.script.RequestFunctions;
import dev.mayfly.face.mongo.language.value.HeapSize;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonJavaScriptWithScope;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Groups what a function emits and reduces each group by another: as a pipeline, which it was made from in MongoDB, too. */
public final class MapReduceCommand implements MongoCommand {
    private static final long ANSWER_BYTES_MAX = 16 << 20;

    /** The field of a result beside its key. */
    static final String VALUE = "value";

    @Override
    public String name() {
        return "mapReduce";
    }

    @Override
    public List<String> aliases() {
        return List.of("mapreduce");
    }

    @Override
    public Set<String> fields() {
        return Set.of(
                "map",
                "reduce",
                "out",
                "query",
                "sort",
                "limit",
                "finalize",
                "scope",
                "verbose",
                "jsMode",
                "bypassDocumentValidation",
                "collation",
                "shardedFirstPass");
    }

    @Override
    public Access access() {
        return Access.WRITE;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        RequestFunctions.requireEnabled();
        BsonValue out = request.required("out").toBsonValue();
        MapReduceOutput output = MapReduceOutput.of(out, request.database());
        BsonArray pipeline = pipeline(request);
        BsonDocument aggregate = new BsonDocument(CommandNames.AGGREGATE, new BsonString(request.collection()))
                .append("pipeline", pipeline)
                .append("cursor", new BsonDocument());
        for (String field : List.of("collation", "bypassDocumentValidation", "comment", "maxTimeMS")) {
            request.field(field).ifPresent(value -> aggregate.append(field, value.toBsonValue()));
        }
        if (output == null) {
            return inline(context, request.rewritten(aggregate));
        }
        pipeline.add(output.stage(function(request, "reduce")));
        AggregateCommand.run(context, request.rewritten(aggregate), request.namespace());
        return Reply.ok(new BsonBuilder().value("result", output.named(out)));
    }

    private static Reply inline(CommandContext context, CommandRequest aggregate) {
        BsonArray results = new BsonArray();
        long bytes = 0;
        try (Rows rows = AggregateCommand.rows(context, aggregate)) {
            for (BsonDocument row = rows.next(); row != null; row = rows.next()) {
                long size = HeapSize.of(row);
                RequestGuard.current().hold(size);
                bytes += size;
                if (bytes > ANSWER_BYTES_MAX) {
                    throw new CommandError(
                            MongoCode.BSON_OBJECT_TOO_LARGE, "the results are larger than a document may be");
                }
                results.add(row);
            }
        }
        return Reply.ok(new BsonBuilder().value("results", results));
    }

    private static BsonArray pipeline(CommandRequest request) {
        BsonArray stages = new BsonArray();
        request.tree("query").filter(query -> !query.isEmpty()).ifPresent(query -> add(stages, "$match", query));
        request.tree("sort").filter(sort -> !sort.isEmpty()).ifPresent(sort -> add(stages, "$sort", sort));
        long limit = request.number("limit", 0);
        if (limit > 0) {
            add(stages, "$limit", new BsonInt64(limit));
        }
        add(
                stages,
                "$project",
                new BsonDocument(
                                "emits",
                                new BsonDocument(
                                        FunctionOperators.EMIT,
                                        new BsonDocument("eval", function(request, "map"))
                                                .append("this", new BsonString("$$ROOT"))))
                        .append("_id", new BsonInt64(0)));
        add(stages, "$unwind", new BsonString("$emits"));
        add(
                stages,
                "$group",
                new BsonDocument("_id", new BsonString("$emits.k"))
                        .append(
                                VALUE,
                                new BsonDocument(
                                        ReduceAccumulator.NAME,
                                        new BsonDocument("data", new BsonString("$emits"))
                                                .append("eval", function(request, "reduce")))));
        if (request.has("finalize")) {
            BsonDocument call = call(function(request, "finalize"), List.of("$_id", "$value"));
            add(stages, "$addFields", new BsonDocument(VALUE, call));
        }
        return stages;
    }

    private static void add(BsonArray stages, String name, BsonValue argument) {
        stages.add(new BsonDocument(name, argument));
    }

    /** A call of a function over these fields. */
    private static BsonDocument call(BsonValue function, List<String> fields) {
        BsonArray arguments = new BsonArray();
        fields.forEach(field -> arguments.add(new BsonString(field)));
        return new BsonDocument(
                "$function",
                new BsonDocument("body", function).append("args", arguments).append("lang", new BsonString("js")));
    }

    /** A function with the variables that the command gives all of them. */
    private static BsonValue function(CommandRequest request, String field) {
        FunctionText function = FunctionText.of(request.required(field).toBsonValue());
        if (function == null) {
            throw new CommandError(
                    MongoCode.TYPE_MISMATCH, "'" + field + "' must be of string or code type in mapReduce");
        }
        BsonDocument scope = new BsonDocument();
        request.tree("scope").ifPresent(scope::putAll);
        scope.putAll(function.scope());
        return new BsonJavaScriptWithScope(function.code(), scope);
    }
}
