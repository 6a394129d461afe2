package dev.mayfly.face.mongo.command.crud;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.query.SpillSpace;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.face.mongo.collection.ResolvedView;
import dev.mayfly.face.mongo.collection.Views;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CollectionIdentity;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandNames;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.command.PrimaryCheck;
import dev.mayfly.face.mongo.command.QueryFields;
import dev.mayfly.face.mongo.command.ReadConcern;
import dev.mayfly.face.mongo.command.TransactionLimits;
import dev.mayfly.face.mongo.command.WriteConcern;
import dev.mayfly.face.mongo.command.diagnostic.StatisticsSources;
import dev.mayfly.face.mongo.language.aggregation.OutputStage;
import dev.mayfly.face.mongo.language.aggregation.Pipeline;
import dev.mayfly.face.mongo.language.aggregation.PipelineCompiler;
import dev.mayfly.face.mongo.language.aggregation.stage.CollectionReader;
import dev.mayfly.face.mongo.language.aggregation.stage.PipelineContext;
import dev.mayfly.face.mongo.language.aggregation.stage.Rows;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.plan.Plan;
import dev.mayfly.face.mongo.language.value.CollationSpec;
import dev.mayfly.face.mongo.query.PipelineReads;
import dev.mayfly.face.mongo.query.Query;
import dev.mayfly.face.mongo.query.QueryExecution;
import dev.mayfly.face.mongo.query.RowCursor;
import dev.mayfly.face.mongo.query.StreamedRows;
import dev.mayfly.face.mongo.stream.ChangeStreams;
import dev.mayfly.face.mongo.wire.Reply;
import dev.mayfly.face.mongo.write.PipelineOutput;
import dev.mayfly.face.mongo.write.WriteFailedException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Runs a pipeline over a collection; its first match and sort use the indexes. */
public final class AggregateCommand implements MongoCommand {
    private static final int FIRST_BATCH = 101;
    private static final String BYPASS = "bypassDocumentValidation";
    private static final String FAILED = "PlanExecutor error during aggregation";
    private static final Set<String> COMMAND_FIELDS = Set.of(
            "pipeline",
            "cursor",
            "explain",
            "allowDiskUse",
            "hint",
            "collation",
            "let",
            BYPASS,
            CollectionIdentity.FIELD);

    @Override
    public String name() {
        return CommandNames.AGGREGATE;
    }

    @Override
    public Set<String> fields() {
        return COMMAND_FIELDS;
    }

    @Override
    public Access access() {
        return Access.READ;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        requireName(request);
        request.requireFlags(BYPASS);
        if (request.bool("explain", false)) {
            if (request.has("writeConcern")) {
                throw new CommandError(
                        MongoCode.FAILED_TO_PARSE, "Aggregation explain does not support the 'writeConcern' option");
            }
            return ExplainCommand.explain(context, request, Verbosity.QUERY_PLANNER);
        }
        if (isOfDatabase(request)) {
            return run(context, request, request.database() + ".$cmd.aggregate");
        }
        return context.services()
                .collections()
                .views()
                .resolve(request.database(), request.collection())
                .map(view -> overView(context, request, view))
                .orElseGet(() -> run(context, request, request.namespace()));
    }

    private static Reply overView(CommandContext context, CommandRequest request, ResolvedView view) {
        List<BsonDocument> stages =
                PipelineCompiler.stages(request.required("pipeline").toBsonValue());
        if (context.services().keepsHistory() && ChangeStreams.isOne(stages)) {
            throw Views.isNoCollection(request.database(), request.collection());
        }
        return run(context, ViewRequests.aggregate(request, view), request.namespace());
    }

    /** @param namespace whose documents the client believes to read */
    static Reply run(CommandContext context, CommandRequest request, String namespace) {
        if (request.tree("cursor").isEmpty()) {
            throw new CommandError(
                    MongoCode.FAILED_TO_PARSE,
                    "The 'cursor' option is required, except for aggregate with the explain argument");
        }
        Variables variables = QueryFields.variables(context, request);
        List<BsonDocument> stages =
                PipelineCompiler.stages(request.required("pipeline").toBsonValue());
        int batchSize = QueryFields.cursorBatchSize(request, FIRST_BATCH);
        if (context.services().keepsHistory() && ChangeStreams.isOne(stages)) {
            return followed(context, request, namespace, stages, variables, batchSize);
        }
        Pipeline pipeline = PipelineCompiler.compile(stages, variables);
        Supplier<Opened> opened = prepared(context, request, pipeline, variables);
        if (pipeline.output().isPresent()) {
            return written(
                    context, request, namespace, variables, pipeline.output().get(), opened);
        }
        return QueryExecution.within(FAILED, () -> {
            Opened rows = opened.get();
            return CursorReply.first(context, namespace, new RowCursor(rows.rows, rows.pause), batchSize, false, false);
        });
    }

    private static void requireName(CommandRequest request) {
        BsonView argument = request.argument();
        boolean isOne = argument.type().isNumber() && argument.doubleValue() == 1;
        if (CommandRequest.typeOf(argument) != BsonType.STRING && !isOne) {
            throw new CommandError(
                    MongoCode.FAILED_TO_PARSE,
                    "Invalid command format: the 'aggregate' field must specify a collection name or 1");
        }
    }

    /** A pipeline reads either a collection or what its first stage brings itself. */
    private static void requireInput(boolean ofDatabase, Pipeline pipeline) {
        String first = pipeline.stages().isEmpty()
                ? null
                : pipeline.stages().getFirst().getFirstKey();
        boolean bringsOwn = "$documents".equals(first);
        if (bringsOwn && !ofDatabase) {
            throw new CommandError(MongoCode.INVALID_NAMESPACE, "'$documents' can only be run with {aggregate: 1}");
        }
        if (ofDatabase && first == null) {
            throw new CommandError(MongoCode.INVALID_NAMESPACE, "{aggregate: 1} is not valid for an empty pipeline.");
        }
        if (ofDatabase && !bringsOwn) {
            throw new CommandError(
                    MongoCode.INVALID_NAMESPACE,
                    "{aggregate: 1} is not valid for '" + first + "'; a collection is required.");
        }
    }

    private static boolean isOfDatabase(CommandRequest request) {
        return CommandRequest.typeOf(request.argument()) != BsonType.STRING;
    }

    private static Pipeline pipeline(CommandRequest request, Variables variables) {
        return PipelineCompiler.compile(
                PipelineCompiler.stages(request.required("pipeline").toBsonValue()), variables);
    }

    /** Returns the output rows of a pipeline that does not write. */
    static Rows rows(CommandContext context, CommandRequest request) {
        Variables variables = QueryFields.variables(context, request);
        return prepared(context, request, pipeline(request, variables), variables)
                .get()
                .rows;
    }

    private static Reply followed(
            CommandContext context,
            CommandRequest request,
            String namespace,
            List<BsonDocument> stages,
            Variables variables,
            int batchSize) {
        refuseInTransaction(context, "$changeStream");
        MongoCollections collections = context.services().collections();
        String collection = CommandRequest.typeOf(request.argument()) == BsonType.STRING ? request.collection() : null;
        ChangeStreams.check(request.database(), collection, stages);
        // A collection's default is not for its streams.
        Variables own = variables.withCollation(CollationSpec.parse(QueryFields.tree(request, "collation")));
        // No stage that a stream may have reads another collection.
        PipelineContext pipelineContext = new PipelineContext(own, CollectionReader.NONE);
        return QueryExecution.within(
                FAILED,
                () -> CursorReply.first(
                        context,
                        namespace,
                        ChangeStreams.open(collections, request.database(), collection, stages, pipelineContext),
                        batchSize,
                        false,
                        false));
    }

    /**
     * A pipeline that runs.
     *
     * @param pause lets go of the store until the next pull
     */
    private record Opened(Rows rows, Runnable pause) {}

    private static Reply written(
            CommandContext context,
            CommandRequest request,
            String namespace,
            Variables variables,
            OutputStage stage,
            Supplier<Opened> opened) {
        PrimaryCheck.requirePrimary(context, request);
        WriteConcern.requirePossible(request, context.services());
        refuseInTransaction(context, stage.name());
        if (ReadConcern.isLinearizable(request)) {
            throw new CommandError(
                    MongoCode.INVALID_OPTIONS,
                    stage.name() + " stage cannot be used with a readConcern level of 'linearizable'");
        }
        PipelineOutput output = PipelineOutput.of(
                stage,
                new PipelineOutput.Place(
                        context.collections(),
                        request.database(),
                        isOfDatabase(request) ? "$cmd.aggregate" : request.collection(),
                        variables,
                        request.durability(),
                        request.bool(BYPASS, false),
                        context.now()));
        try {
            QueryExecution.within(FAILED, () -> {
                output.write(() -> opened.get().rows);
                return output;
            });
        } catch (WriteFailedException failure) {
            return failure.failure().within(FAILED).reply();
        }
        return CursorReply.whole(namespace, List.of());
    }

    /** Returns the supplier that opens the rows; the query is already planned. */
    private static Supplier<Opened> prepared(
            CommandContext context, CommandRequest request, Pipeline pipeline, Variables variables) {
        MongoCollections collections = context.collections();
        SpillSpace space = context.transaction() == null ? context.services().spillSpace(request) : null;
        PipelineReads reads = reads(context);
        CollectionReader joined = new JoinedCollections(collections, request.database(), variables.collation(), reads);
        PipelineContext pipelineContext = new PipelineContext(variables, joined, space);
        collections.views().requireCollation(request.database(), pipeline.stages(), variables.collation());
        if (pipeline.source().isPresent()) {
            refuseInTransaction(context, pipeline.source().get().name());
            List<BsonDocument> source =
                    StatisticsSources.rows(context, request, pipeline.source().get());
            return () -> opened(reads, pipeline.run(Rows.of(source), pipelineContext));
        }
        boolean ofDatabase = isOfDatabase(request);
        requireInput(ofDatabase, pipeline);
        Optional<List<BsonDocument>> listed =
                ofDatabase ? Optional.empty() : collections.views().documents(request.database(), request.collection());
        if (listed.isPresent()) {
            List<BsonDocument> documents = listed.get();
            return () -> opened(reads, pipeline.run(Rows.of(documents), pipelineContext));
        }
        Optional<Collection> collection =
                ofDatabase ? Optional.empty() : collections.find(request.database(), request.collection());
        if (collection.isEmpty()) {
            return () -> opened(reads, pipeline.run(Rows.of(List.of()), pipelineContext));
        }
        return overCollection(collection.get(), QueryFields.hint(request), pipeline, pipelineContext, reads);
    }

    /** Returns the reads of a command's pipeline, beginning with the command's own instant. */
    static PipelineReads reads(CommandContext context) {
        return new PipelineReads(context.services().collections().engine().frozenReads(), context.instant());
    }

    private static Opened opened(PipelineReads reads, Rows rows) {
        return new Opened(reads.closedBy(rows), reads::pause);
    }

    private static void refuseInTransaction(CommandContext context, String stage) {
        if (context.transaction() != null) {
            throw TransactionLimits.notSupported("Operation not permitted in transaction :: caused by :: Aggregation"
                    + " stage " + stage + " cannot run within a multi-document transaction.");
        }
    }

    private static Supplier<Opened> overCollection(
            Collection collection,
            @Nullable BsonValue hint,
            Pipeline pipeline,
            PipelineContext context,
            PipelineReads reads) {
        ReadView reading = reads.source(collection);
        PipelineScan scan = PipelineScan.of(pipeline, collection, hint, context);
        Plan plan = Query.plan(reading.record(), scan.spec());
        return () -> opened(
                reads,
                scan.run(
                        isTimed ->
                                StreamedRows.source(reads, collection, scan.open(collection, reading, plan), isTimed),
                        context));
    }
}
