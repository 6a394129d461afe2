package dev.mayfly.face.mongo.command.crud;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.query.SpillSpace;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.mongo.collection.ResolvedView;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CollectionIdentity;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.command.QueryFields;
import dev.mayfly.face.mongo.cursor.OpenCursor;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.plan.KeyBounds;
import dev.mayfly.face.mongo.language.plan.Plan;
import dev.mayfly.face.mongo.query.Query;
import dev.mayfly.face.mongo.query.QueryExecution;
import dev.mayfly.face.mongo.query.QuerySpec;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Finds documents by a filter, in an order, as a projection leaves them. */
public final class FindCommand implements MongoCommand {
    private static final int FIRST_BATCH = 101;
    private static final Set<String> COMMAND_FIELDS = Set.of(
            "filter",
            "sort",
            "projection",
            "hint",
            "skip",
            "limit",
            "batchSize",
            "singleBatch",
            "noCursorTimeout",
            "allowPartialResults",
            "allowDiskUse",
            "collation",
            "let",
            "returnKey",
            "showRecordId",
            "min",
            "max",
            "tailable",
            "awaitData",
            "oplogReplay",
            CollectionIdentity.FIELD,
            ScanRequest.REQUEST,
            ScanRequest.RESUME_AFTER,
            ScanRequest.START_AT);

    @Override
    public String name() {
        return "find";
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
    public boolean isBounded(CommandRequest request) {
        return BoundedRequests.asksById(request.body(), "filter")
                && !BoundedRequests.computes(request.body().field("projection"));
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        request.requireFlags("noCursorTimeout", "allowPartialResults", "allowDiskUse");
        Optional<ResolvedView> view =
                context.services().collections().views().resolve(request.database(), request.collection());
        if (view.isPresent()) {
            return AggregateCommand.run(context, ViewRequests.find(request, view.get()), request.namespace());
        }
        TailRequests.check(request);
        Variables variables = QueryFields.variables(context, request);
        SpillSpace space = context.transaction() == null ? context.services().spillSpace(request) : null;
        QuerySpec spec = spec(request, variables).spilling(space);
        ScanRequest scan = ScanRequest.of(request);
        FindRendering rendering = FindRendering.of(request, spec, variables);
        Optional<Collection> collection = context.collections().find(request.collectionName());
        if (collection.isEmpty()) {
            return CursorReply.whole(request.namespace(), List.of());
        }
        Collection found = collection.get();
        if (request.bool("tailable", false)) {
            return TailRequests.open(context, request, found, spec, rendering.ofScan(found.record()));
        }
        int batchSize = QueryFields.batchSize(request, "batchSize", FIRST_BATCH);
        boolean onlyOne = request.bool("singleBatch", false);
        ReadView reading = found.reading(context.instant());
        Plan plan = scan.resumed(found, reading, Query.plan(reading.record(), spec));
        Function<Document, BsonView> shown = rendering.of(reading.record(), plan);
        return QueryExecution.within("Executor error during find command: " + request.namespace(), () -> {
            OpenCursor cursor = scan.open(found, reading, spec, plan, shown);
            return CursorReply.first(context, request, cursor, batchSize, onlyOne);
        });
    }

    static QuerySpec spec(CommandRequest request, Variables variables) {
        return new QuerySpec(
                        Query.filter(QueryFields.tree(request, "filter"), variables),
                        QueryFields.tree(request, "sort"),
                        QueryFields.hint(request),
                        request.count("skip", 0),
                        request.count("limit", 0),
                        variables.collation())
                .between(KeyBounds.of(QueryFields.tree(request, "min"), QueryFields.tree(request, "max")));
    }
}
