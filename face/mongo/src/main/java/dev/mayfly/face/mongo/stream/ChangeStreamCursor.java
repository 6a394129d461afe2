package dev.mayfly.face.mongo.stream;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.engine.change.ChangeCursor;
import dev.mayfly.engine.change.ChangeProgress;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.cursor.Batch;
import dev.mayfly.face.mongo.cursor.BatchBuilder;
import dev.mayfly.face.mongo.cursor.OpenCursor;
import dev.mayfly.face.mongo.language.aggregation.stage.Rows;
import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.face.mongo.language.value.EncodedRow;
import java.util.List;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** A change stream as a client's cursor: it never ends by itself, and waits while there are no events. */
final class ChangeStreamCursor implements OpenCursor {
    /** Interval at which a waiting cursor checks whether its command was killed. */
    private static final long LOOK_NANOS = 1_000_000_000;

    private final ChangeCursor changes;
    private final EventRows events;
    private final Rows rows;
    private @Nullable BsonView ahead;
    private @Nullable BsonDocument aheadToken;
    private BsonDocument token;
    private boolean isOver;

    /**
     * Follows the events.
     *
     * @param rows what the stages of the client make of the events
     * @param start from where it goes on until something was read
     */
    ChangeStreamCursor(ChangeCursor changes, EventRows events, Rows rows, ResumeToken start) {
        this.changes = changes;
        this.events = events;
        this.rows = rows;
        this.token = start.toBson();
    }

    private BsonDocument watermark() {
        ChangeProgress progress = changes.progress();
        return new ResumeToken(progress.position(), ResumeToken.Kind.WATERMARK, progress).toBson();
    }

    @Override
    public Batch next(int maxDocs, int maxBytes) {
        return next(maxDocs, maxBytes, 0);
    }

    @Override
    public Batch nothing() {
        return new Batch(List.of(), false, token);
    }

    @Override
    public Batch next(int maxDocs, int maxBytes, long waitNanos) {
        long rest = waitNanos;
        while (true) {
            OperationContext.current().check();
            BatchBuilder found = pull(maxDocs, maxBytes);
            changes.suspend();
            if (!found.isEmpty() || isOver || rest <= 0) {
                return found.build(isOver, token);
            }
            long slice = Math.min(rest, LOOK_NANOS);
            long waited = slice - Math.max(0, changes.await(slice));
            OperationContext.current().waited(waited);
            rest -= waited;
        }
    }

    private BatchBuilder pull(int maxDocs, int maxBytes) {
        BatchBuilder found = new BatchBuilder(maxDocs, maxBytes);
        while (!found.isFull()) {
            BsonView next = ahead == null ? pull() : ahead;
            if (next == null) {
                isOver = events.hasEnded();
                // Behind an event that is told there may be others that are not, but the next batch says so.
                if (!isOver && found.isEmpty()) {
                    token = watermark();
                }
                break;
            }
            if (!found.add(next)) {
                ahead = next;
                break;
            }
            ahead = null;
            token = aheadToken == null ? token : aheadToken;
        }
        return found;
    }

    private @Nullable BsonView pull() {
        BsonDocument row = rows.next();
        ResumeToken told = events.last();
        if (row == null || told == null) {
            return null;
        }
        BsonDocument expected = told.toBson();
        if (!expected.equals(row.get("_id"))) {
            throw new CommandError(
                    MongoCode.CHANGE_STREAM_FATAL_ERROR,
                    "Encountered an event whose _id field, which contains the resume token, was modified by the"
                            + " pipeline. Modifying the _id field of an event makes it impossible to resume the stream"
                            + " from that point. Only transformations that retain the unmodified _id field are"
                            + " allowed. Expected: " + new BsonDocument("_id", expected).toJson() + " but found: "
                            + (row.containsKey("_id") ? new BsonDocument("_id", row.get("_id")).toJson() : "{}"));
        }
        aheadToken = expected;
        return EncodedRow.of(row);
    }

    @Override
    public boolean outlivesCollection() {
        return true;
    }

    @Override
    public boolean awaitsData() {
        return true;
    }

    @Override
    public void close() throws EngineException {
        rows.close();
    }
}
