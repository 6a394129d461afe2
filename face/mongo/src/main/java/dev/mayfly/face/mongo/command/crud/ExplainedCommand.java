package dev.mayfly.face.mongo.command.crud;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.QueryFields;
import dev.mayfly.face.mongo.language.aggregation.Pipeline;
import dev.mayfly.face.mongo.language.aggregation.PipelineCompiler;
import dev.mayfly.face.mongo.language.aggregation.stage.PipelineContext;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.vector.SearchedVectors;
import dev.mayfly.face.mongo.query.PipelineReads;
import dev.mayfly.face.mongo.query.Query;
import dev.mayfly.face.mongo.query.QuerySpec;
import dev.mayfly.face.mongo.write.UpdateStatement;
import java.util.List;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * The query of an explained command, and what the command would do with the result.
 *
 * @param filter in the client's form
 * @param stage the stage above the query, such as COUNT; empty for none
 * @param projection in the client's form
 * @param update the update of each document, or null
 * @param rest the stages that run after the query, or null for none
 */
record ExplainedCommand(
        BsonDocument filter,
        QuerySpec spec,
        String stage,
        BsonDocument projection,
        @Nullable UpdateStatement update,
        @Nullable Rest rest) {
    private static final int INVALID_LENGTH = 16;

    /**
     * The end of a pipeline, and its context.
     *
     * @param vectors the search for the nearest vectors with which it begins, or null
     */
    record Rest(
            Pipeline pipeline,
            PipelineContext context,
            PipelineReads reads,
            @Nullable SearchedVectors vectors) {}

    static ExplainedCommand of(CommandContext context, CommandRequest request) {
        return switch (request.name()) {
            case "find" -> find(context, request);
            case "count" -> count(context, request);
            case "distinct" -> query(QueryFields.tree(request, "query"), DistinctCommand.spec(context, request), "");
            case "aggregate" -> aggregate(context, request);
            case "update" -> update(context, request);
            case "delete" -> delete(context, request);
            case "findAndModify", "findandmodify" -> findAndModify(context, request);
            default -> throw new CommandError(MongoCode.ILLEGAL_OPERATION, "Cannot explain cmd: " + request.name());
        };
    }

    private static ExplainedCommand query(BsonDocument filter, QuerySpec spec, String stage) {
        return new ExplainedCommand(filter, spec, stage, new BsonDocument(), null, null);
    }

    private static ExplainedCommand find(CommandContext context, CommandRequest request) {
        return new ExplainedCommand(
                QueryFields.tree(request, "filter"),
                FindCommand.spec(request, QueryFields.variables(context, request))
                        .spilling(context.services().spillSpace(request)),
                "",
                QueryFields.tree(request, "projection"),
                null,
                null);
    }

    private static ExplainedCommand count(CommandContext context, CommandRequest request) {
        BsonDocument query = QueryFields.tree(request, "query");
        QuerySpec spec = CountCommand.spec(context, request);
        return query(query, spec, query.isEmpty() && spec.hint() == null ? PlanStages.FAST_COUNT : "COUNT");
    }

    private static ExplainedCommand aggregate(CommandContext context, CommandRequest request) {
        Variables variables = QueryFields.variables(context, request);
        List<BsonDocument> stages =
                PipelineCompiler.stages(request.required("pipeline").toBsonValue());
        Pipeline written = PipelineCompiler.compile(stages, variables);
        Pipeline pipeline = written.isSearch()
                ? context.services()
                        .collections()
                        .find(request.database(), request.collection())
                        .map(collection -> written.searching(() -> new CollectionSearch(collection)))
                        .orElse(written)
                : written;
        BsonDocument sort = pipeline.leadingSort();
        QuerySpec spec = new QuerySpec(
                Query.filter(pipeline.leadingMatch(), variables),
                sort,
                QueryFields.hint(request),
                0,
                sort.isEmpty() ? 0 : pipeline.leadingLimit(),
                variables.collation(),
                context.services().spillSpace(request));
        Pipeline rest = sort.isEmpty() ? pipeline.withoutMatch() : pipeline.withoutMatchAndSort();
        PipelineReads reads = AggregateCommand.reads(context);
        PipelineContext around = new PipelineContext(
                variables,
                new JoinedCollections(
                        context.services().collections(), request.database(), variables.collation(), reads),
                spec.space());
        return new ExplainedCommand(
                pipeline.leadingMatch(),
                spec,
                "",
                new BsonDocument(),
                null,
                rest.stages().isEmpty()
                        ? null
                        : new Rest(
                                rest, around, reads, pipeline.searchedVectors().orElse(null)));
    }

    private static ExplainedCommand update(CommandContext context, CommandRequest request) {
        UpdateStatement.Parts parts = UpdateCommand.parts(only(request, "updates"));
        return updating(UpdateStatement.of(
                parts, QueryFields.collated(QueryFields.variables(context, request), parts.collation())));
    }

    private static ExplainedCommand updating(UpdateStatement statement) {
        QuerySpec spec = statement.multi() ? statement.spec() : statement.spec().first();
        return new ExplainedCommand(statement.query(), spec, "UPDATE", new BsonDocument(), statement, null);
    }

    private static ExplainedCommand delete(CommandContext context, CommandRequest request) {
        DeleteCommand.Statement statement = DeleteCommand.Statement.of(only(request, "deletes"));
        QuerySpec spec = statement.spec(QueryFields.variables(context, request));
        return query(statement.query(), statement.onlyOne() ? spec.first() : spec, "DELETE");
    }

    private static BsonView only(CommandRequest request, String field) {
        List<BsonView> statements = request.documents(field);
        if (statements.size() != 1) {
            throw new CommandError(INVALID_LENGTH, "InvalidLength", "explained write batches must be of size 1");
        }
        return statements.getFirst();
    }

    private static ExplainedCommand findAndModify(CommandContext context, CommandRequest request) {
        Variables variables = QueryFields.variables(context, request);
        if (!request.bool("remove", false)) {
            return updating(UpdateStatement.of(FindAndModifyCommand.parts(request), variables));
        }
        QuerySpec spec = FindAndModifyCommand.spec(request, variables).first();
        return query(QueryFields.tree(request, "query"), spec, "DELETE");
    }
}
