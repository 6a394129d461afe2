package dev.mayfly.face.mongo.command.crud;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.MongoErrors;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.ApiVersion;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandNames;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.command.ProvokedFailure;
import dev.mayfly.face.mongo.command.QueryFields;
import dev.mayfly.face.mongo.cursor.Batch;
import dev.mayfly.face.mongo.cursor.OpenCursor;
import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.face.mongo.query.QueryExecution;
import dev.mayfly.face.mongo.session.ApiParameters;
import dev.mayfly.face.mongo.session.MongoCursors;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.Set;
import org.bson.BsonType;

/** Continues a cursor as of now: documents that have expired since the last batch are not in this one. */
public final class GetMoreCommand implements MongoCommand {
    private static final long WAIT_MILLIS = 1000;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final Set<String> COMMAND_FIELDS =
            Set.of("collection", "batchSize", "term", "lastKnownCommittedOpTime");

    @Override
    public String name() {
        return CommandNames.GET_MORE;
    }

    @Override
    public Set<String> fields() {
        return COMMAND_FIELDS;
    }

    @Override
    public Access access() {
        return Access.READ;
    }

    /** Its time limit is the rest of that of the command that opened the cursor. */
    @Override
    public boolean isTimed() {
        return false;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        if (CommandRequest.typeOf(request.argument()) != BsonType.INT64) {
            throw request.wrongType("getMore", request.argument(), "type 'long'");
        }
        long id = request.argument().longValue();
        String collection = request.text("collection").orElseThrow(() -> request.missing("collection"));
        String namespace = request.database() + "." + collection;
        int batchSize = QueryFields.batchSize(request, "batchSize", Integer.MAX_VALUE);
        if (request.has("batchSize") && batchSize == 0) {
            throw new CommandError(MongoCode.BAD_VALUE, "Batch size for getMore must be positive, but received: 0");
        }
        // What another server has dropped or changed counts from now on, as it does for a command that opens a cursor.
        context.services().collections().engine().records(MongoCollections.FACE).refresh();
        try (MongoCursors.Taken taken =
                context.services().sessions().cursors().take(id, context.cursorOwner(), namespace)) {
            ApiParameters opened = taken.api();
            if (!opened.equals(context.api())) {
                taken.keep();
                throw ApiVersion.mismatch(opened, "the cursor-creating command", context.api(), "getMore");
            }
            if (context.services().failPoints().isAnySet()) {
                OperationContext.current().goOn(taken.rest());
                new ProvokedFailure(this, request, context.services(), context.state()).withCursor();
            }
            boolean awaits = taken.cursor().awaitsData();
            OperationContext.Rest rest = taken.rest();
            OperationContext.current().goOn(awaits ? new OperationContext.Rest(rest.command(), Long.MAX_VALUE) : rest);
            if (request.has("maxTimeMS") && !awaits) {
                taken.keep();
                throw new CommandError(
                        MongoCode.BAD_VALUE, "cannot set maxTimeMS on getMore command for a non-awaitData cursor");
            }
            long waitNanos = awaits ? waitNanos(request) : 0;
            Batch batch = QueryExecution.within(
                    "Executor error during getMore", () -> next(taken.cursor(), batchSize, waitNanos));
            Reply reply = CursorReply.reply("nextBatch", namespace, batch.isLast() ? 0 : id, batch);
            if (!batch.isLast()) {
                taken.keep();
            }
            return reply;
        }
    }

    /** A server that drops a collection ends the cursors that it has itself. */
    private static Batch next(OpenCursor cursor, int batchSize, long waitNanos) {
        try {
            return cursor.next(batchSize, CursorReply.BATCH_BYTES_MAX, waitNanos);
        } catch (EngineException failure) {
            throw MongoErrors.isOfDrop(failure.error())
                    ? new CommandError(MongoCode.QUERY_PLAN_KILLED, "collection dropped")
                    : failure;
        }
    }

    /** Returns the time for which a waiting cursor may wait. */
    private static long waitNanos(CommandRequest request) {
        return (request.has("maxTimeMS") ? request.maxTimeMillis() : WAIT_MILLIS) * NANOS_PER_MILLI;
    }
}
