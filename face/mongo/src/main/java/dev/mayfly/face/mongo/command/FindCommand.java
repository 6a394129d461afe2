package dev.mayfly.face.mongo.command;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.View;
import dev.mayfly.base.query.SpillSpace;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Document;
import dev.mayfly.engine.Reading;
import dev.mayfly.engine.catalog.CatalogCodec;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.ResolvedView;
import dev.mayfly.face.mongo.language.MatchedPosition;
import dev.mayfly.face.mongo.language.MongoFilter;
import dev.mayfly.face.mongo.language.Plan;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.projection.Projection;
import dev.mayfly.face.mongo.language.projection.ProjectionCompiler;
import dev.mayfly.face.mongo.language.value.DeadlineField;
import dev.mayfly.face.mongo.query.Execution;
import dev.mayfly.face.mongo.query.Query;
import dev.mayfly.face.mongo.query.QuerySpec;
import dev.mayfly.face.mongo.query.Rendered;
import dev.mayfly.face.mongo.query.TimedView;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.bson.BsonDocument;

/** Finds documents by a filter, in an order, as a projection leaves them. */
final class FindCommand implements MongoCommand {
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
            "oplogReplay");

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
        return BoundedRequests.asksById(request.body(), "filter");
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        Optional<ResolvedView> view =
                context.services().collections().views().resolve(request.database(), request.collection());
        if (view.isPresent()) {
            return AggregateCommand.run(context, ViewRequests.find(request, view.get()), request.namespace());
        }
        refuse(request);
        TailRequests.check(request);
        Variables variables = QueryFields.variables(context, request);
        SpillSpace space = context.transaction() == null ? context.services().spillSpace(request) : null;
        QuerySpec spec = spec(request, variables).spilling(space);
        Function<Document, BsonView> rendering = rendering(request, spec.filter(), variables);
        Optional<Collection> collection = context.collections().find(request.collectionName());
        if (collection.isEmpty()) {
            return CursorReply.whole(request.namespace(), List.of());
        }
        Collection found = collection.get();
        if (request.bool("tailable", false)) {
            return TailRequests.open(context, request, found, spec, rendering);
        }
        int batchSize = QueryFields.batchSize(request, "batchSize", FIRST_BATCH);
        boolean onlyOne = request.bool("singleBatch", false) || request.number("limit", 0) < 0;
        Reading reading = found.reading();
        Plan plan = Query.plan(reading.record(), spec);
        return Execution.within("Executor error during find command: " + request.namespace(), () -> {
            Rendered cursor = new Rendered(found, spec.filter(), Query.open(found, reading, spec, plan), rendering);
            return CursorReply.first(context, request, cursor, batchSize, onlyOne);
        });
    }

    private static void refuse(CommandRequest request) {
        for (String field : List.of("returnKey", "showRecordId")) {
            if (request.bool(field, false)) {
                throw new CommandError(
                        MongoCode.COMMAND_NOT_SUPPORTED, "find." + field + " is not supported by this server");
            }
        }
        if (request.has("min") || request.has("max")) {
            throw new CommandError(
                    MongoCode.COMMAND_NOT_SUPPORTED, "find.min and find.max are not supported by this server");
        }
    }

    static QuerySpec spec(CommandRequest request, Variables variables) {
        return new QuerySpec(
                Query.filter(QueryFields.tree(request, "filter"), variables),
                QueryFields.tree(request, "sort"),
                QueryFields.hint(request),
                request.count("skip", 0),
                Math.abs(request.number("limit", 0)),
                variables.collation());
    }

    private static Function<Document, BsonView> rendering(
            CommandRequest request, MongoFilter filter, Variables variables) {
        BsonDocument projection = QueryFields.tree(request, "projection");
        if (projection.isEmpty()) {
            return Rendered::whole;
        }
        Projection compiled = ProjectionCompiler.find(projection, variables);
        boolean isTimed = DeadlineField.isAskedWithin(projection);
        return document -> project(document, compiled, filter, variables, isTimed);
    }

    private static BsonView project(
            Document document, Projection projection, MongoFilter filter, Variables variables, boolean isTimed) {
        View view = TimedView.of(document, filter);
        int position = Projection.NO_POSITION;
        if (projection.isPositional()) {
            MatchedPosition matched = new MatchedPosition();
            filter.matches(view, matched);
            position = matched.index();
        }
        BsonDocument tree =
                isTimed ? TimedView.tree(document) : view.toBsonValue().asDocument();
        BsonDocument left = projection.apply(tree, variables, position);
        return BsonView.of(CatalogCodec.encode(isTimed ? DeadlineField.hidden(left) : left));
    }
}
