package dev.mayfly.face.mongo.command.crud;

import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.QueryFields;
import dev.mayfly.face.mongo.cursor.Batch;
import dev.mayfly.face.mongo.cursor.OpenCursor;
import dev.mayfly.face.mongo.query.RowCursor;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.List;
import org.bson.BsonDocument;

/** Answers that have the shape of a cursor. */
public final class CursorReply {
    /** Limit on the document bytes of one batch. */
    static final int BATCH_BYTES_MAX = 16 << 20;

    /** The type and the name of an element of an array, which is its index in digits. */
    private static final int ELEMENT_HEADER_BYTES = 9;

    private CursorReply() {}

    /** Everything at once. */
    public static Reply whole(String namespace, List<BsonDocument> documents) {
        BsonBuilder reply = new BsonBuilder()
                .startDocument("cursor")
                .int64("id", 0)
                .text("ns", namespace)
                .startArray("firstBatch");
        documents.forEach(reply::element);
        return Reply.ok(reply.end().end());
    }

    /** As many as the command's field {@code cursor} asks for, all without it; a cursor for the rest. */
    public static Reply of(
            CommandContext context, CommandRequest request, String namespace, List<BsonDocument> documents) {
        int batchSize = QueryFields.cursorBatchSize(request, Integer.MAX_VALUE);
        return batchSize >= documents.size()
                ? whole(namespace, documents)
                : first(context, namespace, RowCursor.of(documents), batchSize, false, false);
    }

    /** The first batch; the cursor stays open for the rest unless there is none, or only one batch was wanted. */
    static Reply first(
            CommandContext context, CommandRequest request, OpenCursor cursor, int batchSize, boolean onlyOne) {
        return first(context, request.namespace(), cursor, batchSize, onlyOne, request.bool("noCursorTimeout", false));
    }

    static Reply first(
            CommandContext context,
            String namespace,
            OpenCursor cursor,
            int batchSize,
            boolean onlyOne,
            boolean timeless) {
        boolean kept = false;
        try {
            Batch batch = batchSize == 0 ? cursor.nothing() : cursor.next(batchSize, BATCH_BYTES_MAX);
            long id = 0;
            if (!batch.isLast() && !onlyOne) {
                kept = true;
                id = context.services().sessions().cursors().open(context.cursorOwner(), namespace, cursor, timeless);
            }
            return reply("firstBatch", namespace, id, batch);
        } finally {
            if (!kept) {
                cursor.close();
            }
        }
    }

    static Reply reply(String batchName, String namespace, long id, Batch batch) {
        int bytes = ELEMENT_HEADER_BYTES * batch.documents().size();
        for (var document : batch.documents()) {
            bytes += document.length();
        }
        BsonBuilder reply = BsonBuilder.expecting(bytes).startDocument("cursor").startArray(batchName);
        for (var document : batch.documents()) {
            reply.element(document.bytes(), document.offset(), document.length());
        }
        reply.end();
        BsonDocument resumeToken = batch.resumeToken();
        if (resumeToken != null) {
            reply.value("postBatchResumeToken", resumeToken);
        }
        return Reply.ok(reply.int64("id", id).text("ns", namespace).end());
    }
}
