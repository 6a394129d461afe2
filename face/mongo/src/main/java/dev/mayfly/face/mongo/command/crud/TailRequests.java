package dev.mayfly.face.mongo.command.crud;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.read.Document;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.CappedLimits;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.QueryFields;
import dev.mayfly.face.mongo.language.filter.SpecialFilters;
import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.face.mongo.query.QueryExecution;
import dev.mayfly.face.mongo.query.QuerySpec;
import dev.mayfly.face.mongo.query.TailCursor;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.List;
import java.util.function.Function;
import org.bson.BsonDocument;

/** Queries that go on at the end of a capped collection when more documents come. */
final class TailRequests {
    private static final int FIRST_BATCH = 101;

    private TailRequests() {}

    static void check(CommandRequest request) {
        boolean tailable = request.bool("tailable", false);
        if (request.bool("awaitData", false) && !tailable) {
            throw new CommandError(MongoCode.FAILED_TO_PARSE, "Cannot set 'awaitData' without also setting 'tailable'");
        }
        if (!tailable) {
            return;
        }
        BsonDocument sort = QueryFields.tree(request, "sort");
        boolean forward = sort.isEmpty()
                || (sort.size() == 1
                        && sort.containsKey("$natural")
                        && sort.get("$natural").isNumber()
                        && sort.get("$natural").asNumber().intValue() == 1);
        if (!forward) {
            throw new CommandError(
                    MongoCode.BAD_VALUE, "cannot use tailable option with a sort other than {$natural: 1}");
        }
        if (request.bool("singleBatch", false)) {
            throw new CommandError(MongoCode.BAD_VALUE, "cannot use tailable option with the 'singleBatch' option");
        }
    }

    /** A collection that is empty has no end to wait at: the cursor over it is dead from the start. */
    static Reply open(
            CommandContext context,
            CommandRequest request,
            Collection collection,
            QuerySpec spec,
            Function<Document, BsonView> rendering) {
        if (SpecialFilters.near(spec.filter()).isPresent()) {
            throw new CommandError(MongoCode.BAD_VALUE, "Tailable cursors and geo $near cannot be used together");
        }
        if (SpecialFilters.text(spec.filter()).isPresent()) {
            throw new CommandError(MongoCode.BAD_VALUE, "text and tailable cursor not allowed in same query");
        }
        if (CappedLimits.of(collection.record()) == null) {
            throw new CommandError(
                    MongoCode.BAD_VALUE,
                    "error processing query: ns=" + request.namespace()
                            + " tailable cursor requested on non capped collection");
        }
        if (OperationContext.current().refusesTableScans()) {
            throw new CommandError(
                    MongoCode.NO_QUERY_EXECUTION_PLANS,
                    "error processing query: planner returned error: Running with 'notablescan', so tailable cursors (which"
                            + " always do a table scan) are not allowed");
        }
        if (collection.count(collection.reading(context.instant())) == 0) {
            return CursorReply.whole(request.namespace(), List.of());
        }
        TailCursor cursor = new TailCursor(
                collection,
                context.services().collections().arrivals(collection),
                spec.filter(),
                rendering,
                spec.skip(),
                request.bool("awaitData", false));
        int batchSize = QueryFields.batchSize(request, "batchSize", FIRST_BATCH);
        return QueryExecution.within(
                "Executor error during find command: " + request.namespace(),
                () -> CursorReply.first(context, request, cursor, batchSize, false));
    }
}
